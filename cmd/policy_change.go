package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/policy"
	"usher/pkg/safefile"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// policyChange is one change of the person's own policy.json on its way: what it
// would do is looked at first, and exactly what was looked at is written.
type policyChange struct {
	*app
	key, done string // set or unset
	line      string // the command, for hints
	edit      func(old []byte) ([]byte, error)
}

// nothing is a policy file that is not there.
func nothing(layer string) policy.Source { return policy.Source{Layer: layer} }

// policyOf is the file that is changed, as it was read; with is what would hold with
// other bytes in it.
func (g ground) policyOf() (path string, data []byte, with func(next []byte) (policy.Policy, []fault.Problem)) {
	path, data = g.OwnPolicy()
	if !g.machine {
		return path, data, g.WithPolicy
	}
	path = g.policyFile(g.at.Machine)
	data = trust.ReadLayer(trust.Machine, g.at.Machine, effective.PolicyFile).Files[effective.PolicyFile].Data
	return path, data, func(next []byte) (policy.Policy, []fault.Problem) {
		return policy.Parse(policy.Source{Layer: trust.Machine, Path: path, Data: next, Present: true}, nothing(trust.Yours))
	}
}

func (c policyChange) run(ctx context.Context) (output.View, error) {
	if err := policy.Known(c.key); err != nil {
		return nil, err
	}
	g, err := c.ground()
	if err != nil {
		return nil, err
	}
	if err := g.policyUsable(); err != nil {
		return nil, err
	}
	if err := c.open(g); err != nil {
		return nil, err
	}
	path, old, with := g.policyOf()
	next, err := c.edit(old)
	if err != nil {
		return nil, inPolicy(err, path)
	}
	after, problems := with(next)
	if !after.Usable() { // an edit of a sound file is sound; whatever is not is never written
		return nil, &fault.Error{Message: "the policy would not be usable; nothing was written", Problems: problems}
	}
	v := policyChanged{Done: c.done, Key: c.key, Policy: policyRows(after, c.key), Loosens: []string{}, Problems: []fault.Problem{}}
	for _, p := range problems {
		if !slices.Contains(g.Problems, p) {
			v.Problems = append(v.Problems, p)
		}
	}
	if bytes.Equal(next, old) {
		v.Done = "unchanged"
		return v, nil
	}
	if err := c.recordable(g, after); err != nil {
		return nil, err
	}
	v.Loosens = append(v.Loosens, policy.Loosens(g.Policy, after)...)
	if len(v.Loosens) > 0 && !g.machine {
		if err := c.admit(ctx, g, after, v.Loosens); err != nil {
			return nil, err
		}
	}
	return v, c.write(ctx, g, path, old, next)
}

// open refuses a key that the machine keeps for itself, by its nature or by a lock
// (SPEC C2, C4, L8). To take one's own value out, which does not count, is always free.
func (c policyChange) open(g ground) error {
	if g.machine {
		return nil
	}
	if c.done == "set" && policy.MachineOnly(c.key) {
		return fault.New(fault.Refused, "policy "+c.key+" counts in the machine's policy only, so your own value would make your policy unusable",
			"to trust one folder yourself: usher trust grant DIR")
	}
	if c.done != "set" || !g.Policy.Locked(c.key) || policy.IsList(c.key) {
		return nil
	}
	layer, place := g.Policy.Where(c.key)
	return fault.New(fault.Refused, fmt.Sprintf("policy %s is locked by the %s layer (%s), so your own value would not count", c.key, layer, place),
		"ask whoever administers this computer")
}

// admit lets a change that loosens through where a person says so (SPEC C2, A5), or
// where policy lets a script decide, which names the change by typing it (SPEC A4).
func (c policyChange) admit(ctx context.Context, g ground, after policy.Policy, loose []string) error {
	if err := c.noAssistant(c.line); err != nil {
		return err
	}
	why, person := term.LookAtPerson(c.Getenv, c.Stdin)
	if !person {
		if g.decidesAlone() {
			return nil
		}
		apart, hint := g.notAlone()
		return fault.New(fault.NeedsPerson, fmt.Sprintf("this loosens the policy (%s), which is for a person to decide, and %s", list(loose), strings.Join(sentences(why, apart), "; ")),
			sentences("in a terminal of your own: "+c.again(c.line), hint)...)
	}
	card := term.CardData{Title: "Loosen your policy?", Rows: []term.Row{{Label: "file", Values: []string{g.policyFile(g.at.Home)}}}}
	for _, key := range loose {
		card.Rows = append(card.Rows,
			term.Row{Label: "key", Values: []string{key}, Words: true},
			term.Row{Label: "now", Values: valuesOf(policyRows(g.Policy, key))},
			term.Row{Label: "then", Values: valuesOf(policyRows(after, key)), Red: true})
		card.Warnings = append(card.Warnings, "with this, "+policy.Loosened(key))
	}
	return c.byPerson(ctx, c.line, "", card, yesNo("May less be forbidden?"))
}

func valuesOf(rows []policyRow) []string {
	var out []string
	for _, r := range rows {
		out = append(out, string(r.Value))
	}
	return out
}

// write puts the bytes that were looked at in the place of those they were made
// from, and nothing where the file has changed since (SPEC F5).
func (c policyChange) write(ctx context.Context, g ground, path string, old, next []byte) error {
	if err := g.prepare(g.at.Home); err != nil {
		return err
	}
	return g.change(ctx, safefile.Change{Path: path, Perm: g.mode(false), Max: trust.MaxFile},
		func(now []byte, _ bool) ([]byte, error) {
			if !bytes.Equal(now, old) {
				return nil, fault.New(fault.Failed, "the policy was changed by somebody else meanwhile; nothing was written", "to decide again: "+c.again(c.line))
			}
			return next, nil
		})
}

// inPolicy gives the problems of an edit that was refused the file's name.
func inPolicy(err error, path string) error {
	var known *fault.Error
	if !errors.As(err, &known) || len(known.Problems) == 0 {
		return err
	}
	e := *known
	e.Problems = slices.Clone(e.Problems)
	for i := range e.Problems {
		e.Problems[i].File = path
	}
	return &e
}

// policyUsable refuses where what holds is not known.
func (g ground) policyUsable() error {
	if !g.Policy.Usable() {
		e := fault.New(fault.Failed, "the policy cannot be used", "mend what is named here, then repeat the command")
		for _, p := range failing(g.Problems) {
			if p.File == g.policyFile(g.at.Home) || p.File == g.policyFile(g.at.Machine) {
				e.Problems = append(e.Problems, p)
			}
		}
		return e
	}
	return g.policyRead()
}

// policyChanged is the answer of a command that changed the policy.
type policyChanged struct {
	Done     string          `json:"done"` // set, unset or unchanged
	Key      string          `json:"key"`
	Policy   []policyRow     `json:"policy"`  // what holds now
	Loosens  []string        `json:"loosens"` // keys by which less is forbidden than before
	Problems []fault.Problem `json:"problems"`
}

func (v policyChanged) JSON() any { return v }

func (v policyChanged) Text(w *output.Printer) {
	for _, r := range v.Policy {
		line := r.Key + " is " + string(r.Value)
		switch {
		case r.Layer == "":
			line += ", the default"
		default:
			line += " (" + r.Layer + ", " + r.Place + ")"
		}
		w.Line(line)
	}
	w.Problems(v.Problems)
}
