package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newTrustListCmd(a *app) *cobra.Command {
	o := trustListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List the project folders you trusted",
		Long: `List every project folder you decided about, with its state now and the digest
that was trusted, and the contents that the machine's policy trusts in every folder
(trust.digests). With policy projects.enabled false none is read.

EXIT STATUS
  0  listed
  1  the ledger cannot be read
  2  the places are not usable, or the command was not understood`,
		Example: `  # as a table
  usher trust list`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type trustListOptions struct{ *app }

func (o *trustListOptions) run(context.Context, []string) (output.View, error) {
	g, err := o.ground()
	switch {
	case err != nil:
		return nil, err
	case g.LedgerErr != nil:
		return nil, g.LedgerErr
	}
	v := trustListView{Folders: []trustRow{}, Pinned: []trustPin{}, Problems: []fault.Problem{}}
	for _, p := range g.Policy.TrustDigests {
		v.Pinned = append(v.Pinned, trustPin{string(p.Digest), p.Place})
	}
	_, off := g.Policy.ProjectsOff()
	for _, d := range g.Ledger.Folders() {
		if off {
			v.Folders = append(v.Folders, trustRow{Folder: d.Folder, State: "not read", Digest: string(d.Digest), DefinitionsOnly: d.DefinitionsOnly})
			v.Problems = append(v.Problems, g.OffProblem(d.Folder))
			continue
		}
		if v.elsewhere(o, g, d) {
			continue
		}
		f := trust.ReadFolder(d.Folder, effective.Refs)
		is := engine.ProjectOf(&g.Ledger, g.Policy, f)
		v.Folders = append(v.Folders, trustRow{
			Folder: d.Folder, State: string(is.State), Pinned: is.Pin, Digest: string(d.Digest), DefinitionsOnly: d.DefinitionsOnly,
		})
		if f.Err != nil {
			v.Problems = append(v.Problems, fault.Problem{
				File: d.Folder, Rule: "trust/unreadable", Message: f.Err.Error(),
				Hint: o.trustLine("show", d.Folder) + ", or " + o.trustLine("revoke", d.Folder),
			})
		}
	}
	return v, nil
}

// elsewhere takes a folder whose path, or the one by which it was trusted, leads to
// another one now: that is not looked into.
func (v *trustListView) elsewhere(o *trustListOptions, g ground, d trust.Decision) bool {
	es := g.Ledger.Elsewhere(d.Folder)
	if d.Spelled != "" {
		es = append(es, g.Ledger.Elsewhere(d.Spelled)...)
	}
	for _, e := range es {
		if e.Folder != d.Folder {
			continue
		}
		v.Problems = append(v.Problems, fault.Problem{
			File: d.Folder, Rule: "project/missed", Message: "this folder is changed: " + e.Now(),
			Hint: o.trustLine("show", e.Name) + ", or " + o.trustLine("revoke", e.Name),
		})
		v.Folders = append(v.Folders, trustRow{
			Folder: d.Folder, State: string(trust.Changed), Digest: string(d.Digest), DefinitionsOnly: d.DefinitionsOnly, now: ": " + e.Now(),
		})
		return true
	}
	return false
}

type trustRow struct {
	Folder          string `json:"folder"`
	State           string `json:"state"`
	Pinned          string `json:"pinned,omitempty"` // the place in the machine's policy that trusts it as it is now
	Digest          string `json:"digest"`
	DefinitionsOnly bool   `json:"definitionsOnly"`

	now string // where its path leads, in words
}

// trustPin is a content that the machine's policy trusts in every folder (SPEC T6).
type trustPin struct {
	Digest string `json:"digest"`
	Place  string `json:"place"` // file:line:column
}

type trustListView struct {
	Folders  []trustRow      `json:"folders"`
	Pinned   []trustPin      `json:"pinned"`
	Problems []fault.Problem `json:"problems"`
}

func (v trustListView) JSON() any { return v }

func (v trustListView) Text(w *output.Printer) {
	if len(v.Folders) == 0 {
		w.Line("no project folder is trusted" + either(len(v.Pinned) > 0, " by you", ""))
		v.pins(w)
		return
	}
	rows := make([][]string, 0, len(v.Folders))
	for _, f := range v.Folders {
		state := f.State + f.now + pinnedWords(f.Pinned)
		if f.DefinitionsOnly {
			state += ", definitions only"
		}
		rows = append(rows, []string{f.Folder, state, f.Digest})
	}
	w.Table([]string{"FOLDER", "STATE", "DIGEST"}, rows)
	v.pins(w)
	w.Problems(v.Problems)
}

// pins are the contents that the machine's policy trusts.
func (v trustListView) pins(w *output.Printer) {
	for _, p := range v.Pinned {
		w.Line("policy trust.digests (" + p.Place + ") trusts in every folder what has the digest " + p.Digest)
	}
}

// pinnedWords say who trusts a folder in the person's place; "" for nobody.
func pinnedWords(pin string) string {
	if pin == "" {
		return ""
	}
	return ", by policy trust.digests (" + pin + ") and not by a decision of yours"
}
