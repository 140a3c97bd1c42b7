package cmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/term"
	"usher/pkg/trust"
)

func newServerToolsCmd(a *app) *cobra.Command {
	o := serverToolsOptions{app: a}
	cmd := &cobra.Command{
		Use:   "tools <id>",
		Short: "List a server's tools with your marks",
		Long: `List every tool of a server with its description and your mark. The list as last
seen answers at once; --refresh, and the first time, starts the server, asks it
and stops it again; a remote one is reached. A tool that says something else than when you marked it is
shown with the difference, and asks until you mark it again. What the server
claims about a tool is shown as a claim and decides nothing.

Writes the kept list, that of the server's prompts (usher prompt list) and, where a
mark fell asleep, the ledger.

EXIT STATUS
  0  listed
  1  the server failed
  2  the server is not approved, or the command was not understood`,
		Example: `  # ask the server again
  usher server tools notes --refresh`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(a.completeServer),
		RunE:              a.show(o.run),
	}
	cmd.Flags().BoolVar(&o.refresh, "refresh", false, "ask the server, not the kept list")
	return cmd
}

type serverToolsOptions struct {
	*app
	refresh bool
}

func (o *serverToolsOptions) run(ctx context.Context, args []string) (output.View, error) {
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	sv, err := g.server(args[0])
	if err != nil {
		return nil, err
	}
	launch, err := g.launch(sv)
	if err != nil {
		return nil, err
	}
	before, kept := g.known(launch.Key.Digest)
	if kept && !o.refresh {
		return toolsView(g, sv, launch, before, true), nil
	}
	m, err := o.list(ctx, g, sv, launch, "tools")
	if err != nil {
		return nil, err
	}
	if _, err := o.learn(ctx, g, launch.Key, m); err != nil {
		return nil, err
	}
	if g, err = o.firm(); err != nil { // marks may have fallen asleep
		return nil, err
	}
	return toolsView(g, sv, launch, m, false), nil
}

// list starts or reaches the server, takes its list and leaves it. what is the
// command's word, for the log.
func (a *app) list(ctx context.Context, g ground, sv effective.Server, l effective.Launch, what string) (mcp.Manifest, error) {
	t, err := a.target(ctx, g, sv, l)
	if err != nil {
		return mcp.Manifest{}, err
	}
	t.Prompts = true
	status := client.Probe(ctx, []client.Target{t}, a.progress())[sv.ID]
	if status.Err != nil {
		return mcp.Manifest{}, a.serverFailed(ctx, g, sv, status.Err, asking{what: what})
	}
	if status.Prompts != nil {
		if err := a.keepPrompts(ctx, g, l, *status.Prompts); err != nil {
			return mcp.Manifest{}, err
		}
	}
	return status.Manifest, nil
}

// progress says on stderr how far starts have come, at a terminal only (SPEC Z1).
func (a *app) progress() func(names.ServerID, client.State) {
	if !term.IsTerminal(a.Stderr) || a.flags.quiet {
		return nil
	}
	return func(id names.ServerID, s client.State) {
		_, _ = io.WriteString(a.Stderr, "usher: "+string(id)+": "+string(s)+"\n")
	}
}

func toolsView(g ground, sv effective.Server, l effective.Launch, m mcp.Manifest, kept bool) serverToolsView {
	v := serverToolsView{Server: string(sv.ID), Digest: string(l.Key.Digest), Kept: kept, Tools: []toolRow{}, NotOffered: []notOfferedRow{}, Notes: append([]string{}, m.Notes...)}
	for _, t := range m.Tools {
		s := g.Ledger.Standing(l.Key, t.Name)
		r := toolRow{Name: t.Name, Description: t.Description, Digest: string(t.Digest), Claims: append([]string{}, t.Claims...), Mark: toolMark(s), Changed: s.Asleep}
		if old, ok := g.marked(s); ok && s.Asleep && old.Digest != t.Digest {
			r.Difference = mcp.Diff(old, t)
		}
		v.Tools = append(v.Tools, r)
	}
	for _, n := range m.NotOffered {
		v.NotOffered = append(v.NotOffered, notOfferedRow{Name: n.Name, Why: n.Why})
	}
	v.Notes = append(v.Notes, keptBack(m)...)
	return v
}

// keptBack are the tools that usher call reaches and usher serve does not offer: some
// client would refuse the tools of every server for one of them (SPEC V5, Q7).
func keptBack(m mcp.Manifest) []string {
	const shown = 20
	var out []string
	more := 0
	for _, t := range m.Tools {
		switch {
		case t.Unfit == "":
		case len(out) == shown:
			more++
		default:
			out = append(out, fmt.Sprintf("usher serve does not offer %s: %s", t.Name, t.Unfit))
		}
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("nor does it offer %d more", more))
	}
	return out
}

// toolMark is a mark in words; what is not decided asks.
func toolMark(s trust.Standing) string {
	w := s.Decision
	if w == "" {
		w = "unset: asks"
	}
	if s.ByStar {
		w += " (by *)"
	}
	if s.ReadOnly {
		w += ", read-only"
	}
	if s.Asleep {
		w += "; asleep: asks"
	}
	return w
}

type toolRow struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Digest      string   `json:"digest"` // of its definition
	Mark        string   `json:"mark"`
	Claims      []string `json:"claims"`
	Changed     bool     `json:"changed"`
	Difference  string   `json:"difference,omitempty"`
}

type notOfferedRow struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

type serverToolsView struct {
	Server     string          `json:"server"`
	Digest     string          `json:"digest"`
	Kept       bool            `json:"kept"`
	Tools      []toolRow       `json:"tools"`
	NotOffered []notOfferedRow `json:"notOffered"`
	Notes      []string        `json:"notes"`
}

func (v serverToolsView) JSON() any { return v }

func (v serverToolsView) Text(w *output.Printer) {
	if len(v.Tools) == 0 {
		w.Line(v.Server + " offers no tools")
	} else {
		rows := make([][]string, 0, len(v.Tools))
		for _, t := range v.Tools {
			rows = append(rows, []string{t.Name, t.Mark, strings.Join(t.Claims, ", "), firstLine(t.Description)})
		}
		w.Table([]string{"TOOL", "YOUR MARK", "IT CLAIMS", "DESCRIPTION"}, rows)
	}
	for _, t := range v.Tools {
		if t.Changed {
			w.Line("changed since you marked it: " + t.Name + "; mark it again to wake the mark")
		}
		if t.Difference != "" {
			w.Text(t.Difference)
		}
	}
	for _, n := range v.NotOffered {
		w.Line(fmt.Sprintf("not offered: %s: %s", n.Name, n.Why))
	}
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
	if v.Kept {
		w.Line("as last seen; to ask the server: usher server tools " + v.Server + " --refresh")
	}
}

func firstLine(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return clean.Line(first)
}
