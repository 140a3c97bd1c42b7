package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
)

// wanted is what the command line of add or edit says about a server (SPEC S9).
// What it does not say, it leaves alone.
type wanted struct {
	line              []string // the words after --, as they are
	hasLine           bool
	command, url, cwd string
	disabled          bool
	env, pass, allow  []string
	headers           []string
	bearer            bool
	reach             wantedReach
	protocol          wantedProtocol
	given             func(flag string) bool
	stored            func() ([]names.SecretName, error)
}

func (w *wanted) register(cmd *cobra.Command, environ func() []string) {
	fs := cmd.Flags()
	w.given = fs.Changed
	fs.StringVar(&w.command, "command", "", "the command line as one `TEXT`: blanks separate, quotes group")
	fs.StringVar(&w.url, "url", "", "the `URL` of a server that runs elsewhere")
	fs.StringVar(&w.cwd, "cwd", "", "start it in `DIR`, not in the assistant folder")
	fs.StringArrayVar(&w.env, "env", nil, "set a variable, as `NAME=TEXT`, where ${env:OTHER} and ${secret:OTHER} are replaced; NAME alone asks for a secret")
	fs.StringArrayVar(&w.pass, "pass-env", nil, "pass the variable `NAME` of your environment on")
	fs.StringArrayVar(&w.allow, "allow-env", nil, "let it set `NAME`, which changes how programs load code")
	fs.StringArrayVar(&w.headers, "header", nil, "send a header to the url, as `'NAME: VALUE'`; ${env:NAME} and ${secret:NAME} are replaced")
	fs.BoolVar(&w.bearer, "bearer", false, "send a token to the url, in the header Authorization; it is asked for")
	fs.BoolVar(&w.disabled, "disabled", false, "do not start it until it is enabled")
	w.reach.register(cmd)
	w.protocol.register(cmd)
	freely(cmd, "command", "url", "env", "allow-env", "header")
	_ = cmd.MarkFlagDirname("cwd")
	_ = cmd.RegisterFlagCompletionFunc("pass-env", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return environ(), cobra.ShellCompDirectiveNoFileComp
	})
}

// split takes the words before and after --. The command comes after it: a word
// in front of it that is no id may be a secret, and is not repeated.
func (w *wanted) split(cmd *cobra.Command, fs *pflag.FlagSet, args []string) (id string, err error) {
	before, help := args, helpOf(cmd)
	if dash := fs.ArgsLenAtDash(); dash >= 0 {
		before, w.line, w.hasLine = args[:dash], args[dash:], true
	}
	switch {
	case len(before) == 1:
		return before[0], nil
	case len(before) == 0 && w.hasLine && len(w.line) > 0: // -- --force: the word is an id, and no flag (SPEC S2)
		if _, err := names.ParseServerID(w.line[0]); err != nil {
			return "", badID(err, cmd.CommandPath())
		}
		return "", fault.New(fault.Usage, "the id stands before the --", cmd.CommandPath()+" "+w.line[0]+" -- COMMAND ARG...")
	case len(before) == 0:
		return "", fault.New(fault.Usage, "the id of the server is not said", help)
	}
	return "", fault.New(fault.Usage, fmt.Sprintf("one id is taken, got %d words; the command and its arguments come after --", len(before)),
		cmd.CommandPath()+" ID -- COMMAND ARG...", help)
}

func badID(err error, command string) error {
	return fault.New(fault.Usage, "the server id is not usable: "+err.Error(), command+" ID -- COMMAND ARG...")
}

// kinds are the ways in which the command line says what the server is.
func (w *wanted) kinds() []string {
	var out []string
	if w.hasLine {
		out = append(out, "a command after --")
	}
	for _, flag := range []string{"command", "url"} {
		if w.given(flag) {
			out = append(out, "--"+flag)
		}
	}
	return out
}

// change makes a server what the command line says. dir is the person's working
// directory, against which --cwd is taken.
func (w *wanted) change(s *mcp.Server, dir string) error {
	if err := w.changeKind(s); err != nil {
		return err
	}
	if w.given("cwd") {
		cwd, err := absolute(w.cwd, dir)
		if err != nil {
			return err
		}
		s.Cwd = cwd
	}
	if w.given("disabled") {
		s.Disabled = w.disabled
	}
	if err := w.changeHeaders(s); err != nil {
		return err
	}
	if err := w.reach.change(s, dir, w.given); err != nil {
		return err
	}
	if err := w.protocol.change(s, w.given); err != nil {
		return err
	}
	return w.changeEnv(s)
}

// changeKind sets the command line or the URL; the fields of the other kind of
// server go with what it was.
func (w *wanted) changeKind(s *mcp.Server) error {
	words := w.line
	switch kinds := w.kinds(); {
	case len(kinds) > 1:
		return fault.New(fault.Usage, strings.Join(kinds, " and ")+" do not go together: a server is one of them", "usher server add --help")
	case len(kinds) == 0:
		return nil
	case w.given("url"):
		*s = mcp.Server{ID: s.ID, Layer: s.Layer, Disabled: s.Disabled, Timeout: s.Timeout, Protocol: s.Protocol, Description: s.Description, File: s.File, Place: s.Place,
			Headers: s.Headers, TokenEnv: s.TokenEnv, OAuth: s.OAuth, URL: w.url}
		if w.url == "" {
			return fault.New(fault.Usage, "--url is empty", "usher server add --help")
		}
		return nil
	case w.given("command"):
		var err error
		if words, err = names.SplitLine(w.command); err != nil {
			return fault.New(fault.Usage, "--command is not usable: "+err.Error(), "close it, or write the command after --, where nothing is split")
		}
	}
	if len(words) == 0 || words[0] == "" {
		return fault.New(fault.Usage, "the command is empty", "usher server add ID -- COMMAND ARG...")
	}
	s.URL, s.Headers, s.TokenEnv, s.OAuth, s.Package = "", nil, "", mcp.OAuth{}, mcp.Package{}
	s.Command, s.Args = words[0], slices.Clone(words[1:])
	return nil
}

// absolute is a folder as the person means it where they are; the file holds it
// whole, because the server starts elsewhere.
func absolute(cwd, dir string) (string, error) {
	switch {
	case cwd == "" || strings.HasPrefix(cwd, "~"):
		return "", fault.New(fault.Usage, "--cwd is empty or begins with ~, and nothing is expanded in it", "write the folder itself")
	case filepath.IsAbs(cwd):
		return filepath.Clean(cwd), nil
	case dir == "":
		return "", fault.New(fault.Usage, "--cwd is relative, and this folder has no path any more", "write the whole path")
	}
	return filepath.Join(dir, cwd), nil
}
