package cmd

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/output"
)

func newHostCheckCmd(a *app) *cobra.Command {
	o := hostCheckOptions{app: a}
	cmd := &cobra.Command{
		Use:   "check <assistant>",
		Short: "Prove that usher guards an assistant",
		Long: `Prove that usher works in an assistant: read what stands in its own files, and run
exactly that. Each hook of a tool call gets a call that cannot be read, which has to be
refused in that assistant's own words, and a harmless one of a tool called usher_check,
which has to pass: your hooks run for it. The other hooks get an event that cannot be
read. The gateway is started by its entry and asked for its tools, which may start
servers. What was left out when it was connected is not looked at. What fails on purpose
here is kept in the log, see usher log.

A setting that turns hooks off, in another file of the assistant's, of the folder at hand
or of the administrator, is named with its line, and so is one that leaves the gateway
out. Codex skips hooks that nobody trusted there: it says so too.

What does not stand there as "usher host connect" would write it now is not run. At the
end stands what that assistant cannot be made to guard; it does not count as missing.

EXIT STATUS
  0  all of it is proven
  1  something is missing or did not work; it is said
  2  no such assistant is known, or the command was not understood
  130  interrupted`,
		Example: `  # is Claude Code guarded?
  usher host check claude`,
		Args:              takes(1, 1),
		ValidArgsFunction: words(hostWords()...),
		RunE:              a.show(o.run),
	}
	cmd.Flags().Var(&choice{&o.scope, []string{scopeUser, scopeProject}}, "scope", "`whose` files: user, your own, or project (default: user)")
	_ = cmd.RegisterFlagCompletionFunc("scope", words(scopeUser, scopeProject))
	return cmd
}

type hostCheckOptions struct {
	*app
	scope string
}

// hostProbe is one thing that was looked at.
type hostProbe struct {
	What   string `json:"what"` // hooks PreToolUse, gateway
	File   string `json:"file"`
	Proven bool   `json:"proven"`
	Says   string `json:"says"`
}

type hostCheckView struct {
	Assistant string      `json:"assistant"`
	Scope     string      `json:"scope"`
	Project   string      `json:"project"`
	Proven    bool        `json:"proven"`
	Probes    []hostProbe `json:"probes"`
	Off       []hostOff   `json:"off"`  // settings that keep usher out
	Gaps      []string    `json:"gaps"` // what the assistant cannot be made to guard
	Notes     []string    `json:"notes"`
	Hints     []string    `json:"hints"`
}

func (o *hostCheckOptions) run(ctx context.Context, args []string) (output.View, error) {
	h, err := findHost(args[0])
	if err != nil {
		return nil, err
	}
	b, err := o.bench(o.scope)
	if err != nil {
		return nil, err
	}
	terms, err := o.terms(b.g)
	if err != nil {
		return nil, err
	}
	records, err := b.conn.store.read()
	if err != nil {
		return nil, err
	}
	c := &hostChecking{app: o.app, site: b.site.recalls(h, records), records: records, host: h, terms: terms, view: hostCheckView{
		Assistant: h.name, Scope: b.conn.scope, Project: b.conn.project,
		Probes: []hostProbe{}, Off: []hostOff{}, Gaps: append([]string{}, hostGaps(h.name)...), Notes: []string{}, Hints: []string{},
	}}
	if h.guards {
		c.view.Notes = append(c.view.Notes, h.hooks.Notes...)
	} else if why := files.WithoutHooks(h.info.Client); why != "" {
		c.view.Gaps = append(c.view.Gaps, "it has no hooks that usher can be put into: "+why)
	}
	defer c.close()
	c.hooks(ctx)
	c.gateway(ctx)
	c.switches(b.folders())
	if ctx.Err() != nil {
		return nil, fault.New(fault.Interrupted, "interrupted")
	}
	if c.view.settle(); slices.ContainsFunc(c.view.Probes, func(p hostProbe) bool { return !p.Proven }) {
		c.view.Hints = append(c.view.Hints, "write usher in, or bring it up to date: "+o.again("usher host connect "+h.name+b.scopeFlag()))
	}
	return c.view, nil
}

// settle says whether all was proven; nothing at all is not.
func (v *hostCheckView) settle() {
	v.Proven = len(v.Probes) > 0 && len(v.Off) == 0
	for _, p := range v.Probes {
		v.Proven = v.Proven && p.Proven
	}
}

func (v hostCheckView) JSON() any { return v }

// Exit is 0 only where all is proven.
func (v hostCheckView) Exit() int {
	if v.Proven {
		return 0
	}
	return 1
}

func (v hostCheckView) Text(w *output.Printer) {
	file := ""
	for _, p := range v.Probes {
		if p.File != file {
			file = p.File
			w.Line(file)
		}
		word := "proven "
		if !p.Proven {
			word = "MISSING"
		}
		w.Line("  " + word + "  " + p.What + ": " + p.Says)
	}
	for _, o := range v.Off {
		w.Line(o.line())
	}
	for _, g := range v.Gaps {
		w.Line("cannot be guarded: " + g)
	}
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
	if v.Proven {
		w.Line(v.Assistant + ": all of it is proven")
	} else {
		w.Line(v.Assistant + ": not all of it is proven")
	}
	hints(w, v.Hints)
}
