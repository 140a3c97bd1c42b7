package gatetest

import (
	"fmt"
	"slices"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/names"
	"usher/pkg/strictjson"
	"usher/pkg/trust"
)

// trusted writes down what the table says about the project folder.
func (w *world) trusted(m *engine.Material) {
	if m.Project.Off {
		return // nothing of it counts, trusted or not
	}
	said, folder := w.file.Given.Trusted, m.Project.Folder
	switch {
	case said == nil:
		return
	case folder.Path == "" && said.Value:
		w.fail(said.Place, "given.trusted", "trusted speaks of the project folder, and there is none", `add "project": "FOLDER"`)
		return
	case folder.Path == "":
		return
	case !said.Value:
		w.ledger.RevokeFolder(folder.Path)
		m.Project.State, m.Project.Pin = w.ledger.FolderState(folder), ""
		return
	default:
		if err := w.ledger.TrustFolder(folder, effective.Guards(folder), false); err != nil {
			w.fail(said.Place, "given.trusted", "the project folder cannot be trusted: "+err.Error(), "usher trust show "+engine.QuoteArg(folder.Path))
		}
	}
	m.Project.State, m.Project.Pin = w.ledger.FolderState(folder), ""
}

// accepted writes down that the hooks files are accepted, where all is approved.
func (w *world) accepted(m *engine.Material) {
	a := w.file.Given.Approved
	if a == nil {
		return
	}
	w.ledger = w.ledger.Without(trust.Launch, trust.HooksKind)
	if !a.All {
		return
	}
	keys := []trust.HooksKey{trust.OwnHooks(effective.HooksFile, m.Yours.Files[effective.HooksFile])}
	for _, file := range m.Project.Folder.InOrder() {
		if file.Part == trust.PartHooks {
			keys = append(keys, trust.ProjectHooks(m.Project.Folder, file))
		}
	}
	for _, k := range keys {
		accept := w.ledger.AcceptHooks
		if m.Project.Pin != "" {
			accept = w.ledger.AcceptPinnedHooks
		}
		_ = accept(k) // what cannot be accepted is not, and refuses
	}
}

// marks writes down the approvals and grants of the table, for the launches that
// stand.
func (w *world) marks(s *engine.Standing) {
	if a := w.file.Given.Approved; a != nil {
		for _, sv := range s.Set.Servers {
			k := s.Set.Launch(sv).Key
			if sv.ShadowedBy == "" && k.Digest != "" && (a.All || a.has(sv.ID)) {
				w.ledger.Approve(k)
			}
		}
		for _, id := range a.IDs {
			if _, ok := s.Set.Find(id.Value); !ok {
				w.noServer(s, id.Value, id.Place, "given.approved")
			}
		}
	}
	w.allowances(s)
	if w.file.Given.Grants == nil {
		return
	}
	w.ledger = w.ledger.Without(trust.Mark, trust.Covered)
	for _, g := range *w.file.Given.Grants {
		w.mark(s, g)
	}
}

func (a *Approved) has(id names.ServerID) bool {
	for _, one := range a.IDs {
		if one.Value == id {
			return true
		}
	}
	return false
}

// mark records one grant as grant set would. A denial needs no server (SPEC G1).
func (w *world) mark(s *engine.Standing, g Grant) {
	key := trust.Key{Server: g.Server}
	sv, defined := s.Set.Find(g.Server)
	switch {
	case defined:
		key = s.Set.Launch(sv).Key
		if key.Digest == "" && (g.Decision == nil || *g.Decision != trust.Deny) {
			w.fail(g.Place, "given.grants", fmt.Sprintf("server %q cannot be started, so no mark holds for it: %s", g.Server, s.Set.Launch(sv).Why), "")
			return
		}
	case g.Decision == nil || *g.Decision != trust.Deny:
		w.noServer(s, g.Server, g.Place, "given.grants")
		return
	}
	change := trust.MarkChange{Decision: g.Decision, ReadOnly: g.ReadOnly}
	if g.Tool == trust.Star {
		change.Tools = make(map[string]digest.Digest, len(g.Tools))
		for _, tool := range g.Tools {
			change.Tools[tool] = "" // no definition was seen, so none can have changed
		}
	}
	if g.Asleep {
		w.asleep(key, g, change)
		return
	}
	w.ledger.SetMark(key, g.Tool, change)
}

// asleep records a mark of tools that were seen, and that say something else since.
func (w *world) asleep(key trust.Key, g Grant, change trust.MarkChange) {
	then, now := map[string]digest.Digest{}, map[string]digest.Digest{}
	for _, tool := range append([]string{g.Tool}, g.Tools...) {
		if tool != trust.Star {
			then[tool], now[tool] = seen("when it was marked", tool), seen("now", tool)
		}
	}
	change.Tools = then
	w.ledger.SetMark(key, g.Tool, change)
	w.ledger.Observe(key, now)
}

// seen is a definition that nobody wrote.
func seen(when, tool string) digest.Digest {
	return digest.New("usher/tool/1").Field("when", []byte(when)).Field("name", []byte(tool)).Sum()
}

// allowances checks that each is about a server of this world.
func (w *world) allowances(s *engine.Standing) {
	if w.file.Given.Allowances == nil {
		return
	}
	for _, a := range *w.file.Given.Allowances {
		id, _ := a.Tool.Server()
		if _, ok := s.Set.Find(id); !ok {
			w.noServer(s, id, a.Place, "given.allowances")
		}
	}
}

// allowed answers for the allowances of the table; nil where it gives none.
func (f File) allowed() engine.Allowed {
	if f.Given.Allowances == nil {
		return nil
	}
	return func(conversation string, tool names.Tool) bool {
		return slices.ContainsFunc(*f.Given.Allowances, func(a Allowance) bool { return a.Conversation == conversation && a.Tool == tool })
	}
}

func (w *world) noServer(s *engine.Standing, id names.ServerID, at strictjson.Place, entry string) {
	var ids []string
	for _, sv := range s.Set.Servers {
		ids = append(ids, string(sv.ID))
	}
	hint := "define it in given.mcp, or leave it out"
	if near := strictjson.Nearest(string(id), ids); near != "" {
		hint = `did you mean "` + near + `"?`
	}
	w.fail(at, entry, fmt.Sprintf("no server %q stands in this world", id), hint)
}
