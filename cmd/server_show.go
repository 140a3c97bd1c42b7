package cmd

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newServerShowCmd(a *app) *cobra.Command {
	o := serverShowOptions{app: a}
	return &cobra.Command{
		Use:   "show <id>",
		Short: "Show everything about one server",
		Long: `Show all that is known about one server: where it is defined, what it runs or
connects to, what it can reach in its sandbox and how that is built, its data folder, its variables and whether they are set now, its
approval, your marks, the tools as last seen, which secrets it takes, into what and
whether they are stored, and what is unusual about it. An entry that was dropped is
shown with the reason. No server is started, no keychain is asked, and the texts of
variables, headers and secrets are not shown.

EXIT STATUS
  0  shown
  1  there is no such server, or a file could not be read
  2  the command was not understood`,
		Example: `  # what is lab, and why does it not run?
  usher server show lab`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(a.completeServer),
		RunE:              a.show(o.run),
	}
}

type serverShowOptions struct{ *app }

func (o *serverShowOptions) run(_ context.Context, args []string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	id, err := g.serverID(args[0])
	if err != nil {
		return nil, err
	}
	if sv, ok := g.Set.Find(id); ok {
		return o.showView(g, sv), nil
	}
	d, ok := g.Set.DroppedID(id)
	if !ok {
		_, err := g.server(args[0])
		return nil, err
	}
	v := newShowView()
	v.ID, v.Layer, v.Status, v.DefinedAt, v.LastError = d.ID, d.Layer, "dropped", d.Problem.Where(), d.Problem.Message
	v.Marks = g.marksOf(id)
	v.aboutEntry(g, d.Problem.File)
	return v, nil
}

// showView gathers what is known about a server that loads.
func (o *serverShowOptions) showView(g ground, sv effective.Server) serverShowView {
	l, r := g.Set.Launch(sv), g.serverRow(sv)
	v := newShowView()
	v.ID, v.Layer, v.Status, v.DefinedAt, v.Description = string(sv.ID), sv.Layer, r.Status, sv.Where(), sv.Description
	v.Runs, v.Reach, v.Approved, v.Digest, v.LastError, v.Disabled = r.Runs, r.Reach, r.Approved, r.Digest, r.LastError, sv.Disabled
	v.TimeoutMs, v.Protocol = sv.Timeout.Milliseconds(), sv.Protocol
	from := o.sources(g)
	if sv.Remote() {
		v.Kind = "remote"
		for _, h := range sv.Headers {
			v.Headers = append(v.Headers, shownHeader{h.Name, origin(h.Name, h.Value, from, map[names.EnvName]bool{})})
		}
	} else {
		v.Kind, v.Program, v.ProgramFile, v.WorkDir = "local", l.Program.Path, l.Program.Real, l.WorkDir
		if script := scriptOf(sv.Command, sv.Args); script != "" && l.WorkDir != "" {
			v.Script = script
			if !filepath.IsAbs(script) {
				v.Script = filepath.Join(l.WorkDir, script)
			}
		}
	}
	v.Env = o.envOf(g, sv, from)
	for _, u := range secretUses(sv, from) {
		state := from.stored(u.Name)
		v.Secrets = append(v.Secrets, shownSecret{Name: string(u.Name), Field: u.Field, Stored: state == isStored, into: place(u) + ", " + state})
		if state != isStored {
			v.Hints = append(v.Hints, "to store "+string(u.Name)+": "+o.again("usher secret set "+string(u.Name)))
		}
	}
	seen := from.reach(sv)
	if v.Reach, v.Data = append(seen.texts(), seen.notes...), seen.data; seen.why != "" && v.LastError == "" {
		v.LastError = seen.why
		v.Hints = append(v.Hints, seen.hints...)
	}
	for _, text := range unusual(g.Set, sv, from) {
		if !slices.Contains(v.Reach, text) {
			v.Warnings = append(v.Warnings, text)
		}
	}
	v.Marks = g.marksOf(sv.ID)
	if m, kept := g.known(l.Key.Digest); kept {
		v.ToolsKnown = true
		for _, t := range m.Tools {
			v.Tools = append(v.Tools, shownTool{Name: t.Name, Description: t.Description, Claims: append([]string{}, t.Claims...),
				Mark: standingWords(g.Ledger.Standing(l.Key, t.Name))})
		}
		for _, n := range m.NotOffered {
			v.NotOffered = append(v.NotOffered, shownTool{Name: n.Name, Claims: []string{}, Mark: "not offered: " + n.Why})
		}
	}
	for _, other := range g.Set.Servers {
		if other.ID == sv.ID && other.ShadowedBy != "" {
			v.Shadows = append(v.Shadows, other.Where())
		}
	}
	v.aboutEntry(g, sv.File)
	switch v.Status {
	case needsApproval:
		v.Hints = append(v.Hints, "to approve it: "+o.again("usher server approve "+v.ID))
	case "disabled":
		if sv.Layer == trust.Yours {
			v.Hints = append(v.Hints, "to let it start: "+o.again("usher server enable "+v.ID))
		}
	}
	return v
}

// envOf are the variables of a server, in words, with the token's.
func (o *serverShowOptions) envOf(g ground, sv effective.Server, from sources) []shownVariable {
	out := []shownVariable{}
	named := map[names.EnvName]bool{}
	may := g.Ledger.MaySet(sv.ID)
	for _, e := range sv.Env {
		s := shownVariable{Name: string(e.Name), From: variableOrigin(sv, e, from, named), CodeLoading: mcp.CodeLoading(string(e.Name))}
		s.Allowed = s.CodeLoading && slices.Contains(may, e.Name)
		out = append(out, s)
	}
	for _, n := range sv.EnvNames() {
		use := "read for the command line or a header, "
		if n == sv.TokenEnv {
			use = "sent as the token, "
		}
		if !named[n] {
			out = append(out, shownVariable{Name: string(n), From: use + setNow(n, o.Getenv)})
		}
	}
	return out
}

// marksOf are the decisions about a server's tools, and whether each holds now.
func (g ground) marksOf(id names.ServerID) []shownMark {
	out := []shownMark{}
	for _, d := range g.Ledger.Decisions() {
		if d.Kind != trust.Mark || d.Server != id {
			continue
		}
		why := g.asleep(d)
		if why == "" && d.Asleep {
			why = "the tool says something else since"
		}
		out = append(out, shownMark{Tool: d.Tool, Decision: orUnset(d.Decision), ReadOnly: d.ReadOnly, Holds: why == "", Because: why})
	}
	return out
}

// aboutEntry adds what the reader said about the entry, and about the whole.
func (v *serverShowView) aboutEntry(g ground, file string) {
	for _, p := range g.concerning("hooks") {
		if p.Entry == v.ID && p.File == file || p.Entry == "" && p.Severity == fault.SeverityError {
			v.Problems = append(v.Problems, p)
		}
	}
	v.Problems = append(v.Problems, problemsOf(g.LedgerErr, "ledger/unreadable")...)
}
