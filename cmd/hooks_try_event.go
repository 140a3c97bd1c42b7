package cmd

import (
	"encoding/json"
	"errors"
	"fmt"

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
