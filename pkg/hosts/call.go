package hosts

import (
	"fmt"
	"slices"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// MaxCall is the most bytes of stdin a call may have (SPEC 18).
const MaxCall = 16 << 20

// maxTold is how many keys of one kind an answer names; the rest are counted.
const maxTold = 20

// Mode is who stands behind a call (SPEC M6). The zero value is interactive.
type Mode uint8

const (
	Interactive Mode = iota
	Headless
	Plan
)

// Call is one tool call as read. Args is a JSON object, byte for byte as it
// came; Files are the members of "files", values likewise.
type Call struct {
	Tool           names.Tool
	Args           []byte
	Source         string // "chat" or "meta"
	ConversationID string
	Files          []File
	Mode           Mode
	CanAsk         bool
	Notes          []fault.Problem // keys that were ignored
}

// File is one member of a call's "files": its key and its raw JSON.
type File struct {
	Key   string
	Value []byte
}

// ProjectRoot is files.projectRoot where it is text, else "".
func (c Call) ProjectRoot() (string, error) {
	for _, f := range c.Files {
		if f.Key != "projectRoot" {
			continue
		}
		v, _ := strictjson.Decode(f.Value, strictjson.Options{AllowNull: true})
		if v == nil || v.Kind() == strictjson.KindNull {
			return "", nil
		}
		s, ok := v.Text()
		if !ok {
			return "", inputError("files.projectRoot must be text")
		}
		return s, nil
	}
	return "", nil
}

func callKeys() []string {
	return []string{"tool", "args", "source", "conversationId", "files", "mode", "canAsk", "event"}
}

const shape = `{"tool":"server__tool","args":{…}}`

// ReadCall reads usher's own form of a call (SPEC G6). No comments; a key that
// differs only in case, a duplicate, null where a value belongs and any wrong
// type refuse; other unknown keys are ignored with a note. Errors never hold
// what the call's arguments hold.
func ReadCall(data []byte) (Call, error) {
	doc, problems := strictjson.Decode(data, strictjson.Options{
		File: "stdin", Rules: "call", MaxBytes: MaxCall, AllowNull: true,
	})
	if doc == nil {
		return Call{}, refused("the call on stdin is not usable JSON", problems)
	}
	if doc.Kind() != strictjson.KindObject {
		return Call{}, inputError("the call on stdin must be one JSON object: " + shape)
	}
	c := Call{Args: []byte("{}"), Source: "chat"}
	problems = append(problems, c.strays(doc)...)
	problems = append(problems, c.fill(doc)...)
	if len(problems) > 0 {
		return Call{Tool: c.Tool}, refused("the call on stdin is not understood", problems)
	}
	return c, nil
}

// strays notes the keys that nobody knows and gives those that are misspelt, one
// after another, for there may be a million.
func (c *Call) strays(doc *strictjson.Value) []fault.Problem {
	var misspelt []fault.Problem
	ignored, known, members := 0, callKeys(), doc.Members()
	for i := range members {
		for _, s := range strictjson.Strays(members[i:i+1], known) {
			if s.CaseOnly || strings.EqualFold(s.Member.Key, s.Nearest) { // U+212A folds to k
				if len(misspelt) < maxTold {
					misspelt = append(misspelt, problem(s.Member.Place, "call/key-case",
						fmt.Sprintf("the key %s must be spelt %q", quoted(s.Member.Key), s.Nearest)))
				}
				continue
			}
			if ignored++; ignored <= maxTold {
				c.Notes = append(c.Notes, note(s.Member.Place, "the key "+quoted(s.Member.Key)+" is ignored"))
			}
		}
	}
	if ignored > maxTold {
		c.Notes = append(c.Notes, note(doc.Place(), fmt.Sprintf("%d more keys are ignored", ignored-maxTold)))
	}
	return misspelt
}

// fill reads every known member and gives what is wrong with them.
func (c *Call) fill(doc *strictjson.Value) []fault.Problem {
	var ps []fault.Problem
	wrong := func(v *strictjson.Value, msg string) { ps = append(ps, problem(v.Place(), "call/bad-value", msg)) }
	text := func(key string, among ...string) string {
		v := doc.Get(key)
		if v == nil {
			return ""
		}
		s, ok := v.Text()
		switch {
		case !ok:
			wrong(v, key+" must be text")
		case len(among) > 0 && !slices.Contains(among, s):
			wrong(v, key+" must be "+strings.Join(among, " or "))
		}
		return s
	}
	if v := doc.Get("tool"); v == nil {
		ps = append(ps, problem(doc.Place(), "call/no-tool", "the call names no tool"))
	} else if s, ok := v.Text(); !ok {
		wrong(v, "tool must be text")
	} else if t, err := names.ParseTool(s); err != nil {
		wrong(v, err.Error())
	} else {
		c.Tool = t
	}
	if v := doc.Get("args"); v != nil {
		if v.Kind() != strictjson.KindObject {
			wrong(v, "args must be an object")
		} else {
			c.Args = v.Raw()
		}
	}
	if v := doc.Get("canAsk"); v != nil {
		b, ok := v.Bool()
		if !ok {
			wrong(v, "canAsk must be true or false")
		}
		c.CanAsk = b
	}
	if v := doc.Get("files"); v != nil {
		files, wrong := readFiles(v, "call")
		c.Files, ps = files, append(ps, wrong...)
	}
	text("event", "PreToolUse")
	c.ConversationID = text("conversationId")
	if s := text("source", "chat", "meta"); s != "" {
		c.Source = s
	}
	switch text("mode", "interactive", "headless", "plan") {
	case "headless":
		c.Mode = Headless
	case "plan":
		c.Mode = Plan
	}
	return ps
}

// ReadArgs checks the text of --args: one JSON object.
func ReadArgs(text string) ([]byte, error) {
	doc, problems := strictjson.Decode([]byte(text), strictjson.Options{
		File: "--args", Rules: "call", MaxBytes: MaxCall, AllowNull: true,
	})
	if doc == nil {
		return nil, argsHint(refused("--args is not usable JSON", problems))
	}
	if doc.Kind() != strictjson.KindObject {
		return nil, argsHint(inputError("--args must be a JSON object"))
	}
	return doc.Raw(), nil
}

// argsHint says how --args is written: what stands on stdin is another thing.
func argsHint(e *fault.Error) *fault.Error {
	e.Hints = []string{`give --args a JSON object: --args '{"q":"beam"}'`}
	return e
}

func note(p strictjson.Place, msg string) fault.Problem {
	n := problem(p, "call/unknown-key", msg)
	n.Severity = fault.SeverityNote
	return n
}

// quoted is a key of the call, cut where it is long: an answer does not grow with
// what a caller sends.
func quoted(key string) string {
	short, cut := clean.Cut(key, 64)
	short = clean.Quote(short)
	if cut {
		short = strings.TrimSuffix(short, `"`) + `…"`
	}
	return short
}

func problem(p strictjson.Place, rule, msg string) fault.Problem {
	return fault.Problem{File: "stdin", Line: p.Line, Column: p.Column, Rule: rule, Message: msg}
}

func inputError(msg string) *fault.Error {
	return fault.New(fault.Refused, msg, "send "+shape)
}

func refused(msg string, ps []fault.Problem) *fault.Error {
	if len(ps) > 0 {
		msg += ": " + ps[0].Where() + ": " + ps[0].Message
		if n := len(ps) - 1; n > 0 {
			msg += fmt.Sprintf(" (and %d more)", n)
		}
	}
	e := inputError(msg)
	e.Problems = ps
	return e
}
