package gateway

import (
	"fmt"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/mcp"
	"usher/pkg/names"
)

// maxReasons of one server are told one by one.
const maxReasons = 20

// count counts the tools of a server that are offered, and gathers the others by the
// reason.
func (o *Offer) count(r *request, gr Ground, sv effective.Server, list mcp.Manifest) {
	type group struct {
		why   gate.Reason // the first of them
		tools []string
	}
	var order []*group
	of := map[string]*group{}
	note := func(key string, why gate.Reason, tool string) {
		if of[key] == nil {
			of[key] = &group{why: why}
			order = append(order, of[key])
		}
		of[key].tools = append(of[key].tools, tool)
	}
	listed := func(tool, why string) {
		if of["its list: "+why] == nil && len(order) >= maxReasons {
			why = "for other reasons"
		}
		note("its list: "+why, gate.Reason{By: "its list", Says: why, Hint: "usher server tools " + string(sv.ID)}, tool)
	}
	for _, t := range list.Tools {
		switch d := gate.Screen(gr.Standing().Facts(r.s.requestFor(names.NewTool(sv.ID, t.Name)))); {
		case d.Verdict == gate.Deny:
			note(d.Reasons[0].By, d.Reasons[0], t.Name) // a denial has one
		case t.Unfit != "":
			listed(t.Name, t.Unfit)
		default:
			o.Tools++
		}
	}
	for _, n := range list.NotOffered {
		listed(n.Name, n.Why)
	}
	for _, g := range order {
		o.LeftOut = append(o.LeftOut, fault.Problem{Rule: "serve/not-offered", Severity: fault.SeverityNote, Entry: string(sv.ID), File: g.why.File, Hint: g.why.Hint,
			Message: fmt.Sprintf("%s of server %q not offered: %s: %s", few(g.tools), sv.ID, g.why.By, g.why.Says)})
	}
}

// few names some tools and counts the rest.
func few(tools []string) string {
	const shown = 5
	if len(tools) > shown {
		return strings.Join(tools[:shown], ", ") + fmt.Sprintf(" and %d more", len(tools)-shown)
	}
	return strings.Join(tools, ", ")
}
