package rungate

import (
	"slices"
	"strings"
	"time"

	"usher/pkg/fault"
	"usher/pkg/hosts"
)

// Options are the flags of run-gate. They are read by this package alone, so
// that usher and usher-gate cannot differ.
type Options struct {
	Client               string
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

	given  uint32       // a bit for each of flags
	hosted bool         // another assistant asks, and reads the answer in its own form
	host   hosts.Client // which; the zero value is none that is known
}

// flag is one flag: what it is called, what help says of it (the value's name
// in backquotes), and where its value goes: a *string, a *bool or a
// *time.Duration. global marks those that usher has for all its commands.
type flag struct {
	name, short string
	usage       string
	at          func(*Options) any
	global      bool
}

// flags is the one table that both programs, the man page and the completions
// are made from. It is read without pflag, which would bring package net along
// and cost every call a tenth of a start.
var flags = [...]flag{
	{name: clientFlag, usage: "read and answer in the hook protocol of this `assistant`", at: func(o *Options) any { return &o.Client }},
	{name: "tool", usage: "decide a call of this `tool` instead of reading stdin", at: func(o *Options) any { return &o.Tool }},
	{name: "args", usage: "the call's arguments, a `JSON` object (with --tool)", at: func(o *Options) any { return &o.Args }},
	{name: "mode", usage: "who stands behind the call: `interactive, headless or plan` (with --tool)", at: func(o *Options) any { return &o.Mode }},
	{name: "source", usage: "where the call comes from: `chat or meta` (with --tool)", at: func(o *Options) any { return &o.Source }},
	{name: "conversation", usage: "the conversation's `id` (with --tool)", at: func(o *Options) any { return &o.Conversation }},
	{name: "can-ask", usage: "the caller can put a question to a person: ask ends with 3 instead of 2", at: func(o *Options) any { return &o.CanAsk }},
	{name: "deadline", usage: "answer deny when no decision is made within this `time`", at: func(o *Options) any { return &o.Deadline }},

	{name: "home", usage: "the assistant `folder`", at: func(o *Options) any { return &o.Home }, global: true},
	{name: "state", usage: "the state `folder`", at: func(o *Options) any { return &o.State }, global: true},
	{name: "data", usage: "the data `folder`", at: func(o *Options) any { return &o.Data }, global: true},
	{name: "project", usage: "the project `folder`", at: func(o *Options) any { return &o.Project }, global: true},
	{name: "no-project", usage: "use no project folder", at: func(o *Options) any { return &o.NoProject }, global: true},
	{name: "output", short: "o", usage: "ignored: the answer is always JSON", at: func(o *Options) any { return &o.Output }, global: true},
	{name: "json", usage: "ignored: the answer is always JSON", at: func(o *Options) any { return &o.JSON }, global: true},
	{name: "color", usage: "ignored: nothing here has a colour", at: func(o *Options) any { return &o.Color }, global: true},
	{name: "quiet", short: "q", usage: "no reason on stderr", at: func(o *Options) any { return &o.Quiet }, global: true},
	{name: "verbose", short: "v", usage: "every reason and problem on stderr", at: func(o *Options) any { return &o.Verbose }, global: true},
	{name: "help", short: "h", usage: "show this help", at: func(o *Options) any { return &o.Help }, global: true},
}

// Flags hands each flag of run-gate's own to add, for usher's command tree:
// value is a *string, a *bool or a *time.Duration.
func Flags(add func(name, usage string, value any)) {
	var o Options
	for _, f := range flags {
		if !f.global {
			add(f.name, f.usage, f.at(&o))
		}
	}
}

// parse reads the arguments. Any fault is a Refused error.
func parse(args []string) (Options, error) {
	var o Options
	why := o.read(args)
	if why == "" {
		why = o.fault()
	}
	if why != "" {
		return o, fault.New(fault.Refused, why, "usher run-gate --help")
	}
	return o, nil
}

// fault says what is wrong with flags that were read.
func (o *Options) fault() string {
	for _, dir := range [...]struct{ name, value string }{{"home", o.Home}, {"state", o.State}, {"data", o.Data}, {"project", o.Project}} {
		if o.was(dir.name) && dir.value == "" {
			return "--" + dir.name + " needs a folder, and got an empty word"
		}
	}
	if o.was(clientFlag) {
		if why := o.hostFault(); why != "" {
			return why
		}
	}
	switch {
	case o.was("deadline") && o.Deadline <= 0:
		return "--deadline must be a time above 0, such as 4s"
	case !o.was("tool"):
		for _, name := range [...]string{"args", "mode", "source", "conversation"} {
			if o.was(name) {
				return "--" + name + " goes with --tool; a call on stdin says it itself"
			}
		}
	}
	if why := o.oneOf("mode", o.Mode, "interactive", "headless", "plan"); why != "" {
		return why
	}
	return o.oneOf("source", o.Source, "chat", "meta")
}

// was reports whether a flag was given, with whatever value.
func (o *Options) was(name string) bool {
	for i := range flags {
		if flags[i].name == name {
			return o.given&(1<<i) != 0
		}
	}
	return false
}

// oneOf says what is wrong with a flag that takes one of a few words; nothing,
// where it was not given.
func (o *Options) oneOf(flag, value string, among ...string) string {
	if !o.was(flag) || slices.Contains(among, value) {
		return ""
	}
	return "--" + flag + " must be " + strings.Join(among, " or ")
}
