package cmd

import (
	"context"
	"path"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

func newTrustShowCmd(a *app) *cobra.Command {
	o := trustShowOptions{app: a}
	cmd := &cobra.Command{
		Use:   "show [<folder>]",
		Short: "Show what a project folder would do",
		Long: `Show a project folder's state and digest, every file that counts with its own
digest and whether it is new, changed or gone, what it would start and run, what
an assistant would be told, and what in it can change without asking you. Nothing
of the folder is started, run or sent.

Without a word it is the nearest folder at or above the working directory that
holds definitions, decided about or not. Your home folder is never one.

States: none, not trusted, trusted, changed, unreadable. Where only the
definitions were trusted, or with --definitions-only, the files that they name
are left out, and the digest is that of the definitions alone.

EXIT STATUS
  0  shown, whatever the state
  1  there is no project folder here
  2  the folder is not usable, or the command was not understood`,
		Example: `  # the folder you are in
  usher trust show

  # another one, for a program
  usher trust show ~/src/lab -o json`,
		Args:              takes(0, 1),
		ValidArgsFunction: folders,
		RunE:              a.show(o.run),
	}
	cmd.Flags().BoolVar(&o.definitionsOnly, "definitions-only", false, "leave out the files that definitions name")
	return cmd
}

type trustShowOptions struct {
	*app
	definitionsOnly bool
}

func (o *trustShowOptions) run(_ context.Context, args []string) (output.View, error) {
	s, err := o.folder("show", args, o.definitionsOnly)
	if err != nil {
		return nil, err
	}
	v := viewOf(s, o.sources(s.ground), func(set *effective.Set) func(effective.Server) sight {
		return looking{o.app, s.ground, set, s.folder.Path, false}.at
	})
	v.line = func(verb string) string { return o.trustLine(verb, s.name()) }
	v.accept = o.acceptLine(v.Folder)
	if in := s.at.Project; !s.named && in != "" && in != s.folder.Path {
		p := undecided(s.folder.Path, in)
		p.Hint = o.trustLine("show", in)
		v.Problems = append(v.Problems, p)
	}
	v.Problems = append(v.Problems, s.Missed()...)
	return v, nil
}

func viewOf(s shown, from sources, looks func(*effective.Set) func(effective.Server) sight) trustView {
	v := trustView{
		State: string(s.state), Pinned: s.pin, Digest: string(s.folder.Digest), Folder: s.folder.Path, DefinitionsOnly: s.definitionsOnly(),
		Files: []trustFile{}, Starts: []trustStart{}, Hooks: []hookRow{}, Texts: []trustText{}, Uncovered: []trustUncovered{},
		Problems:  append([]fault.Problem{}, problemsOf(s.LedgerErr, "ledger/unreadable")...),
		lostGuard: s.Ledger.LostGuard(s.whole) || s.was != "" && s.decision.Guards, defined: s.whole.Defined(), moved: s.moved(),
	}
	if err := s.unreadable(); err != nil {
		v.Problems = append(v.Problems, unreadablePlaces(err)...)
		return v
	}
	old, _, err := s.copied()
	v.Problems = append(v.Problems, problemsOf(err, "trust/copy")...)
	for _, f := range trust.CompareFolders(old, s.folder) {
		v.Files = append(v.Files, trustFile{Path: f.Path, Digest: string(f.Digest), Change: string(f.Change)})
	}
	set := s.brings()
	from.reach = looks(set)
	for _, sv := range projectServers(set) {
		v.Starts = append(v.Starts, startOf(s, set, sv, from))
	}
	for _, h := range projectHooks(set) {
		v.Hooks = append(v.Hooks, hookRowOf(h, !s.Policy.HooksEnabled))
	}
	waiting := waitingRows(set)
	v.Hooks, v.waits = append(v.Hooks, waiting...), len(set.Waiting) > 0
	for _, u := range s.folder.Uncovered {
		v.Uncovered = append(v.Uncovered, trustUncovered{Path: u.Path, Why: u.Why})
	}
	v.Problems = append(append(v.Problems, s.ofFolder(set.Problems)...), ignored(s.folder.Path)...)
	said, told, weight := s.textsOf()
	v.Texts, v.EveryMessage, v.silent = told, weight, s.Policy.Usable() && !s.Policy.TextsEnabled
	if v.silent {
		v.EveryMessage = trustWeight{}
	}
	v.Problems = append(v.Problems, s.ofFolder(said.Problems)...)
	return v
}

// unreadablePlaces are the files that keep a folder from being read, each with its
// remedy; where no file is named, the error itself.
func unreadablePlaces(err error) []fault.Problem {
	ps := problemsOf(err, "trust/unreadable")
	if len(ps) > 1 {
		return ps[1:]
	}
	return ps
}

// toldBy reports whether an assistant is told what a file says. The files beside
// a SKILL.md are the skill's own, for it to name.
func toldBy(f trust.File) bool {
	switch f.Part {
	case trust.PartInstructions:
		return true
	case trust.PartPrompt:
		return path.Ext(f.Path) == ".md"
	case trust.PartSkill:
		return path.Base(f.Path) == "SKILL.md"
	case trust.PartServers, trust.PartHooks, trust.PartNamed:
	}
	return false
}

func startOf(s shown, set *effective.Set, sv effective.Server, from sources) trustStart {
	l, reach := set.Launch(sv), from.reach(sv)
	t := trustStart{
		ID: string(sv.ID), Runs: sv.Runs(), Program: l.Program.Path, WorkDir: l.WorkDir, Digest: string(l.Key.Digest),
		Approved:   s.Ledger.Approved(l.Key) || s.PinApproves(effective.Project{State: s.state, Pin: s.pin}, sv),
		ShadowedBy: sv.ShadowedBy, Disabled: sv.Disabled, Error: l.Why, Reach: reach.texts(), own: reach.own(), always: reach.always(), Env: []string{}, Secrets: []trustSecret{},
	}
	if r, never := set.Refusal(sv); never {
		t.Error = r.Words()
	}
	for _, n := range sv.EnvNames() {
		t.Env = append(t.Env, string(n))
		t.yours = append(t.yours, string(n)+" ("+setNow(n, from.Getenv)+")")
	}
	if sv.Remote() {
		t.to = ", for " + sv.Runs()
	}
	if sv.ShadowedBy != "" {
		t.holder = holder(set, sv)
	}
	t.warnings = unusual(set, sv, from)
	t.waits = s.Policy.TrustServers == policy.Each && !t.Approved
	for _, v := range sv.Env {
		if !v.Passed {
			t.sets = append(t.sets, string(v.Name))
			t.Env = append(t.Env, string(v.Name))
		}
	}
	slices.Sort(t.Env)
	t.Env = slices.Compact(t.Env)
	for _, u := range sv.SecretUses() {
		t.Secrets = append(t.Secrets, trustSecret{Name: string(u.Name), Field: u.Field, into: place(u)})
	}
	return t
}
