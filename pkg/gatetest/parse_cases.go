package gatetest

import (
	"strconv"

	"usher/pkg/gate"
	"usher/pkg/hosts"
	"usher/pkg/strictjson"
)

// cases reads the table itself. A table without a case tests nothing, and does not
// pass for it (SPEC Y3).
func (r *reader) cases(doc *strictjson.Value) []Case {
	v := doc.Get("cases")
	if v == nil {
		r.fail(doc.Place(), "", "no-cases", "the table has no cases, so it tests nothing",
			`add "cases": [{"call": {"tool": "server__tool"}, "expect": "deny"}]`)
		return nil
	}
	items, ok := r.list(v, "cases")
	if ok && len(items) == 0 {
		r.fail(v.Place(), "cases", "no-cases", "cases is empty, so the table tests nothing",
			`add {"call": {"tool": "server__tool"}, "expect": "deny"}`)
	}
	out := make([]Case, 0, len(items))
	for i, item := range items {
		out = append(out, r.one(item, i))
	}
	return out
}

func (r *reader) one(v *strictjson.Value, i int) Case {
	entry := "cases[" + strconv.Itoa(i) + "]"
	c := Case{Place: v.Place()}
	if !r.object(v, entry, "name", "call", "expect", "reason", "hooks") {
		return c
	}
	if n := v.Get("name"); n != nil {
		c.Name, _ = r.text(n, entry+".name")
	}
	if t := v.Get("reason"); t != nil {
		c.Reason, _ = r.text(t, entry+".reason")
	}
	if h := v.Get("hooks"); h != nil {
		c.Answers = r.answers(h, entry+".hooks")
	}
	switch call := v.Get("call"); {
	case call == nil:
		r.fail(v.Place(), entry, "no-call", entry+" has no call", `add "call": {"tool": "server__tool", "args": {}}`)
	default:
		got, ps := hosts.CallIn(call, r.options())
		for _, p := range ps {
			p.Entry = entry + ".call"
			r.problems = append(r.problems, p)
		}
		c.Call = got
	}
	c.Expect = r.expect(v, entry)
	if c.Name == "" {
		c.Name = "case " + strconv.Itoa(i+1) + ": " + c.Call.Tool.String()
	}
	return c
}

func (r *reader) expect(v *strictjson.Value, entry string) gate.Verdict {
	e := v.Get("expect")
	if e == nil {
		r.fail(v.Place(), entry, "no-expect", entry+" does not say what to expect", `add "expect": "allow", "ask" or "deny"`)
		return gate.Deny
	}
	word, _ := r.text(e, entry+".expect", gate.Allow.String(), gate.Ask.String(), gate.Deny.String())
	for _, known := range []gate.Verdict{gate.Allow, gate.Ask} {
		if word == known.String() {
			return known
		}
	}
	return gate.Deny
}

// answers reads what hooks are supposed to say: {"guard": "deny"}.
func (r *reader) answers(v *strictjson.Value, entry string) []Answer {
	if v.Kind() != strictjson.KindObject {
		r.kind(v, entry, "an object")
		return nil
	}
	var out []Answer
	for _, m := range v.Members() {
		word, ok := r.text(m.Value, entry+"."+m.Key, string(None), string(Deny), string(Ask), string(Fail))
		if ok {
			out = append(out, Answer{Hook: m.Key, Says: Opinion(word), Place: m.Place})
		}
	}
	return out
}
