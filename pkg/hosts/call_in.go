package hosts

import (
	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// CallIn reads a call that stands in a larger document, as ReadCall does, with its
// places there. It is a person's own text, so a key that nobody knows is an error
// and not a note.
func CallIn(v *strictjson.Value, o strictjson.Options) (Call, []fault.Problem) {
	c := Call{Args: []byte("{}"), Source: "chat"}
	if v.Kind() != strictjson.KindObject {
		p := problem(v.Place(), "call/bad-value", "a call is one JSON object, got "+v.Kind().String())
		p.File, p.Hint = o.File, "write "+shape
		return Call{}, []fault.Problem{p}
	}
	var ps []fault.Problem
	for _, s := range strictjson.Unknown(v, callKeys()) {
		ps = append(ps, s.Problem(strictjson.Options{File: o.File, Rules: "call"}, ""))
	}
	for _, p := range c.fill(v) {
		p.File = o.File
		ps = append(ps, p)
	}
	if len(ps) > 0 {
		return Call{}, ps
	}
	return c, nil
}
