package cmd

import (
	"context"
	"runtime"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/hooks/starter"
	"usher/pkg/names"
	"usher/pkg/output"
)

func newHooksNewCmd(a *app) *cobra.Command {
	o := hooksNewOptions{app: a}
	cmd := &cobra.Command{
		Use:   "new <name>",
		Short: "Write a first script and its entry",
		Long: `Write a script for a hook into the folder hooks of the assistant folder and add
its entry to hooks.json, in the shape that the file has. The script works as it
is and is meant to be changed:

  PreToolUse        refuses a call whose path lies outside the project folder
  UserPromptSubmit  refuses a message that holds a licence key
  PostToolUse       appends a line about each call to ~/usher-audit.jsonl
  TurnEnd, Stop, SessionStart  do nothing yet, and say what they could

With --project DIR it is the folder's: the script goes into .usher/hooks, the
entry into .usher/hooks.json, and the folder counts as changed until you trust it
again. A shell script reads JSON with jq. Nothing that exists is overwritten, and
--print writes nothing at all.

EXIT STATUS
  0  written, or printed
  1  the name is taken, or a file could not be read or written
  2  refused, or the command was not understood; nothing was written`,
		Example: `  # no solver launch outside the project folder
  usher hooks new study-folder-only --match 'kratos__run_*'

  # an audit log, in Python
  usher hooks new audit --event PostToolUse --lang python

  # only show it
  usher hooks new licence --event UserPromptSubmit --print`,
		Args:              takes(1, 1),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	fs := cmd.Flags()
	fs.StringVar(&o.event, "event", string(hooks.PreToolUse), "when it runs: an `EVENT`")
	o.lang = starter.Words()[starter.Shell]
	fs.Var(&choice{&o.lang, starter.Words()}, "lang", "`language` of the script: sh, python or node")
	fs.StringVar(&o.match, "match", "", "which tools: a `PATTERN` of names (default: every tool)")
	fs.BoolVar(&o.print, "print", false, "print the script and write nothing")
	_ = cmd.RegisterFlagCompletionFunc("event", words(eventWords()...))
	_ = cmd.RegisterFlagCompletionFunc("lang", words(starter.Words()...))
	freely(cmd, "match")
	run := a.show(o.run)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.given = cmd.Flags().Changed
		return run(cmd, args)
	}
	return cmd
}

type hooksNewOptions struct {
	*app
	event, lang, match string
	print              bool
	given              func(flag string) bool
}

// newHook is what was asked for, checked.
type newHook struct {
	name  names.HookName
	event hooks.Event
	lang  starter.Lang
	match string
}

func (h newHook) script() string { return starter.Script(h.lang, h.event, h.name) }

func (o *hooksNewOptions) run(ctx context.Context, args []string) (output.View, error) {
	h, err := o.wanted(args[0])
	if err != nil {
		return nil, err
	}
	if o.print {
		return starterView{Name: string(h.name), Event: string(h.event), Lang: o.lang, Script: h.script()}, nil
	}
	if h.lang == starter.Shell && runtime.GOOS == "windows" {
		return nil, fault.New(fault.Refused, "a shell script is no program here", "usher hooks new "+args[0]+" --lang node")
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	if o.given("project") {
		if g.at.Project == "" {
			return nil, fault.New(fault.Usage, "--project and --no-project say opposite things", "usher hooks new --help")
		}
		return o.write(ctx, g, h, folderHooks(g))
	}
	return o.write(ctx, g, h, ownHooks(g))
}

func (o *hooksNewOptions) wanted(word string) (h newHook, err error) {
	if h.name, err = names.ParseHookName(word); err != nil {
		return h, fault.New(fault.Usage, err.Error(), "usher hooks new study-folder-only")
	}
	var ok bool
	if h.event, ok = hooks.ParseEvent(o.event); !ok {
		e := noEvent(o.event)
		e.Hints = append(e.Hints[:1:1], "usher hooks new --help")
		return h, e
	}
	h.lang, _ = starter.ParseLang(o.lang) // the flag takes no other word
	h.match = o.match
	switch {
	case o.given("match") && !h.event.OnTool():
		return h, fault.New(fault.Usage, "--match goes with PreToolUse and PostToolUse, not with "+string(h.event), "usher hooks new --help")
	case o.given("match") && h.match == "":
		return h, fault.New(fault.Usage, "--match may not be empty", "leave it out to meet every tool")
	}
	return h, nil
}

// starterView is --print: the script alone in text, so that it can go to a file.
type starterView struct {
	Name   string `json:"name"`
	Event  string `json:"event"`
	Lang   string `json:"lang"`
	Script string `json:"script"`
}

func (v starterView) JSON() any { return v }

func (v starterView) Text(w *output.Printer) { w.Text(v.Script) }
