package gateway

import (
	"fmt"
	"slices"
	"strings"

	"usher/pkg/digest"
	"usher/pkg/engine"
	"usher/pkg/gate"
)

// maxToolName and callable bound the names that tools are offered under (SPEC Q7). No
// other name has come out of tools/list, and a hint never holds one.
const maxToolName = 128

func callable(name string) bool {
	return name != "" && len(name) <= maxToolName && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '.' && r != '-'
	})
}

// unreal is why there is nothing to call under this name, nil where there may be. Of a
// call that is not allowed it is all that is said: a name that a model made up makes no
// question to a person, and no hint how to let it through (SPEC Q7, M4).
func (c *call) unreal(d gate.Decision) *gate.Reason {
	if d.Verdict == gate.Allow || c.Tool.String() == ownTool {
		return nil
	}
	sv, ok := c.server()
	if !ok {
		if slices.ContainsFunc(d.Reasons, func(r gate.Reason) bool { return strings.HasPrefix(r.By, "server ") }) {
			return nil // its entry says why
		}
		return &gate.Reason{By: "input", Says: "no server defines this tool", Hint: "usher server list"}
	}
	list, kept := c.ground.Known(c.launch())
	name := c.Tool.Name()
	t, listed := list.Tool(name)
	if !kept || !c.tools || listed && t.Unfit == "" {
		return nil
	}
	if listed {
		return &gate.Reason{By: "input", Says: notOfferedFor(name, t.Unfit), Hint: "usher server tools " + string(sv.ID)}
	}
	for _, n := range list.NotOffered {
		if n.Name == name {
			return &gate.Reason{By: "input", Says: notOfferedFor(n.Name, n.Why), Hint: "usher server tools " + string(sv.ID)}
		}
	}
	return &gate.Reason{By: "input", Says: fmt.Sprintf("server %q has no tool %q", sv.ID, name),
		Hint: "ask it again: usher server tools " + engine.QuoteArg(string(sv.ID)) + " --refresh"}
}

// definition is the tool as its server is known to describe it, "" where that is not
// known.
func (c *call) definition() digest.Digest {
	if !c.tools {
		return ""
	}
	list, _ := c.ground.Known(c.launch())
	t, _ := list.Tool(c.Tool.Name())
	return t.Digest
}

func notOfferedFor(tool, why string) string {
	return fmt.Sprintf("the tool %q is listed but not offered: %s", tool, why)
}
