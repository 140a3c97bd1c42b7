package hooks

import (
	"slices"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// String is the shape in a word: list or object.
func (s Shape) String() string {
	if s == Object {
		return "object"
	}
	return "list"
}

// Convert writes a hooks.json in the other shape (SPEC H15). lost is everything
// that the new file does not hold or does in another way, as warnings where hooks
// could act otherwise and notes else, each at its place in the old file. Hooks of
// one event keep their order. A file with errors is not converted: the error is a
// *fault.Error with its problems.
func Convert(data []byte, src Source, to Shape) (out []byte, lost []fault.Problem, err error) {
	f := ParseFile(data, src)
	if f.Unusable || slices.ContainsFunc(f.Problems, isError) {
		return nil, nil, &fault.Error{Kind: fault.Refused, Message: "a file with errors is not converted", Problems: f.Problems}
	}
	if f.Shape == to {
		return nil, nil, fault.New(fault.Refused, "the file is in the "+to.String()+" shape already", "there is nothing to do; for the other shape: --to "+(Object-to).String())
	}
	c := converter{src: src}
	c.unread(data)
	if to == Object {
		out = c.object(f.Hooks)
	} else {
		out = c.list(f.Hooks)
	}
	if len(f.Hooks) > 0 {
		c.surroundings(to)
	}
	c.looser(f.Hooks, to)
	if again := ParseFile(out, src); again.Unusable || slices.ContainsFunc(again.Problems, isError) {
		e := &fault.Error{Kind: fault.Refused, Message: "the file cannot be written in the " + to.String() + " shape"}
		for _, p := range again.Problems {
			if isError(p) {
				e.Message += ": " + p.Message
				e.Hints = append(e.Hints, p.Hint)
				break
			}
		}
		return nil, nil, e
	}
	sortByPlace(c.lost)
	return out, c.lost, nil
}

// converter collects what is lost.
type converter struct {
	src  Source
	lost []fault.Problem
}

func (c *converter) note(h Hook, rule, message string) { c.add(fault.SeverityNote, h, rule, message) }
func (c *converter) warn(h Hook, rule, message string) {
	c.add(fault.SeverityWarning, h, rule, message)
}

// add tells of one hook; of the file as a whole where it is the zero hook.
func (c *converter) add(s fault.Severity, h Hook, rule, message string) {
	p := fault.Problem{File: c.src.Path, Line: h.Place.Line, Column: h.Place.Column, Entry: string(h.Name), Rule: "hooks/" + rule, Severity: s, Message: message}
	if h.Name != "" {
		p.Message = `hook "` + string(h.Name) + `": ` + message
	}
	c.lost = append(c.lost, p)
}

// unread tells of comments and of keys that nobody reads.
func (c *converter) unread(data []byte) {
	if line := commentLine(data); line.Line > 0 {
		c.note(Hook{Place: line}, "lost-comments", "comments are not carried over")
	}
	doc, _ := strictjson.Decode(data, c.src.options())
	c.ignored(doc)
}

// ignored finds the keys that every file may carry.
func (c *converter) ignored(v *strictjson.Value) {
	for _, m := range v.Members() {
		if strictjson.Ignored(m.Key) {
			c.note(Hook{Place: m.Place}, "lost-key", "key "+quote(m.Key)+" is not carried over")
			continue
		}
		c.ignored(m.Value)
	}
	for _, item := range v.Items() {
		c.ignored(item)
	}
}

// surroundings tells of what differs between the shapes beside the file.
func (c *converter) surroundings(to Shape) {
	const list, object = "KKSS_HOOK_EVENT and KKSS_PROJECT_ROOT", "KAITOI_HOOK_EVENT, KAITOI_PROJECT_DIR, KAITOI_SESSION_ID and CLAUDE_PROJECT_DIR"
	if to == Object {
		c.warn(Hook{}, "lost-environment", "hooks of the object shape get no "+list+"; they get "+object)
		c.note(Hook{}, "answers", "what a hook prints on stdout counts there when it starts with {: only a refusal or a question in JSON, anything broken refuses")
		return
	}
	c.warn(Hook{}, "lost-environment", "hooks of the list shape get no "+object+"; they get "+list)
	c.warn(Hook{}, "lost-input", "on stdin hooks of the list shape get tool, args, message and result, and none of tool_name, tool_input, prompt, tool_response, session_id, cwd nor what else the host sent")
	c.warn(Hook{}, "lost-answers", "a JSON answer on stdout is not read there: a hook refuses with exit code 2 and asks with 3")
	c.note(Hook{}, "lost-policy", "policy hooks.onError has no say there: a PreToolUse hook that fails refuses, unless its entry says warn")
}
