package cmd

import (
	"fmt"
	"strings"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

// trustView is a folder on one screen (SPEC T6, 20).
type trustView struct {
	State           string           `json:"state"`
	Pinned          string           `json:"pinned,omitempty"` // the place in the machine's policy that trusts it as it is now
	Digest          string           `json:"digest"`           // of the definitions alone where DefinitionsOnly
	Folder          string           `json:"folder"`
	DefinitionsOnly bool             `json:"definitionsOnly"`
	Files           []trustFile      `json:"files"`
	Starts          []trustStart     `json:"starts"`
	Hooks           []hookRow        `json:"hooks"`
	Texts           []trustText      `json:"texts"`
	EveryMessage    trustWeight      `json:"everyMessage"`
	Uncovered       []trustUncovered `json:"uncovered"`
	Problems        []fault.Problem  `json:"problems"`

	moved     string // that its name leads elsewhere now, in words
	lostGuard bool
	silent    bool                     // policy texts.enabled is false
	defined   bool                     // there is a definition file
	waits     bool                     // hooks files of it wait until a person accepts them
	line      func(verb string) string // a next command about it
	accept    string                   // the command that accepts its hooks
}

type trustFile struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
	Change string `json:"change"`
}

type trustStart struct {
	ID         string        `json:"id"`
	Runs       string        `json:"runs"`
	Program    string        `json:"program,omitempty"`
	WorkDir    string        `json:"workDir,omitempty"`
	Reach      []string      `json:"reach"`
	Env        []string      `json:"env"` // the names of what it sets and of what it takes of yours
	Secrets    []trustSecret `json:"secrets"`
	Digest     string        `json:"digest,omitempty"`
	Approved   bool          `json:"approved"`
	Disabled   bool          `json:"disabled,omitempty"`
	ShadowedBy string        `json:"shadowedBy,omitempty"`
	Error      string        `json:"error,omitempty"`

	yours, sets []string // of Env: the person's own, with whether they are set, and what the definition sets
	to          string   // where a remote server's go
	holder      string   // the server that has the name, with its place
	own, always []string // of Reach: what is not so of every server in a sandbox, and what is
	warnings    []string
	waits       bool // trust in the folder does not approve it (policy trust.servers)
}

// trustSecret is a secret that a server would be given, and the field that takes it:
// env.NAME, headers.NAME, args[0] (SPEC A3, S7).
type trustSecret struct {
	Name  string `json:"name"`
	Field string `json:"field"`

	into string
}

type trustUncovered struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

func (v trustView) JSON() any { return v }

func (v trustView) Text(w *output.Printer) {
	w.Line("folder   " + v.Folder)
	w.Line("state    " + v.State + v.moved + pinnedWords(v.Pinned))
	if v.Digest != "" {
		w.Line("digest   " + v.Digest)
	}
	if v.DefinitionsOnly {
		w.Line("counts   the definitions alone: the files that they name can change without asking you")
	}
	if len(v.Files) > 0 {
		rows := make([][]string, 0, len(v.Files))
		for _, f := range v.Files {
			rows = append(rows, []string{f.Path, f.Change, f.Digest})
		}
		w.Table([]string{"FILE", "CHANGE", "DIGEST"}, rows)
	}
	for _, t := range v.Starts {
		t.text(w, v.State == string(trust.Trusted))
	}
	for _, t := range v.Starts {
		if len(t.always) > 0 && t.ShadowedBy == "" {
			w.Line("         each in its sandbox: " + strings.Join(t.always, "; "))
			break
		}
	}
	for _, h := range v.Hooks {
		line := fmt.Sprintf("runs     hook %s on %s: %s (outside any sandbox, as you%s)", h.Name, h.about(), h.words(), h.byShell())
		if h.State != "active" {
			line += ", " + h.State
		}
		w.Line(line)
	}
	for _, t := range v.Texts {
		t.text(w)
	}
	switch {
	case len(v.Texts) > 0 && v.silent:
		w.Line("sends    nothing: policy texts.enabled is false")
	case len(v.Texts) > 0:
		w.Line("sends    " + v.EveryMessage.words())
	}
	for _, u := range v.Uncovered {
		w.Line(fmt.Sprintf("beware   %s can change without asking you: it %s", u.Path, u.Why))
	}
	w.Problems(v.Problems)
	v.next(w)
}

// text is one server; trusted says that the folder is, so that what is missing is
// its approval.
func (t trustStart) text(w *output.Printer, trusted bool) {
	line := fmt.Sprintf("starts   %s: %s", t.ID, t.Runs)
	switch {
	case t.ShadowedBy != "":
		line += " (never: a server of that name is " + t.holder + ")"
	case t.Error != "":
		line += " (cannot be started: " + t.Error + ")"
	case t.Disabled:
		line += " (disabled)"
	case trusted && !t.Approved:
		line += " (not approved: usher server approve " + t.ID + ")"
	case !trusted && t.waits:
		line += " (waits even then, by policy trust.servers, until you approve it too: usher server approve " + t.ID + ")"
	}
	w.Line(line)
	if t.ShadowedBy != "" {
		return
	}
	if t.Program != "" {
		w.Line("         the program is " + t.Program + ", started in " + t.WorkDir)
	}
	if len(t.own) > 0 {
		w.Line("         reach: " + strings.Join(t.own, "; "))
	}
	if len(t.yours) > 0 {
		w.Line("         it gets these variables of yours: " + list(t.yours) + t.to)
	}
	if len(t.sets) > 0 {
		w.Line("         it gets these variables as its definition sets them: " + list(t.sets))
	}
	for _, s := range t.Secrets {
		w.Line("         it gets your secret " + s.Name + ": into " + s.into)
	}
	for _, says := range t.warnings {
		w.Line("         " + says)
	}
}

// whose says in words which layer has a name.
func whose(layer string) string {
	switch layer {
	case trust.Machine:
		return "this computer's"
	case trust.Yours:
		return "your own"
	}
	return "in the project already"
}

// words are a hook's command line as a shell would be given it.
func (h hookRow) words() string {
	words := []string{h.Command}
	for _, arg := range h.Args {
		words = append(words, engine.QuoteArg(arg))
	}
	return strings.Join(words, " ")
}

// about is what a hook is asked about: an event, and of which tools.
func (h hookRow) about() string {
	if h.Match == "" || h.Match == "*" {
		return h.Event
	}
	return h.Event + " of " + h.Match
}

// byShell says that a shell reads a hook's command line.
func (h hookRow) byShell() string {
	if h.Shell {
		return "; read by a shell"
	}
	return ""
}

// grant is the command that trusts what is shown.
func (v trustView) grant() string {
	if v.DefinitionsOnly {
		return v.line("grant") + " --definitions-only"
	}
	return v.line("grant")
}

// next is what to do about the state.
func (v trustView) next(w *output.Printer) {
	if v.lostGuard {
		w.Line("its hooks guarded calls when you trusted it: until you decide again, every call here is asked about or refused")
	}
	switch trust.State(v.State) {
	case trust.NotTrusted:
		w.Line("to trust it as it is now: " + v.grant())
	case trust.Changed:
		w.Line("to see what changed: " + v.line("diff"))
		if !v.defined {
			w.Line("no definition file is left, so to take the trust back: " + v.line("revoke"))
			return
		}
		w.Line("then: " + v.grant() + ", or " + v.line("revoke"))
	case trust.Unreadable:
		if v.lostGuard {
			w.Line("to take the trust back: " + v.line("revoke"))
		}
	case trust.None, trust.Trusted:
	}
	if v.waits {
		w.Line("its hooks wait until you accept them too, once it is trusted: " + v.accept)
	}
}
