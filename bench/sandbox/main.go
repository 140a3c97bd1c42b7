//go:build linux

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

func main() {
	runtime.LockOSThread() // a server dies with the thread that started it
	code, err := run(os.Args[1:], os.Stdout)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "sandbox: error:", err)
	}
	os.Exit(code)
}

// settings are what to start, and how often.
type settings struct {
	run     string // usher-run
	bwrap   string // "": leave it out
	dir     string // where each way gets a data folder
	given   string // a folder that the server is given
	env     []string
	rounds  int // ratios are taken per round; the middle one counts
	each    int // starts of each way in a round
	strict  bool
	command []string
}

// limit is the goal of usher's own sandbox without a network.
const limit = 1.05

// run gives the exit status: 1 when something could not be measured, 3 when
// -strict is set and the goal was missed.
func run(args []string, out io.Writer) (int, error) {
	s, err := readSettings(args)
	if err != nil {
		return 1, err
	}
	ways, err := waysOf(s)
	if err != nil {
		return 1, err
	}
	rounds, err := measure(s, ways)
	if err != nil {
		return 1, err
	}
	fmt.Fprintf(out, "%-58s %9s %6s %13s %6s\n", "from the start to the answer to initialize, on the clock", "ms", "is", "(least-most)", "goal")
	missed := false
	for w, way := range ways {
		all, took := ratios(rounds, w)
		is, against, verdict := all[len(all)/2], "", ""
		if way.goal {
			against, verdict = fmt.Sprintf("%.2f", limit), "met"
			if is > limit {
				verdict, missed = "MISSED", true
			}
		}
		fmt.Fprintf(out, "%-58s %9.1f %6.2f %13s %6s %s\n", way.name, took, is, fmt.Sprintf("(%.2f-%.2f)", all[0], all[len(all)-1]), against, verdict)
	}
	if missed && s.strict {
		return 3, nil
	}
	return 0, nil
}

func readSettings(args []string) (settings, error) {
	var s settings
	fs := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	fs.StringVar(&s.run, "run", "bin/usher-run", "the `program` that builds the sandbox")
	fs.StringVar(&s.bwrap, "bwrap", "", "bubblewrap's `program`; without it that line is left out")
	fs.StringVar(&s.dir, "dir", "/tmp", "a `directory` for the servers' own folders")
	fs.StringVar(&s.given, "given", "", "a `directory` that the server is given to read")
	fs.IntVar(&s.rounds, "rounds", 7, "rounds")
	fs.IntVar(&s.each, "each", 40, "starts of each way in a round")
	fs.BoolVar(&s.strict, "strict", false, "end with 3 when the goal is missed")
	fs.Func("env", "`NAME=VALUE` for every server; it gets no other environment", func(v string) error {
		s.env = append(s.env, v)
		return nil
	})
	if err := fs.Parse(args); err != nil {
		return s, err
	}
	if s.command = fs.Args(); len(s.command) < 2 || s.given == "" || s.rounds < 1 || s.each < 1 {
		return s, errors.New("it is written sandbox -given DIR [flags] program script [args]")
	}
	for _, path := range []*string{&s.run, &s.dir, &s.given, &s.command[0], &s.command[1]} {
		real, err := filepath.EvalSymlinks(*path)
		if err == nil {
			*path, err = filepath.Abs(real)
		}
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

// ratios are those of a way against the first, from each round's medians, in order,
// and the middle of its medians in ms.
func ratios(rounds []round, w int) (all []float64, ms float64) {
	var took []float64
	for _, r := range rounds {
		all = append(all, median(r[w])/median(r[0]))
		took = append(took, median(r[w])/1e6)
	}
	slices.Sort(all)
	return all, median(took)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
