package cmd

import (
	"slices"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/secrets"
)

// importView is what became, or would become, of each server of a file (SPEC S13).
type importView struct {
	From     string          `json:"from"`   // the file, "" where it came by stdin or was typed
	Client   string          `json:"client"` // whose it is, "" where several write so
	Format   string          `json:"format"`
	File     string          `json:"file"`  // mcp.json
	Saved    int             `json:"saved"` // servers
	Store    string          `json:"store"` // where secrets went: keychain or file, "" where none did
	Servers  []importRow     `json:"servers"`
	Notes    []string        `json:"notes"`
	Hints    []string        `json:"hints"`
	Problems []fault.Problem `json:"problems"` // of the file as a whole

	done, shown, failed bool
}

// importRow is one of them.
type importRow struct {
	Name     string          `json:"name"`   // as the file has it
	ID       string          `json:"id"`     // "" for an entry that is refused
	Result   string          `json:"result"` // new, replaces, same, exists, refused or left
	Saved    bool            `json:"saved"`
	Why      string          `json:"why"` // it is not saved
	Runs     string          `json:"runs"`
	Disabled bool            `json:"disabled"`
	Scope    string          `json:"scope"` // the folder it is kept for there, "" for everywhere
	AllowEnv []string        `json:"allowEnv"`
	Secrets  []importSecret  `json:"secrets"`
	Status   string          `json:"status"` // once saved, as "server list" says it
	Approved bool            `json:"approved"`
	Digest   string          `json:"digest"`
	Notes    []string        `json:"notes"`
	Hints    []string        `json:"hints"`
	Problems []fault.Problem `json:"problems"` // what was changed, ignored or left behind, and why it is refused
}

// importSecret is one secret that a server takes from the store; never its value.
type importSecret struct {
	Name  string `json:"name"`
	Field string `json:"field"`
	State string `json:"state"` // stored: it moves there; kept: it was there; missing: it is still to be set
}

const (
	secretStored  = "stored"
	secretKept    = "kept"
	secretMissing = "missing"
)

func (in *intake) view() importView {
	v := importView{
		From: in.from, Client: string(in.report.Client), Format: in.report.Format.String(), File: in.g.ownFile(),
		Servers: []importRow{}, Notes: []string{}, Hints: []string{}, Problems: append([]fault.Problem{}, in.report.Problems...),
		done: in.done, shown: in.shown,
	}
	clear := 0
	for _, s := range in.rows {
		r := in.row(s)
		if r.Saved {
			v.Saved++
		}
		if s.taken() {
			clear += s.inClear()
		}
		v.failed = v.failed || s.result == importRefused || s.result == importExists
		v.Servers = append(v.Servers, r)
	}
	v.Notes = append(v.Notes, in.notes...)
	if in.stored {
		if _, where, err := in.secrets(in.g).List(); err == nil {
			v.Store = where.Store.String()
		}
	}
	if clear > 0 && in.from != "" {
		v.Notes = append(v.Notes, in.from+" holds "+counted(clear, "secret")+" in clear, and still will: take it out there once that app takes it from elsewhere, and have a new one made if the file was ever copied")
	}
	return v
}

func (in *intake) row(s *incoming) importRow {
	r := importRow{
		Name: s.name, Result: s.result, Saved: in.done && s.taken(), Why: s.why, Scope: s.Scope, AllowEnv: []string{}, Secrets: []importSecret{},
		Notes: append([]string{}, s.notes...), Hints: append([]string{}, s.hints...), Problems: append(append([]fault.Problem{}, s.Notes...), s.more...),
	}
	if !s.ok {
		if p := failing(s.more); len(p) > 0 {
			r.Why = p[0].Message
		}
		return r
	}
	r.ID, r.Runs, r.Disabled = string(s.Server.ID), s.Server.Runs(), s.Server.Disabled || s.was.Disabled
	for _, name := range s.AllowEnv {
		r.AllowEnv = append(r.AllowEnv, string(name))
	}
	if !s.taken() {
		r.Problems = append([]fault.Problem{}, s.more...) // what it would be made of matters to nobody
		return r
	}
	for _, secret := range s.Secrets {
		r.Secrets = append(r.Secrets, importSecret{string(secret.Name), secret.Field, in.stateOf(s, secret)})
	}
	if s.Unnamed {
		r.Notes = append(r.Notes, "it has no name there; "+r.ID+" is made of what it runs")
	}
	r.Notes = append(r.Notes, in.unseen(effective.Server{Server: s.Server})...)
	if s.Server.Disabled != r.Disabled {
		r.Notes = append(r.Notes, "it stays disabled, as the one that was there")
	}
	if r.Saved {
		r.Status, r.Approved, r.Digest = s.row.Status, s.row.Approved, s.row.Digest
		r.Hints = append(r.Hints, in.next(s, r)...)
	}
	return r
}

// next is what the person does with a server that was saved.
func (in *intake) next(s *incoming, r importRow) []string {
	var out []string
	for _, secret := range r.Secrets {
		if secret.State == secretMissing {
			out = append(out, "needs the secret "+secret.Name+": "+in.again("usher secret set "+secret.Name))
		}
	}
	switch {
	case s.never != "":
		out = append(out, "never starts: "+s.never)
	case s.row.LastError != "":
		out = append(out, "cannot be started: "+s.row.LastError+"; once it can be: "+in.again("usher server approve "+r.ID))
	case !r.Approved:
		out = append(out, "to approve it, in a terminal of your own: "+in.again("usher server approve "+r.ID))
	}
	return out
}

func (in *intake) stateOf(s *incoming, secret files.Secret) string {
	_, stores := in.valuesOf(s)[secrets.Secret(secret.Name)]
	switch {
	case stores:
		return secretStored
	case in.keeps(secret.Name):
		return secretKept
	}
	return secretMissing
}

// inClear counts the secrets that the file holds itself.
func (s *incoming) inClear() int {
	return len(s.Secrets) - len(slices.DeleteFunc(slices.Clone(s.Secrets), func(x files.Secret) bool { return !x.Value.Empty() }))
}

// nothingTaken ends an import that saves nothing: well where that was asked for,
// or where all is there already.
func (in *intake) nothingTaken(dryRun bool) error {
	lost := slices.ContainsFunc(in.rows, func(s *incoming) bool { return s.result == importRefused || s.result == importExists })
	if dryRun || !lost {
		return nil
	}
	return fault.New(fault.Refused, "none of the servers was saved", "what stands in the way is said for each; for help: usher server import --help")
}

func (v importView) JSON() any { return v }

// Exit is 1 where some of what was asked for was saved and some was not.
func (v importView) Exit() int {
	if v.done && v.failed {
		return 1
	}
	return 0
}
