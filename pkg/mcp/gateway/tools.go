package gateway

import (
	"context"
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// ownTool is usher's own (SPEC G1).
const ownTool = "app__skill_load"

const ownDefinition = `{"name":"` + ownTool + `","description":"Load the text of a skill that the instructions name.",` +
	`"inputSchema":{"type":"object","properties":{"name":{"type":"string","description":"the skill's name"}},"required":["name"],"additionalProperties":false},` +
	`"annotations":{"readOnlyHint":true}}`

// listTools is tools/list: what may be called at all, each definition as its server
// sent it but for the name. Lists that are known are not asked for again, and start
// nothing (SPEC V1, V5).
func (r *request) listTools(ctx context.Context) ([]byte, error) {
	if err := r.onePage(); err != nil {
		return nil, err
	}
	gr, err := r.g.now(ctx)
	if err != nil {
		return nil, err
	}
	var items [][]byte
	if own, err := names.ParseTool(ownTool); err == nil && r.offers(gr, own) {
		items = append(items, []byte(ownDefinition))
	}
	for _, l := range r.g.lists(ctx, gr) {
		for _, n := range l.list.NotOffered {
			r.keptBack(l.server.ID, n.Name, n.Why)
		}
		for _, t := range l.list.Tools {
			tool := names.NewTool(l.server.ID, t.Name)
			if !r.offers(gr, tool) {
				continue
			}
			if t.Unfit != "" {
				r.keptBack(l.server.ID, t.Name, t.Unfit)
				continue
			}
			members, _ := strictjson.Skim(t.Raw, maxDepth)
			if m := members.Pick("name"); m != nil {
				items = append(items, spliced(t.Raw, m.Start, m.Stop, quote(tool.String())))
			}
		}
	}
	return r.cached([]byte("tools"), list(items)), nil
}

// keptBack says that a tool which a server lists is not offered.
func (r *request) keptBack(id names.ServerID, tool, why string) {
	r.g.say(fault.Problem{Rule: "serve/not-offered", Severity: fault.SeverityWarning, Entry: string(id),
		Message: fmt.Sprintf("the tool %q of server %q is not offered: %s", tool, id, why), Hint: "usher server tools " + string(id)})
}

// onePage refuses a cursor: usher gives every list whole.
func (r *request) onePage() error {
	if r.param("cursor") != nil {
		return badParams("usher gives its lists whole: there is no cursor")
	}
	return nil
}

// offers reports a tool that is not refused as things stand (SPEC V2). What a call of
// it needs beside that, its refusal says.
func (r *request) offers(gr Ground, tool names.Tool) bool {
	return gate.Screen(gr.Standing().Facts(r.s.requestFor(tool))).Verdict != gate.Deny
}
