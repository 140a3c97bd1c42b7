package cmd

import (
	"path/filepath"
	"slices"
	"strconv"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp/client"
	"usher/pkg/output"
	"usher/pkg/trust"
)

// serverRow is one server of the list (SPEC S11, 20). Tools is null until the
// server was asked.
type serverRow struct {
	ID         string   `json:"id"` // "" for a dropped entry without a usable one
	Layer      string   `json:"layer"`
	Status     string   `json:"status"`
	Approved   bool     `json:"approved"`
	Tools      *int     `json:"tools"`
	LastError  string   `json:"lastError"`
	Runs       string   `json:"runs"`
	Reach      []string `json:"reach"`
	Digest     string   `json:"digest"`
	ShadowedBy string   `json:"shadowedBy"`
	Next       []string `json:"hints,omitempty"`   // what to do where it failed
	Gateway    int      `json:"gateway,omitempty"` // the process whose word the status is

	verb string // what it does with Runs: run or connect to
}

func (g ground) serverRow(sv effective.Server) serverRow {
	l := g.Set.Launch(sv)
	r := serverRow{
		ID: string(sv.ID), Layer: sv.Layer, Runs: sv.Runs(), Reach: describe(sv), LastError: l.Why,
		Digest: string(l.Key.Digest), ShadowedBy: sv.ShadowedBy,
		verb:     "connect to",
		Approved: sv.Layer == trust.Machine || g.LedgerErr == nil && (g.Ledger.Approved(l.Key) || g.ApprovedByPin(sv)),
	}
	if sv.Local() {
		r.verb = "run"
	}
	refused, never := g.Set.Refusal(sv)
	switch {
	case sv.ShadowedBy != "":
		r.Status = "shadowed"
	case never && !sv.Disabled:
		r.Status, r.LastError = string(client.Failed), refused.Words()
	case sv.Untrusted:
		r.Status = "needs trust"
	case sv.Disabled:
		r.Status = "disabled"
	case l.Why != "":
		r.Status = string(client.Failed)
	case !r.Approved:
		r.Status = needsApproval
	default:
		r.Status = notProbed
	}
	return r
}

// Statuses that other code looks at.
const (
	needsApproval = "needs approval"
	notProbed     = "not probed"
)

type serverListView struct {
	Servers  []serverRow     `json:"servers"`
	Problems []fault.Problem `json:"problems"`

	place    string // the assistant folder
	refusing bool   // something refuses every call
	every    bool   // details of each server
}

func (v serverListView) JSON() any { return v }

func (v serverListView) Text(w *output.Printer) {
	switch {
	case len(v.Servers) > 0:
		v.table(w)
	case v.refusing:
		w.Line("no servers are loaded")
	default:
		w.Line("no servers are defined; they go into " + filepath.Join(v.place, effective.ServersFile))
	}
	if from := v.fromGateways(); len(from) > 0 {
		w.Line("as running, not asked anew: " + list(from))
	}
	for _, r := range v.Servers {
		r.details(w, v.every)
	}
	if v.refusing {
		w.Line("every tool call is refused until what is wrong here is mended:")
	}
	w.Problems(v.Problems)
}

func (v serverListView) table(w *output.Printer) {
	probed := slices.ContainsFunc(v.Servers, func(r serverRow) bool { return r.Tools != nil })
	rows := make([][]string, 0, len(v.Servers))
	for _, r := range v.Servers {
		status := r.Status
		if r.ShadowedBy != "" {
			status += " (" + r.ShadowedBy + ")"
		}
		row := []string{orDash(r.ID), r.Layer, status}
		if probed {
			row = append(row, toolCount(r.Tools))
		}
		rows = append(rows, append(row, orDash(r.Runs)))
	}
	headers := []string{"ID", "LAYER", "STATUS", "RUNS"}
	if probed {
		headers = slices.Insert(headers, 3, "TOOLS")
	}
	w.Table(headers, rows)
}

// toolCount is how many tools a server has, where it was asked.
func toolCount(n *int) string {
	if n == nil {
		return "-"
	}
	return strconv.Itoa(*n)
}

// details are what does not fit a row: why a server does not run, what it could
// reach, and the next command.
func (r serverRow) details(w *output.Printer, every bool) {
	switch r.Status {
	case "dropped": // its problem follows, with its place
	case string(client.Failed), string(client.SignedOut):
		w.Line(r.ID + ": " + r.LastError)
		for _, next := range r.Next {
			w.Line("  " + next)
		}
		if every {
			w.Line("  its digest: " + orDash(r.Digest))
		}
	case needsApproval:
		w.Line(r.ID + " would " + r.verb + ": " + r.Runs)
		r.reach(w)
		w.Line("  to approve it: usher server approve " + r.ID + " --digest " + r.Digest)
	default:
		if r.LastError != "" { // it runs, but what it said could not be kept
			w.Line(r.ID + ": " + r.LastError)
		}
		if every {
			w.Line(r.ID + " would " + r.verb + ": " + r.Runs)
			r.reach(w)
			w.Line("  its digest: " + orDash(r.Digest))
		}
	}
}

func (r serverRow) reach(w *output.Printer) {
	for _, line := range r.Reach {
		w.Line("  " + line)
	}
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
