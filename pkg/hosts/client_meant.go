package hosts

import (
	"slices"
	"strings"

	"usher/pkg/names"
)

// gatewayID is what usher's own gateway is called in an assistant (SPEC G6, S2).
const gatewayID = "usher"

// Known is what an assistant's name for a tool may stand for.
type Known struct {
	Servers []names.ServerID              // of definitions and of decisions
	Defined func(names.ServerID) bool     // it stands in a definition, so the gateway may offer it
	Tools   func(names.ServerID) []string // the tools of a server that are known
}

// Meaning is what an assistant's name for a tool may stand for: the first is what
// it is called inside, the rest count as well, and the strictest decides. Gateway:
// the tool is one of usher's own gateway, which decides itself.
type Meaning struct {
	Tools   []names.Tool
	Gateway bool
}

// Meant finds what is called. Assistants change what they do not like in a name,
// cut it and put a hash behind it, each in its own way (SPEC G6).
func (c Client) Meant(s Sent, known Known) (Meaning, error) {
	as, err := names.ParseTool(s.Spelling)
	if err != nil {
		return Meaning{}, hostError("the tool's name cannot be used: " + err.Error())
	}
	var m Meaning
	if s.Server != "" {
		if s.Server == gatewayID {
			return Meaning{Tools: []names.Tool{as}, Gateway: ofGateway(s.Own, known, func(t string) string { return t })}, nil
		}
		m.add(names.NewTool(names.ServerID(s.Server), s.Own))
		m.add(as)
		return m, nil
	}
	for _, f := range c.p.forms {
		c.matches(&m, s.Spelling, f, known)
	}
	if m.Gateway = len(m.Tools) == 0 && c.byGateway(s.Spelling, known); m.Gateway {
		return Meaning{Tools: []names.Tool{as}, Gateway: true}, nil
	}
	if len(m.Tools) == 0 {
		c.bare(&m, s.Spelling, known)
	}
	strange := c.splits(s.Spelling)
	if len(m.Tools) == 0 && len(strange) != 1 {
		m.add(as)
	}
	for _, t := range strange {
		m.add(t)
	}
	m.add(as)
	return m, nil
}

// splits are the tools that a name may stand for of servers that usher does not know:
// a guard by their name holds for them as well.
func (c Client) splits(spelling string) []names.Tool {
	var m Meaning
	for _, f := range c.p.forms {
		rest, ok := strings.CutPrefix(spelling, f.before)
		if !ok || f.before == "" && f.between == "_" {
			continue // else every tool of the assistant's own would be a server's
		}
		for i := range rest {
			if strings.HasPrefix(rest[i:], f.between) {
				tool := rest[i+len(f.between):]
				m.add(names.NewTool(names.ServerID(rest[:i]), tool))
				if !strings.Contains(c.p.keep, "-") {
					m.add(names.NewTool(names.ServerID(strings.ReplaceAll(rest[:i], "_", "-")), tool))
				}
			}
		}
	}
	return m.Tools
}

func (m *Meaning) add(t names.Tool) {
	if t != (names.Tool{}) && !slices.Contains(m.Tools, t) {
		m.Tools = append(m.Tools, t)
	}
}

// matches adds what a name stands for that is written in one form: a known tool of a
// known server whose name becomes this one, and what the name says as it stands.
func (c Client) matches(m *Meaning, spelling string, f form, known Known) {
	rest, ok := strings.CutPrefix(spelling, f.before)
	if !ok {
		return
	}
	for _, id := range known.Servers {
		lead := c.folded(string(id) + f.between)
		if !strings.HasPrefix(c.folded(rest), lead) && !cutTo(spelling, f.before+lead) {
			continue
		}
		plain := names.Tool{}
		if len(rest) > len(lead) && strings.HasPrefix(c.folded(rest), lead) {
			plain = names.NewTool(id, rest[len(lead):])
		}
		var others []names.Tool
		for _, tool := range known.Tools(id) {
			if t := names.NewTool(id, tool); t != plain && c.becomes(f.before+string(id)+f.between+tool, spelling) {
				others = append(others, t)
			} else if t == plain {
				m.add(plain)
			}
		}
		for _, t := range others {
			m.add(t)
		}
		m.add(plain)
	}
}

// bare adds every known tool of that name, where an assistant does not say whose it
// is: all that could be meant count.
func (c Client) bare(m *Meaning, spelling string, known Known) {
	if c.p.name != "cursor" {
		return
	}
	spelling = strings.TrimPrefix(spelling, "MCP:")
	for _, id := range known.Servers {
		for _, tool := range known.Tools(id) {
			if c.becomes(tool, spelling) {
				m.add(names.NewTool(id, tool))
			}
		}
	}
}

// byGateway reports a tool of usher's own gateway, whose names are server__tool: of a
// server that is defined, for another server might be called so that it looks alike.
func (c Client) byGateway(spelling string, known Known) bool {
	for _, f := range c.p.forms {
		if f.before == "" && f.between == "_" || c.p.name == "cursor" {
			continue // nothing tells it from a tool that is merely called so
		}
		if own, ok := strings.CutPrefix(spelling, f.before+gatewayID+f.between); ok && ofGateway(own, known, c.folded) {
			return true
		}
	}
	return false
}

// ofGateway reports a name that the gateway offers.
func ofGateway(own string, known Known, folded func(string) string) bool {
	if own == "app__skill_load" {
		return true
	}
	for _, id := range known.Servers {
		if known.Defined(id) && strings.HasPrefix(folded(own), folded(string(id)+"__")) {
			return true
		}
	}
	return false
}
