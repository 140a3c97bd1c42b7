package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/secrets"
)

func newSecretListCmd(a *app) *cobra.Command {
	o := secretListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List the names of secrets, and who takes them",
		Long: `List the names of the secrets that are kept, which servers take each and into what,
where they are kept, and the names that a server's definition needs and nobody has
stored. It reads no value and asks no keychain, so a locked one hides nothing.

EXIT STATUS
  0  listed
  1  the names cannot be read
  2  the places are not usable, or the command was not understood`,
		Example: `  # what is kept, and where
  usher secret list`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type secretListOptions struct{ *app }

func (o *secretListOptions) run(context.Context, []string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	keys, where, err := o.secrets(g).List()
	if err != nil {
		return nil, err
	}
	v := secretListView{Store: where.Store.String(), Secrets: []secretRow{}, SignIns: []string{}, Missing: []missingSecret{},
		Problems: append(g.concerning("hooks"), o.projectNotes(g)...)}
	if where.Store == secrets.File {
		v.Path = where.Path
	}
	all := g.uses()
	for _, key := range keys {
		name, ok := key.SecretName()
		if !ok {
			v.SignIns = append(v.SignIns, strings.TrimPrefix(key.String(), "usher/oauth/"))
			continue
		}
		row := secretRow{Name: string(name), UsedBy: []use{}}
		for _, u := range all {
			if u.Name == name {
				row.UsedBy = append(row.UsedBy, u)
			}
		}
		v.Secrets = append(v.Secrets, row)
	}
	stored := secretNames(keys)
	for _, u := range g.unmet(o.Getenv, stored) {
		v.Missing = append(v.Missing, missingSecret{Name: string(u.Name), Server: u.Server, Field: u.Field, Near: nearOther(u.Name, stored)})
	}
	return v, nil
}

// nearOther is the stored name that a missing one was perhaps meant to be.
func nearOther(name names.SecretName, stored []names.SecretName) string {
	_, near, _ := strings.Cut(nearSecret(name, stored), "is ")
	return near
}

type secretListView struct {
	Store    string          `json:"store"` // keychain, file, or none before the first secret
	Path     string          `json:"path"`  // of the file, where that is the store
	Secrets  []secretRow     `json:"secrets"`
	SignIns  []string        `json:"signIns"` // ids of servers whose sign-in is kept
	Missing  []missingSecret `json:"missing"`
	Problems []fault.Problem `json:"problems"`
}

type secretRow struct {
	Name   string `json:"name"`
	UsedBy []use  `json:"usedBy"`
}

// missingSecret is a name in a definition that nobody has stored; the server does
// not start.
type missingSecret struct {
	Name   string `json:"name"`
	Server string `json:"server"`
	Field  string `json:"field"`
	Near   string `json:"near,omitempty"` // a stored name that is like it
}

func (m missingSecret) words() string {
	words := m.Name + " is not stored"
	if m.Near != "" {
		words += " (" + m.Near + " is)"
	}
	if variable, env := strings.CutPrefix(m.Field, "env."); env && m.Name == m.Server+"/"+variable {
		words += ", nor " + variable + " set in your environment"
	}
	return words + ", and " + m.Server + " takes it into " + m.Field + ": usher secret set " + m.Name
}

func (v secretListView) JSON() any { return v }

func (v secretListView) Text(w *output.Printer) {
	switch v.Store {
	case secrets.Keychain.String():
		w.Line("kept in the system's keychain")
	case secrets.File.String():
		w.Line("kept in a file only you can read, " + v.Path)
	default:
		w.Line("no secret was ever stored; the first one chooses the keychain or a file: usher secret set NAME")
	}
	if len(v.Secrets) > 0 {
		rows := make([][]string, 0, len(v.Secrets))
		for _, s := range v.Secrets {
			rows = append(rows, []string{s.Name, s.users()})
		}
		w.Table([]string{"SECRET", "TAKEN BY"}, rows)
	} else if v.Store != secrets.None.String() {
		w.Line("no secrets are stored")
	}
	for _, id := range v.SignIns {
		w.Line("signed in to " + id)
	}
	for _, m := range v.Missing {
		w.Line(m.words())
	}
	w.Problems(v.Problems)
}

// users are the servers that take it, each with the field.
func (s secretRow) users() string {
	var out []string
	for _, u := range s.UsedBy {
		out = append(out, u.Server+" ("+u.Field+")")
	}
	if len(out) == 0 {
		return "no server"
	}
	return list(out)
}
