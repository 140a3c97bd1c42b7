package gatetest

import (
	"strconv"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
	"usher/pkg/trust"
)

func (r *reader) approved(v *strictjson.Value) *Approved {
	if all, ok := v.Bool(); ok {
		return &Approved{All: all}
	}
	a := &Approved{}
	if v.Kind() != strictjson.KindArray {
		r.kind(v, "given.approved", "true, false or a list of server ids")
		return a
	}
	for i, item := range v.Items() {
		if id, ok := r.id(item, "given.approved["+strconv.Itoa(i)+"]"); ok {
			a.IDs = append(a.IDs, Said[names.ServerID]{id, item.Place()})
		}
	}
	return a
}

func (r *reader) id(v *strictjson.Value, entry string) (names.ServerID, bool) {
	s, ok := r.text(v, entry)
	if !ok {
		return "", false
	}
	id, err := names.ParseServerID(s)
	if err != nil {
		r.fail(v.Place(), entry, "value", entry+": "+err.Error(), "")
	}
	return id, err == nil
}

func (r *reader) grants(v *strictjson.Value) *[]Grant {
	out := []Grant{}
	items, _ := r.list(v, "given.grants")
	for i, item := range items {
		out = append(out, r.grant(item, "given.grants["+strconv.Itoa(i)+"]"))
	}
	return &out
}

func (r *reader) grant(v *strictjson.Value, entry string) Grant {
	g := Grant{Place: v.Place()}
	if !r.object(v, entry, "server", "tool", "decision", "readOnly", "tools", "asleep") {
		return g
	}
	before := len(r.problems)
	if s := v.Get("server"); s != nil {
		g.Server, _ = r.id(s, entry+".server")
	}
	if t := v.Get("tool"); t != nil {
		g.Tool, _ = r.text(t, entry+".tool")
	}
	if d := v.Get("decision"); d != nil {
		if word, ok := r.text(d, entry+".decision", trust.Allow, trust.Ask, trust.Deny); ok {
			g.Decision = &word
		}
	}
	if ro := v.Get("readOnly"); ro != nil {
		if on, ok := r.flag(ro, entry+".readOnly"); ok {
			g.ReadOnly = &on
		}
	}
	if s := v.Get("asleep"); s != nil {
		g.Asleep, _ = r.flag(s, entry+".asleep")
	}
	if ts := v.Get("tools"); ts != nil {
		g.Tools = r.tools(ts, entry+".tools")
	}
	if len(r.problems) == before {
		r.problems = append(r.problems, r.whole(v, entry, g)...)
	}
	return g
}

func (r *reader) tools(v *strictjson.Value, entry string) []string {
	var out []string
	items, _ := r.list(v, entry)
	for i, item := range items {
		if name, ok := r.text(item, entry+"["+strconv.Itoa(i)+"]"); ok {
			out = append(out, name)
		}
	}
	return out
}

// whole says what is missing in a grant whose parts are sound.
func (r *reader) whole(v *strictjson.Value, entry string, g Grant) []fault.Problem {
	say := func(message, hint string) []fault.Problem {
		return []fault.Problem{{
			File: r.src.Path, Line: v.Place().Line, Column: v.Place().Column, Entry: entry, Rule: "gate-test/grant", Message: message, Hint: hint,
		}}
	}
	widens := g.Decision != nil && *g.Decision == trust.Allow || g.ReadOnly != nil && *g.ReadOnly
	switch {
	case g.Server == "" || g.Tool == "":
		return say(entry+" must name a server and a tool", `write {"server": "acme", "tool": "lookup", "decision": "allow"}`)
	case g.Decision == nil && g.ReadOnly == nil:
		return say(entry+" decides nothing", `add "decision": "allow", "ask" or "deny", or "readOnly": true`)
	case g.Tool != trust.Star && names.NewTool(g.Server, g.Tool) == names.Tool{}:
		return say(entry+" names a tool that no call can have", "")
	case g.Tool != trust.Star && v.Get("tools") != nil:
		return say(entry+" has tools, which belong to a '*'", `leave "tools" out`)
	case g.Tool == trust.Star && widens && v.Get("tools") == nil:
		return say(entry+" does not say which tools there were: a '*' that allows covers those that were listed when it was saved, and no later one",
			`add "tools": ["lookup"]; [] for none`)
	case g.Asleep && !widens:
		return say(entry+" is asleep, and only an allow and read-only sleep: an ask and a deny hold whatever the tool says", `leave "asleep" out`)
	}
	return nil
}

func (r *reader) allowances(v *strictjson.Value) *[]Allowance {
	out := []Allowance{}
	items, _ := r.list(v, "given.allowances")
	for i, item := range items {
		entry := "given.allowances[" + strconv.Itoa(i) + "]"
		if !r.object(item, entry, "conversation", "tool") {
			continue
		}
		a := Allowance{Place: item.Place()}
		c, t := item.Get("conversation"), item.Get("tool")
		if c == nil || t == nil {
			r.fail(item.Place(), entry, "allowance", entry+" must name a conversation and a tool", `write {"conversation": "c1", "tool": "acme__lookup"}`)
			continue
		}
		a.Conversation, _ = r.text(c, entry+".conversation")
		if text, ok := r.text(t, entry+".tool"); ok {
			tool, err := names.ParseTool(text)
			if _, ofServer := tool.Server(); err != nil || !ofServer {
				r.fail(t.Place(), entry+".tool", "value", entry+".tool must be a tool of a server", `write it as "server__tool"`)
			}
			a.Tool = tool
		}
		out = append(out, a)
	}
	return &out
}
