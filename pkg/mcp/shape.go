package mcp

import (
	"strconv"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

const (
	keyServers    = "servers"
	keyMcpServers = "mcpServers"

	maxServers = 200 // SPEC 18

	expected   = `expected an object with "servers" or "mcpServers"`
	shapesHint = `the file is {"servers": [{"id": …}]} or {"mcpServers": {"<id>": {…}}}`
)

// document finds the shape and reads every entry (SPEC S1). Entries are read
// also where the file is refused for another reason, so that all is reported.
func (p *parser) document(root *strictjson.Value) {
	if root.Kind() != strictjson.KindObject {
		p.problem(root.Place(), "mcp/shape", expected+", got "+root.Kind().String(), shapesHint)
		return
	}
	p.topKeys(root)
	list, byID := root.Get(keyServers), root.Get(keyMcpServers)
	switch {
	case list != nil && byID != nil:
		p.problem(byID.Place(), "mcp/shape", `the file has both "servers" and "mcpServers"`, "move every server under one of them")
		p.list(list)
		p.object(byID)
	case list != nil:
		p.file.Shape = ShapeServers
		p.list(list)
	case byID != nil:
		p.file.Shape = ShapeMcpServers
		p.object(byID)
	case !p.file.Unusable:
		p.file.Problems = append(p.file.Problems, fault.Problem{File: p.src.Path, Line: root.Place().Line, Column: root.Place().Column,
			Rule: "mcp/shape", Severity: fault.SeverityNote, Message: "the file defines no servers", Hint: shapesHint})
	}
}

func (p *parser) topKeys(root *strictjson.Value) {
	strays := strictjson.Unknown(root, []string{keyServers, keyMcpServers})
	for i, s := range strays {
		if i == maxProblems {
			p.problem(s.Member.Place, "mcp/unknown-key", "and "+strconv.Itoa(len(strays)-i)+" more top keys are not known", "")
			return
		}
		rule, hint := "mcp/unknown-key", shapesHint
		if s.Nearest != "" {
			hint = `did you mean "` + s.Nearest + `"? ` + hint
		}
		if s.CaseOnly {
			rule = "mcp/key-case"
		}
		p.problem(s.Member.Place, rule, "the top key "+quoted(s.Member.Key)+" is not known", hint)
	}
}

// list reads {"servers":[…]}.
func (p *parser) list(v *strictjson.Value) {
	switch v.Kind() {
	case strictjson.KindArray:
	case strictjson.KindObject:
		p.problem(v.Place(), "mcp/shape", `"servers" must be a list, got an object`,
			`write a list, [{"id": "name", …}], or name the key "mcpServers"`)
		return
	default:
		p.wrongTop(v, keyServers, "a list")
		return
	}
	items := v.Items()
	if !p.fits(v, len(items)) {
		return
	}
	p.room(len(items))
	for i, item := range items {
		e := p.entry(keyServers+"["+strconv.Itoa(i)+"]", ShapeServers, item, item.Place())
		e.read()
	}
}

// object reads {"mcpServers":{…}}.
func (p *parser) object(v *strictjson.Value) {
	switch v.Kind() {
	case strictjson.KindObject:
	case strictjson.KindArray:
		p.problem(v.Place(), "mcp/shape", `"mcpServers" must be an object, got a list`,
			`write {"name": {…}}, or name the key "servers" and give each entry an "id"`)
		return
	default:
		p.wrongTop(v, keyMcpServers, "an object")
		return
	}
	members := v.Members()
	if !p.fits(v, len(members)) {
		return
	}
	p.room(len(members))
	for _, m := range members {
		if strings.HasPrefix(m.Key, "_") || strings.HasPrefix(m.Key, "$") {
			continue // as everywhere (SPEC F2); x-… is an id like any other here
		}
		e := p.entry(keyMcpServers+"["+quoted(m.Key)+"]", ShapeMcpServers, m.Value, m.Place)
		e.key = m.Key
		e.read()
	}
}

func (p *parser) wrongTop(v *strictjson.Value, key, want string) {
	rule := "mcp/bad-type"
	if v.Kind() == strictjson.KindNull {
		rule = "mcp/null"
	}
	p.problem(v.Place(), rule, quoted(key)+" must be "+want+", got "+v.Kind().String(), shapesHint)
}

func (p *parser) fits(v *strictjson.Value, n int) bool {
	if n > maxServers {
		p.problem(v.Place(), "mcp/too-many", "the file defines "+strconv.Itoa(n)+" servers, at most "+strconv.Itoa(maxServers)+" are read", "take out those you do not use")
	}
	return n <= maxServers
}

// quoted is a key or an id for a message: one line, harmless, cut where long.
func quoted(s string) string {
	if short, cut := clean.Cut(s, 64); cut {
		s = short + "…"
	}
	return `"` + clean.Line(s) + `"`
}
