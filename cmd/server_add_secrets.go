package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/secrets"
	"usher/pkg/term"
)

// bearerName is the secret that --bearer makes: ID/BEARER (SPEC S9).
const bearerName = "BEARER"

// askedFor are the server's own secrets whose values add or edit asks for: those of
// variables that --env names without a text, and of --bearer (SPEC S9).
func (w *wanted) askedFor(id names.ServerID) []names.SecretName {
	var out []names.SecretName
	for _, text := range w.env {
		if _, err := names.ParseEnvName(text); err == nil {
			out = append(out, mcp.OwnSecretName(id, text))
		}
	}
	if w.bearer {
		out = append(out, mcp.OwnSecretName(id, bearerName))
	}
	return out
}

// reference is the text that stands in a map or a header for a secret.
func reference(name names.SecretName) redact.Value {
	return redact.New("${secret:" + string(name) + "}")
}

// ask asks a person at the terminal for the values of secrets, one by one and not
// shown. Enter alone keeps what is stored, and stores nothing where nothing is
// (SPEC S10). Where nobody sits at a terminal nothing is asked: standard input is
// for secret set, one value at a time.
func (a *app) ask(ctx context.Context, g ground, asked []names.SecretName) (map[secrets.Key]redact.Value, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	if _, person := term.LookAtPerson(a.Getenv, a.Stdin); !person {
		return nil, nil
	}
	keys, _, err := a.secrets(g).List()
	if err != nil {
		return nil, err
	}
	values := map[secrets.Key]redact.Value{}
	for _, name := range asked {
		enter := "Enter: none yet"
		if contains(keys, name) {
			enter = "Enter: keep the one stored"
		}
		text, err := a.askSecret(ctx, fmt.Sprintf("Value of %s, which is not shown (%s): ", name, enter))
		if err != nil {
			return nil, err
		}
		if text == "" {
			continue
		}
		v, err := secrets.Parse([]byte(text))
		if err != nil {
			return nil, withHint(err, "repeat the command; nothing was saved")
		}
		values[secrets.Secret(name)] = v
	}
	return values, nil
}

// storing keeps values and then writes what names them. A store that refuses leaves
// every file as it was, and files that cannot be written take the values back
// (SPEC E5). It gives the names that are stored now, and what is worth saying.
func (a *app) storing(ctx context.Context, g ground, values map[secrets.Key]redact.Value, write func() error) (notes []string, err error) {
	if len(values) == 0 {
		return nil, write()
	}
	where, undo, err := a.secrets(g).SetAll(ctx, values)
	if err != nil {
		return nil, unsaved(err)
	}
	if err := write(); err != nil {
		if undone := undo(ctx); undone != nil {
			return nil, &fault.Error{Kind: fault.Failed, Message: err.Error() + "; and what was stored for it could not be taken back", Err: errors.Join(err, undone),
				Hints: []string{"see what is there: usher secret list"}}
		}
		return nil, err
	}
	var stored []string
	for key := range values {
		name, _ := key.SecretName()
		stored = append(stored, string(name))
	}
	slices.Sort(stored)
	notes = append(notes, "stored: "+list(stored))
	if where.First {
		notes = append(notes, firstStore(where))
	}
	return notes, nil
}

// unsaved adds to a store's refusal that nothing was saved either.
func unsaved(err error) error {
	known := new(fault.Error)
	if !errors.As(err, &known) {
		return err
	}
	e := *known
	e.Message, e.Err = e.Message+"; nothing was saved", err
	return &e
}

// storedNames are the secrets that are kept, for whoever only asks whether.
func (a *app) storedNames(g ground) ([]names.SecretName, error) {
	keys, _, err := a.secrets(g).List()
	return secretNames(keys), err
}

// missingHints are the next commands for secrets that a server needs and nobody
// has stored: those it names, and those that were to be asked for.
func (a *app) missingHints(g ground, id names.ServerID, asked []names.SecretName) []string {
	sv, ok := g.own(id)
	if !ok {
		return nil
	}
	stored, err := a.storedNames(g)
	if err != nil {
		return []string{"which secrets are stored is not known: " + err.Error()}
	}
	var out []string
	for _, u := range usesOf(sv) {
		if slices.Contains(stored, u.Name) || !slices.Contains(asked, u.Name) && !slices.Contains(sv.SecretNames(), u.Name) {
			continue
		}
		if line := "to store " + string(u.Name) + ": " + a.again("usher secret set "+string(u.Name)); !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}

// leftOver says which secrets of that id were stored before there was a server of
// it, for it gets them.
func (a *app) leftOver(g ground, id names.ServerID, asked []names.SecretName) []string {
	stored, err := a.storedNames(g)
	if err != nil {
		return nil
	}
	var left []string
	for _, n := range stored {
		if strings.HasPrefix(string(n), string(id)+"/") && !slices.Contains(asked, n) {
			left = append(left, string(n))
		}
	}
	if len(left) == 0 {
		return nil
	}
	return []string{"stored for this id before, and its own now: " + list(left)}
}
