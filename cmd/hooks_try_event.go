package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

func eventWords() []string {
	var ws []string
	for _, e := range hooks.Events() {
		ws = append(ws, string(e))
	}
	return ws
}

// payload is the sample event that the flags and the named hooks say; project is
// the folder that a host would have open, "" for none.
func (o *hooksTestOptions) payload(named []hooks.Hook, project string) (hooks.Payload, error) {
	e, err := o.whichEvent(named)
	if err != nil {
		return hooks.Payload{}, err
	}
	if err := o.flagsFit(e); err != nil {
		return hooks.Payload{}, err
	}
	p := hooks.Payload{Event: e, Source: engine.Chat, ConversationID: o.conversation}
	if project != "" {
		path, _ := json.Marshal(project) // a text always is JSON
		p.Files = map[string][]byte{"projectRoot": path}
	}
	switch e {
	case hooks.PreToolUse:
		err = o.call(&p, named)
	case hooks.PostToolUse:
		p.Result = &hooks.Result{OK: !o.failed, Text: o.result}
		err = o.call(&p, named)
	case hooks.UserPromptSubmit:
		p.Message = &o.message
	case hooks.TurnEnd, hooks.Stop:
		p.Outcome = "done"
	case hooks.SessionStart:
	}
	return p, err
}

// whichEvent is --event, else the event of the named hooks, else PreToolUse.
func (o *hooksTestOptions) whichEvent(named []hooks.Hook) (hooks.Event, error) {
	e := hooks.PreToolUse
	switch {
	case o.given("event"):
		var ok bool
		if e, ok = hooks.ParseEvent(o.event); !ok {
			return "", noEvent(o.event)
		}
	case len(named) > 0:
		e = named[0].Event
	}
	for _, h := range named {
		if h.Event != e {
			return "", refusedEvent(h, e)
		}
	}
	return e, nil
}

func noEvent(word string) *fault.Error {
	message := fmt.Sprintf("there is no event %q", word)
	if near := strictjson.Nearest(word, eventWords()); near != "" {
		message += "; the nearest is " + near
	}
	return fault.New(fault.Usage, message, "the events are "+list(eventWords()), "usher hooks test --help")
}

// flagsFit refuses a flag that the event has no use for.
func (o *hooksTestOptions) flagsFit(e hooks.Event) error {
	for _, f := range []struct {
		flag, events string
		fits         bool
	}{
		{"tool", "PreToolUse and PostToolUse", e.OnTool()},
		{"args", "PreToolUse and PostToolUse", e.OnTool()},
		{"message", "UserPromptSubmit", e == hooks.UserPromptSubmit},
		{"result", "PostToolUse", e == hooks.PostToolUse},
		{"failed", "PostToolUse", e == hooks.PostToolUse},
	} {
		if o.given(f.flag) && !f.fits {
			return fault.New(fault.Usage, fmt.Sprintf("--%s goes with %s, not with %s", f.flag, f.events, e), "usher hooks test --help")
		}
	}
	return nil
}

// call fills in the tool and its arguments.
func (o *hooksTestOptions) call(p *hooks.Payload, named []hooks.Hook) error {
	tool := o.tool
	if !o.given("tool") {
		if tool = sampleTool(named); tool == "" {
			return noTool(p.Event, named)
		}
	}
	var err error
	if p.Tool, err = names.ParseTool(tool); err != nil {
		return fault.New(fault.Usage, "--tool is not usable: "+err.Error(), "usher hooks test --tool server__tool")
	}
	p.Args, err = hosts.ReadArgs(o.args)
	var fe *fault.Error
	if errors.As(err, &fe) {
		fe.Kind, fe.Hints = fault.Usage, []string{`usher hooks test --tool ` + engine.QuoteArg(tool) + ` --args '{"key":"value"}'`}
	}
	return err
}

// sampleTool is a tool that the one named hook covers, by the first of its
// alternatives that a tool could have; "" for several hooks, and for a pattern that
// hardly any tool is called by: to run such a hook would show a guard at work.
func sampleTool(named []hooks.Hook) string {
	if len(named) != 1 {
		return ""
	}
	for _, p := range named[0].Match.Alternatives() {
		switch pattern := p.String(); {
		case strings.Trim(pattern, "*") == "":
			return "sample__tool"
		case strings.Trim(pattern, toolSigns) == "":
			return strings.ReplaceAll(pattern, "*", "sample")
		}
	}
	return ""
}

// toolSigns are what the patterns of tools are made of.
const toolSigns = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:*"

// noTool says why no tool was made up.
func noTool(e hooks.Event, named []hooks.Hook) error {
	message := fmt.Sprintf("a %s event is about a tool, and none is named", e)
	hint := fmt.Sprintf("usher hooks test --event %s --tool server__tool", e)
	if len(named) == 1 {
		message = fmt.Sprintf("hardly a tool has a name that the match %s of hook %q covers, so none is made up", clean.Quote(named[0].Match.String()), named[0].Name)
		hint = fmt.Sprintf("mend the match, or name a tool: usher hooks test %s --tool server__tool", named[0].Name)
	}
	return fault.New(fault.Usage, message, hint)
}
