package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// globals are the flags every command has (SPEC C3, L5, Z1). None of them can
// change what is allowed: that is policy (SPEC C1).
type globals struct {
	home, state, data string
	project           string
	noProject         bool
	format            string // text, json, "" where not given
	color             string // auto, always, never, "" where not given
	quiet, verbose    bool
	machine           bool // write the machine layer (SPEC L8, 20)
}

func (g *globals) register(root *cobra.Command) {
	fs := root.PersistentFlags()
	fs.SortFlags = false
	fs.Var((*folderFlag)(&g.home), "home", "use `DIR` as the assistant folder, not $USHER_HOME")
	fs.Var((*folderFlag)(&g.state), "state", "keep decisions in `DIR`, not in $USHER_STATE")
	fs.Var((*folderFlag)(&g.data), "data", "keep servers' data in `DIR`, not in $USHER_DATA")
	fs.Var((*folderFlag)(&g.project), "project", "use `DIR` as the project folder, not $USHER_PROJECT")
	fs.BoolVar(&g.noProject, "no-project", false, "use no project folder")
	fs.BoolVar(&g.machine, "machine", false, "write the machine layer, for everybody on this computer; for root")
	fs.VarP(&choice{&g.format, []string{"text", "json"}}, "output", "o", "form of the answer: text or json")
	fs.BoolFunc("json", "short for -o json", g.setJSON)
	fs.BoolVarP(&g.quiet, "quiet", "q", false, "print the answer and errors, nothing else")
	fs.BoolVarP(&g.verbose, "verbose", "v", false, "say more on stderr")
	fs.Var(&choice{&g.color, []string{"auto", "always", "never"}}, "color", "colour: auto, always or never")
	fs.BoolP("help", "h", false, "show this help")
	for _, dir := range []string{"home", "state", "data", "project"} {
		_ = root.MarkPersistentFlagDirname(dir) // fails only for a flag that is not there
	}
	_ = root.RegisterFlagCompletionFunc("output", words("text", "json"))
	_ = root.RegisterFlagCompletionFunc("color", words("auto", "always", "never"))
}

func (g *globals) setJSON(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("must be true or false")
	}
	g.format = "text"
	if on {
		g.format = "json"
	}
	return nil
}

// folderFlag is a flag that names a folder. An empty one is a variable that was
// not set, and must not mean the default (--home "$UNSET").
type folderFlag string

func (f *folderFlag) String() string { return string(*f) }

func (f *folderFlag) Type() string { return "string" }

func (f *folderFlag) Set(text string) error {
	if text == "" {
		return errors.New("needs a folder, and got an empty word")
	}
	*f = folderFlag(text)
	return nil
}

// choice is a flag that takes one of a few words.
type choice struct {
	to    *string
	words []string
}

func (c *choice) String() string {
	if c.to == nil {
		return ""
	}
	return *c.to
}

func (c *choice) Type() string { return strings.Join(c.words, "|") }

func (c *choice) Set(word string) error {
	if !slices.Contains(c.words, word) {
		return fmt.Errorf("must be %s", strings.Join(c.words, " or "))
	}
	*c.to = word
	return nil
}

// flagError turns pflag's errors into usage errors that name the nearest flag.
// Where an unknown word stands in front, that is the mistake worth naming.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	if _, rest, findErr := cmd.Root().Find(a.Args); findErr == nil && cmd.HasSubCommands() &&
		len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return unknownWord(cmd, rest[0])
	}
	return fault.New(fault.Usage, flagMessage(cmd, err), helpOf(cmd))
}

func flagMessage(cmd *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return fmt.Sprintf("%s has no flag -%s", cmd.CommandPath(), unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		return fmt.Sprintf("flag --%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &wrong):
		return fmt.Sprintf("flag --%s: %v", wrong.GetFlag().Name, errors.Unwrap(wrong))
	}
	return err.Error()
}

func unknownFlag(cmd *cobra.Command, name string) string {
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	message := fmt.Sprintf("%s has no flag --%s", cmd.CommandPath(), name)
	if near := strictjson.Nearest(name, known); near != "" {
		message += "; the nearest is --" + near
	}
	return message
}

// asksJSON looks for -o json or --json in arguments that could not be parsed,
// so that the error about them has the form the caller asked for (SPEC Z1).
func asksJSON(args []string) bool {
	asks, snippet := false, takesSnippet(args)
	for i, arg := range args {
		switch {
		case arg == "--":
			return asks
		case arg == "--json" && !snippet, arg == "-ojson", arg == "-o=json", arg == "--output=json":
			asks = true
		case (arg == "-o" || arg == "--output") && i+1 < len(args):
			asks = args[i+1] == "json"
		}
	}
	return asks
}

// takesSnippet reports a command whose --json is another app's entry (SPEC Z1).
func takesSnippet(args []string) bool {
	at := slices.Index(args, "server")
	return at >= 0 && slices.Contains(args[at:], "add")
}
