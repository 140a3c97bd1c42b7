package cmd

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newTrustShowCmd(a *app) *cobra.Command {
	o := trustShowOptions{app: a}
	return &cobra.Command{
		Use:   "show [<folder>]",
		Short: "Show what a project folder would do",
		Long: `Show a project folder's state and digest, every file that counts with its own
digest and whether it is new, changed or gone, what it would start and run, and
what in it can change without asking you. Nothing of the folder is started, run
or sent.

States: none, not trusted, trusted, changed, unreadable.

EXIT STATUS
  0  shown, whatever the state
  1  there is no project folder here
  2  the folder is not usable, or the command was not understood`,
		Example: `  # the folder you are in
  usher trust show

  # another one, for a program
  usher trust show ~/src/lab -o json`,
		Args: takes(0, 1),
		RunE: a.show(o.run),
	}
}

type trustShowOptions struct{ *app }

func (o *trustShowOptions) run(_ context.Context, args []string) (output.View, error) {
	s, err := o.folder(args)
	if err != nil {
		return nil, err
	}
	return viewOf(s)
}

func viewOf(s shown) (trustView, error) {
	v := trustView{
		State: string(s.state), Digest: string(s.folder.Digest), Folder: s.folder.Path,
		Files: []trustFile{}, Starts: []trustStart{}, Hooks: []hookRow{}, Texts: []string{}, Uncovered: []trustUncovered{},
		Problems: []fault.Problem{},
	}
	if err := s.unreadable(); err != nil {
		v.Problems = append(v.Problems, problemsOf(err, "trust/unreadable")...)
		return v, nil
	}
	old, _, err := s.copied()
	if err != nil {
		v.Problems = append(v.Problems, problemsOf(err, "trust/unreadable")...)
	}
	for _, f := range trust.CompareFolders(old, s.folder) {
		v.Files = append(v.Files, trustFile{Path: f.Path, Digest: string(f.Digest), Change: string(f.Change)})
		if f.Change != trust.FileGone && (f.Part == trust.PartInstructions || f.Part == trust.PartPrompt || f.Part == trust.PartSkill) {
			v.Texts = append(v.Texts, f.Path)
		}
	}
	set := s.brings()
	for _, sv := range projectServers(set) {
		v.Starts = append(v.Starts, startOf(s, set, sv))
	}
	for _, h := range projectHooks(set) {
		v.Hooks = append(v.Hooks, hookRowOf(h, !s.Policy.HooksEnabled))
	}
	for _, u := range s.folder.Uncovered {
		v.Uncovered = append(v.Uncovered, trustUncovered{Path: u.Path, Why: u.Why})
	}
	v.Problems = append(v.Problems, s.ofFolder(set.Problems)...)
	return v, nil
}

func startOf(s shown, set *effective.Set, sv effective.Server) trustStart {
	l := set.Launch(sv)
	t := trustStart{
		ID: string(sv.ID), Runs: sv.Runs(), Program: l.Program.Path, WorkDir: l.WorkDir, Digest: string(l.Key.Digest),
		Approved: s.Ledger.Approved(l.Key), ShadowedBy: sv.ShadowedBy, Error: l.Why, Env: []string{},
	}
	for _, n := range sv.EnvNames() {
		t.Env = append(t.Env, string(n))
	}
	return t
}

type trustFile struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
	Change string `json:"change"`
}

type trustStart struct {
	ID         string   `json:"id"`
	Runs       string   `json:"runs"`
	Program    string   `json:"program,omitempty"`
	WorkDir    string   `json:"workDir,omitempty"`
	Env        []string `json:"env"`
	Digest     string   `json:"digest,omitempty"`
	Approved   bool     `json:"approved"`
	ShadowedBy string   `json:"shadowedBy,omitempty"`
	Error      string   `json:"error,omitempty"`
}

type trustUncovered struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// trustView is a folder on one screen (SPEC T6, 20).
type trustView struct {
	State     string           `json:"state"`
	Digest    string           `json:"digest"`
	Folder    string           `json:"folder"`
	Files     []trustFile      `json:"files"`
	Starts    []trustStart     `json:"starts"`
	Hooks     []hookRow        `json:"hooks"`
	Texts     []string         `json:"texts"`
	Uncovered []trustUncovered `json:"uncovered"`
	Problems  []fault.Problem  `json:"problems"`
}

func (v trustView) JSON() any { return v }

func (v trustView) Text(w *output.Printer) {
	w.Line("folder   " + v.Folder)
	w.Line("state    " + v.State)
	if v.Digest != "" {
		w.Line("digest   " + v.Digest)
	}
	if len(v.Files) > 0 {
		rows := make([][]string, 0, len(v.Files))
		for _, f := range v.Files {
			rows = append(rows, []string{f.Path, f.Change, f.Digest})
		}
		w.Heading("files")
		w.Table([]string{"PATH", "CHANGE", "DIGEST"}, rows)
	}
	for _, t := range v.Starts {
		line := fmt.Sprintf("starts   %s: %s", t.ID, t.Runs)
		switch {
		case t.ShadowedBy != "":
			line += " (never: a " + t.ShadowedBy + " server has that name)"
		case t.Error != "":
			line += " (cannot be started: " + t.Error + ")"
		}
		w.Line(line)
		if len(t.Env) > 0 {
			w.Line("         gets these variables of yours: " + strings.Join(t.Env, ", "))
		}
	}
	for _, h := range v.Hooks {
		w.Line(fmt.Sprintf("runs     hook %s on %s: %s (outside any sandbox, as you)", h.Name, h.Event, commandOf(h)))
	}
	for _, t := range v.Texts {
		w.Line("tells    the assistant what " + t + " says")
	}
	for _, u := range v.Uncovered {
		w.Line(fmt.Sprintf("uncovered %s can change without asking you: it %s", u.Path, u.Why))
	}
	w.Problems(v.Problems)
	switch trust.State(v.State) {
	case trust.NotTrusted:
		w.Line("to trust it as it is now: usher trust grant " + quoteFolder(v.Folder))
	case trust.Changed:
		w.Line("to see what changed: usher trust diff " + quoteFolder(v.Folder))
	case trust.None, trust.Trusted, trust.Unreadable:
	}
}

func commandOf(h hookRow) string { return strings.Join(append([]string{h.Command}, h.Args...), " ") }

func quoteFolder(path string) string { return engine.QuoteArg(filepath.Clean(path)) }
