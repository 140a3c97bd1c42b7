package rungate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"usher/pkg/fault"
)

// Options are the flags of run-gate. They are read by this package alone, so
// that usher and usher-gate cannot differ.
type Options struct {
	Tool, Args           string
	Mode, Source         string
	Conversation         string
	CanAsk               bool
	Deadline             time.Duration
	Home, State, Data    string
	Project              string
	NoProject            bool
	Output, Color        string
	JSON, Quiet, Verbose bool
	Help                 bool

	hasTool, hasArgs bool
}

// Flags registers the flags on a set; both programs, the man page and the
// completions come from it.
func Flags(fs *pflag.FlagSet, o *Options) {
	fs.StringVar(&o.Tool, "tool", "", "decide a call of this `tool` instead of reading stdin")
	fs.StringVar(&o.Args, "args", "", "the call's arguments, a `JSON` object (with --tool)")
	fs.StringVar(&o.Mode, "mode", "", "who stands behind the call: `interactive, headless or plan` (with --tool)")
	fs.StringVar(&o.Source, "source", "", "where the call comes from: `chat or meta` (with --tool)")
	fs.StringVar(&o.Conversation, "conversation", "", "the conversation's `id` (with --tool)")
	fs.BoolVar(&o.CanAsk, "can-ask", false, "the caller can put a question to a person: ask ends with 3 instead of 2")
	fs.DurationVar(&o.Deadline, "deadline", 0, "answer deny when no decision is made within this `time`")
}

// globals are usher's global flags, for usher-gate, which has no cobra.
func globals(fs *pflag.FlagSet, o *Options) {
	fs.StringVar(&o.Home, "home", "", "the assistant `folder`")
	fs.StringVar(&o.State, "state", "", "the state `folder`")
	fs.StringVar(&o.Data, "data", "", "the data `folder`")
	fs.StringVar(&o.Project, "project", "", "the project `folder`")
	fs.BoolVar(&o.NoProject, "no-project", false, "use no project folder")
	fs.StringVarP(&o.Output, "output", "o", "", "ignored: the answer is always JSON")
	fs.BoolVar(&o.JSON, "json", false, "ignored: the answer is always JSON")
	fs.StringVar(&o.Color, "color", "", "ignored: nothing here has a colour")
	fs.BoolVarP(&o.Quiet, "quiet", "q", false, "no reason on stderr")
	fs.BoolVarP(&o.Verbose, "verbose", "v", false, "every reason and problem on stderr")
	fs.BoolVarP(&o.Help, "help", "h", false, "show this help")
}

// Usage is the help of usher-gate's flags.
func Usage() string {
	fs := pflag.NewFlagSet("run-gate", pflag.ContinueOnError)
	var o Options
	Flags(fs, &o)
	globals(fs, &o)
	return fs.FlagUsages()
}

// parse reads the arguments. Any fault is a Refused error.
func parse(args []string) (Options, error) {
	var o Options
	fs := pflag.NewFlagSet("run-gate", pflag.ContinueOnError)
	fs.Usage = func() {}
	Flags(fs, &o)
	globals(fs, &o)
	bad := func(msg string) (Options, error) {
		return o, fault.New(fault.Refused, msg, "usher run-gate --help")
	}
	if err := fs.Parse(args); err != nil {
		return bad("run-gate: " + strings.TrimPrefix(err.Error(), "pflag: "))
	}
	o.hasTool, o.hasArgs = fs.Changed("tool"), fs.Changed("args")
	switch {
	case fs.NArg() > 0:
		return bad("run-gate takes no arguments, only flags")
	case fs.Changed("deadline") && o.Deadline <= 0:
		return bad("--deadline must be a time above 0, such as 4s")
	case !o.hasTool:
		for _, name := range []string{"args", "mode", "source", "conversation"} {
			if fs.Changed(name) {
				return bad(fmt.Sprintf("--%s goes with --tool; a call on stdin says it itself", name))
			}
		}
	}
	if why := oneOf(fs, "mode", "interactive", "headless", "plan"); why != "" {
		return bad(why)
	}
	if why := oneOf(fs, "source", "chat", "meta"); why != "" {
		return bad(why)
	}
	return o, nil
}

// oneOf says what is wrong with a flag that takes one of a few words; nothing,
// where it was not given.
func oneOf(fs *pflag.FlagSet, flag string, among ...string) string {
	f := fs.Lookup(flag)
	if !f.Changed || slices.Contains(among, f.Value.String()) {
		return ""
	}
	return "--" + flag + " must be " + strings.Join(among, " or ")
}
