package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// savedView is the answer of a command that changed a definition: what was done,
// what stands now and what is left to do.
type savedView struct {
	Done     string          `json:"done"` // added, changed, enabled, disabled, removed or unchanged
	Server   string          `json:"server"`
	File     string          `json:"file"` // file:line:column of the entry
	Status   string          `json:"status"`
	Approved bool            `json:"approved"`
	Digest   string          `json:"digest"` // of the launch, "" where there is none
	Message  string          `json:"message"`
	Notes    []string        `json:"notes"`
	Hints    []string        `json:"hints"`
	Problems []fault.Problem `json:"problems"` // warnings and notes about the entry

	asked []names.SecretName // secrets that were to be asked for
}

func (v savedView) JSON() any { return v }

func (v savedView) Text(w *output.Printer) {
	w.Line(v.Message)
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
	w.Problems(v.Problems)
	for _, h := range v.Hints {
		w.Line("  " + h)
	}
}

// saved ends add and edit: it reads what stands now, lets a person at the
// terminal approve it, and says what holds (SPEC A3, A5). Without a person the
// server stays as it is saved, and needs approval.
func (a *app) saved(ctx context.Context, id names.ServerID, v savedView) (output.View, error) {
	if a.flags.machine {
		return a.savedForAll(id, v)
	}
	g, err := a.ground()
	if err != nil {
		return nil, err
	}
	sv, ok := g.own(id)
	if !ok {
		return nil, fault.New(fault.Failed, fmt.Sprintf("server %q was saved, and is gone again", id), "usher server list")
	}
	l := g.Set.Launch(sv)
	v.about(g, sv, l)
	v.Notes = append(v.Notes, a.elsewhere(sv, l)...)
	v.Notes = append(v.Notes, a.unseenNow(g, sv)...)
	v.Hints = append(v.Hints, a.missingHints(g, id, v.asked)...)
	if r, never := g.Set.Refusal(sv); never {
		v.Message = fmt.Sprintf("%s is saved, and never starts: %s", id, r.Words())
		return v, nil
	}
	if l.Why != "" {
		v.Message = fmt.Sprintf("%s is saved, and cannot be started: %s", id, l.Why)
		v.Hints = append(v.Hints, "once it can be: "+a.again("usher server approve "+string(id)))
		return v, nil
	}
	if _, person := term.LookAtPerson(a.Getenv, a.Stdin); person && !v.Approved {
		if err = a.approve(ctx, g, sv, l); err == nil {
			v.Approved = true
		}
	}
	v.conclude(a, sv)
	if said := new(fault.Error); errors.As(err, &said) && (said.Kind == fault.Refused || said.Kind == fault.NeedsPerson) {
		err = nil // a no leaves the server saved, as the answer says
	}
	return v, err
}

// about fills in what stands now.
func (v *savedView) about(g ground, sv effective.Server, l effective.Launch) {
	r := g.serverRow(sv)
	v.Server, v.File, v.Status, v.Digest = string(sv.ID), sv.Where(), r.Status, string(l.Key.Digest)
	v.Approved = g.LedgerErr == nil && g.Ledger.Approved(l.Key)
	v.Hints, v.Problems = []string{}, []fault.Problem{}
	v.Notes = append([]string{}, v.Notes...)
	for _, p := range g.Set.Problems {
		if p.Entry == string(sv.ID) && p.File == sv.File && p.Severity != fault.SeverityError {
			v.Problems = append(v.Problems, p)
		}
	}
}

// conclude says in a sentence what may run now and, if nothing may, how a person
// approves it.
func (v *savedView) conclude(a *app, sv effective.Server) {
	id := string(sv.ID)
	line := "usher server approve " + id
	switch {
	case v.Approved && sv.Disabled:
		v.Status, v.Message = "disabled", fmt.Sprintf("%s is saved and approved, and stays disabled until: %s", id, a.again("usher server enable "+id))
	case v.Approved:
		if v.Status == needsApproval {
			v.Status = "not probed"
		}
		v.Message = fmt.Sprintf("%s is saved and may run: %s", id, sv.Runs())
	default:
		v.Message = fmt.Sprintf("%s is saved and needs approval before it runs: %s", id, sv.Runs())
		v.Hints = append(v.Hints, "to approve it, in a terminal of your own: "+a.again(line))
	}
}

// approve asks the person at the terminal and records exactly the launch that the
// card showed, whatever the file says by the time of the answer.
func (a *app) approve(ctx context.Context, g ground, sv effective.Server, l effective.Launch) error {
	if g.LedgerErr != nil {
		return g.LedgerErr
	}
	err := a.decide(ctx, g, sv, l.Key.Digest, "", "usher server approve "+string(sv.ID),
		question{title: "Approve what this server launches?", ask: "May it run?"})
	if err != nil {
		return err
	}
	return trust.ChangeLedger(ctx, g.at.State, func(t *trust.Ledger) error {
		t.Approve(l.Key)
		return nil
	})
}

// elsewhere helps where a relative command or script is not in the folder that the
// server runs in, but is in the person's own working directory.
func (a *app) elsewhere(sv effective.Server, l effective.Launch) []string {
	name := sv.Command
	if l.Why == "" || !strings.ContainsAny(name, `/\`) {
		name = scriptOf(sv.Command, sv.Args)
	}
	if name == "" || filepath.IsAbs(name) || a.WorkDir == "" || l.WorkDir == "" || there(filepath.Join(l.WorkDir, name)) || !there(filepath.Join(a.WorkDir, name)) {
		return nil
	}
	return []string{fmt.Sprintf("%s is looked for in %s, and is not there; if %s is meant: usher server edit %s --cwd %s",
		name, l.WorkDir, filepath.Join(a.WorkDir, name), sv.ID, quoteFolder(a.WorkDir))}
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// own is the server of that id in the layer that is written: the person's own.
func (g ground) own(id names.ServerID) (effective.Server, bool) {
	for _, sv := range g.Set.Servers {
		if sv.ID == id && sv.Layer == g.layer() {
			return sv, true
		}
	}
	return effective.Server{}, false
}
