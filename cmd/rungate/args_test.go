package rungate

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"usher/pkg/fault"
)

// byPflag registers the table on a set of pflag's, which usher's own tree uses.
func byPflag(o *Options) *pflag.FlagSet {
	fs := pflag.NewFlagSet("run-gate", pflag.ContinueOnError)
	fs.Usage = func() {}
	for _, f := range flags {
		switch at := f.at(o).(type) {
		case *string:
			fs.StringVarP(at, f.name, f.short, "", f.usage)
		case *bool:
			fs.BoolVarP(at, f.name, f.short, false, f.usage)
		case *time.Duration:
			fs.DurationVarP(at, f.name, f.short, 0, f.usage)
		}
	}
	return fs
}

// G6: usher-gate's help is the help of usher's own flags, letter for letter.
func TestHelpIsThatOfTheCommandTree_G6(t *testing.T) {
	var o Options
	if want := byPflag(&o).FlagUsages(); usage() != want {
		t.Errorf("usage is\n%s\nwant\n%s", usage(), want)
	}
}

// same compares what read and pflag make of one command line.
func same(t *testing.T, args []string) {
	t.Helper()
	for _, a := range args {
		strange := strings.ContainsFunc(a, func(r rune) bool { return r > '~' })
		if strings.HasPrefix(a, "-") && (strings.Contains(a, "test.") || strange) {
			return // pflag passes over -test.x of its own accord, and misreads -é in its message
		}
	}
	var mine, theirs Options
	why := mine.read(args)
	fs := byPflag(&theirs)
	want := ""
	switch err := fs.Parse(args); {
	case err != nil:
		want = "run-gate: " + err.Error()
	case fs.NArg() > 0:
		want = "run-gate takes no arguments, only flags"
	}
	if why != want {
		t.Errorf("%q: says %q, want %q", args, why, want)
	}
	for i, f := range flags {
		if got := mine.given&(1<<i) != 0; why == "" && got != fs.Changed(f.name) {
			t.Errorf("%q: --%s given is %v", args, f.name, got)
		}
	}
	if mine.given = 0; why == "" && fmt.Sprint(mine) != fmt.Sprint(theirs) {
		t.Errorf("%q: read %+v, want %+v", args, mine, theirs)
	}
}

// G6: a line of flags means the same to usher-gate as to usher, and what is wrong
// with it is said in the same words.
func TestFlagsAreReadAsPflagReadsThem_G6(t *testing.T) {
	for _, line := range []string{
		"", "--", "-- x", "x", "-", "--tool a__b", "--tool=a__b", "--tool=", "--tool", "--tool --args", "--tool -- x",
		"--can-ask", "--can-ask=false", "--can-ask=maybe", "--can-ask false", "--deadline 4s", "--deadline=-1s", "--deadline 4", "--deadline",
		"-q", "-qv", "-qvo json", "-qvojson", "-o=json", "-o=", "-o", "-qo", "-q=false", "-q=x", "-q=", "-qx", "-x", "-h", "--help", "--help=x",
		"--nope", "--nope=1", "---x", "--=", "--=x", "-=", "-é", "--é", "--tool a --tool b", "-vvv --json --no-project --state s --color=auto",
		"--home / x --data", "--mode=plan --source meta --conversation c1 --args {}",
	} {
		same(t, strings.Fields(line))
	}
}

func FuzzFlagsAreReadAsPflagReadsThem(f *testing.F) {
	f.Add("--tool a__b -qv -o json")
	f.Add("--deadline=1h -x --can-ask=0 --")
	f.Fuzz(func(t *testing.T, line string) { same(t, strings.Split(line, " ")) })
}

// G6: flags that contradict each other refuse.
func TestContradictingFlagsRefuse_G6(t *testing.T) {
	for line, says := range map[string]string{
		"--args {}":              "--args goes with --tool; a call on stdin says it itself",
		"--mode plan":            "--mode goes with --tool; a call on stdin says it itself",
		"--tool a --mode yolo":   "--mode must be interactive or headless or plan",
		"--tool a --source here": "--source must be chat or meta",
		"--tool a --mode=":       "--mode must be interactive or headless or plan",
		"--deadline 0":           "--deadline must be a time above 0, such as 4s",
		"--tool a b":             "run-gate takes no arguments, only flags",
	} {
		_, err := parse(strings.Fields(line))
		var e *fault.Error
		if !errors.As(err, &e) || e.Kind != fault.Refused || e.Message != says {
			t.Errorf("%s: %v, want %q", line, err, says)
		}
	}
}
