package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/policy"
	"usher/pkg/texts"
	"usher/pkg/trust"
)

// wording is what assistants are told here and now: instructions, skills and
// prompts. Those of a project folder that is not trusted now are only named, as
// waiting (SPEC T1, X5).
type wording struct {
	ground
	said   texts.Set
	folder string // the project folder whose texts wait, "" for none
	look   string // the command that shows it
}

// wording reads every text for a command that shows them, whether policy lets them
// be sent or not.
func (a *app) wording() (wording, error) {
	g, err := a.ground()
	if err != nil {
		return wording{}, err
	}
	return a.wordingOf(g, false), nil
}

// sentWording is what is sent and expanded: nothing where policy texts.enabled is
// false (SPEC X8).
func (a *app) sentWording(g ground) wording {
	return a.wordingOf(g, g.Policy.Usable() && !g.Policy.TextsEnabled)
}

func (a *app) wordingOf(g ground, off bool) wording {
	in := texts.Input{
		Machine: g.at.Machine, Home: g.at.Home, Project: g.Project.Folder, State: g.Project.State,
		Off: off, ProjectFirst: g.Policy.TextsPrecedence == policy.PrecedenceProject,
	}
	if g.machine {
		in.Home = "" // the machine's alone
	}
	if g.userHome != "" {
		in.Shared = filepath.Join(g.userHome, ".kaitoi", "skills")
	}
	if path := g.overlooked(); in.Project.Path == "" && path != "" {
		// A folder nobody decided about gives no text; that some wait is worth saying.
		in.Project, in.State = trust.ReadFolder(path, nil), trust.NotTrusted
	}
	return wording{g, texts.Load(in), in.Project.Path, a.trustLine("show", in.Project.Path)}
}

// told refuses to give a text out while nobody can say what policy is: it may be
// that none is to be (SPEC C4).
func (w wording) told() error {
	if err := w.policyRead(); err != nil {
		return err
	}
	if w.Policy.Usable() {
		return nil
	}
	e := fault.New(fault.Failed, "the policy cannot be used, so no text is sent or expanded", "mend what is named here, then repeat the command")
	e.Problems = failing(w.ground.Problems)
	return e
}

// sends is told, and refuses where policy has texts turned off (SPEC X8).
func (w wording) sends() error {
	if err := w.told(); err != nil {
		return err
	}
	if p, off := w.off(); off {
		return fault.New(fault.Refused, p.Message+standsAt(p), sentences(p.Hint)...)
	}
	return nil
}

// off is policy texts.enabled where it is false, with its place (SPEC X8, F4).
func (w wording) off() (fault.Problem, bool) {
	const key = "texts.enabled"
	if !w.Policy.Usable() || w.Policy.TextsEnabled {
		return fault.Problem{}, false
	}
	p := fault.Problem{
		Rule: textsOffRule, Severity: fault.SeverityWarning,
		Message: "policy " + key + " is false, so nothing is sent and nothing is expanded", Hint: "usher policy set " + key + " true",
	}
	_, p.File = w.Policy.Where(key) // with line and column
	if w.Policy.Locked(key) {
		p.Hint = "ask whoever administers this computer"
	}
	return p, true
}

const textsOffRule = "policy/texts-off"

func standsAt(p fault.Problem) string {
	if p.File == "" {
		return ""
	}
	return " (" + p.File + ")"
}

// textProblems is everything about texts of one kind ("skill", "prompt",
// "instructions"; "" for all) that a person should know: what was dropped, cut and
// shadowed, what policy says, and the folders that do not count.
func (a *app) textProblems(w wording, kind string) []fault.Problem {
	ps := []fault.Problem{}
	for _, p := range w.said.Problems {
		if of := w.kindOf(p.File); p.Rule != "text/off" && (kind == "" || of == "" || of == kind) { // off is said below, with its place
			ps = append(ps, p)
		}
	}
	ps = append(ps, problemsOf(w.told(), "policy/unusable")...)
	if p, off := w.off(); off {
		ps = append(ps, p)
	}
	return append(append(ps, w.refusals(ps, kind)...), a.projectNotes(w.ground)...)
}

// refusals are what stands among the texts of one kind and refuses every tool call
// (SPEC H13), where nothing tells of it already: a file beside a skill's own text.
func (w wording) refusals(told []fault.Problem, kind string) []fault.Problem {
	var out []fault.Problem
	for _, f := range w.Set.Faults {
		of := w.kindOf(f.Path)
		if of == "" || kind != "" && of != kind || slices.ContainsFunc(told, func(p fault.Problem) bool { return p.Where() == f.File }) {
			continue
		}
		out = append(out, fault.Problem{File: f.File, Rule: "calls/refused", Message: "every tool call is refused until this is mended: " + f.Says, Hint: f.Hint})
	}
	return out
}

// kindOf is which kind of text a path in one of the layers is or holds; "" where it
// may be any.
func (w wording) kindOf(path string) string {
	for _, base := range [...]string{w.at.Machine, w.at.Home, w.folder, w.userHome} {
		rel, err := filepath.Rel(base, path)
		if base == "" || err != nil || !filepath.IsLocal(rel) {
			continue
		}
		for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
			switch part {
			case skillsFolder:
				return "skill"
			case promptsFolder, "commands":
				return "prompt"
			case instructionsFile:
				return "instructions"
			}
		}
		return ""
	}
	return ""
}

const (
	instructionsFile = "instructions.md"
	skillsFolder     = "skills"
	promptsFolder    = "prompts"
	skillFile        = "SKILL.md"
)

// note says one thing on stderr that is no part of the answer.
func (a *app) note(message string, hints ...string) {
	if a.flags.quiet {
		return
	}
	fmt.Fprintf(a.Stderr, "usher: note: %s\n", clean.Line(message))
	for _, h := range hints {
		fmt.Fprintf(a.Stderr, "usher: hint: %s\n", clean.Line(h))
	}
}

// remark shows problems on stderr, where the answer is bytes and nothing else. In
// JSON they are part of the answer.
func (a *app) remark(ps []fault.Problem) {
	if len(ps) > 0 && !a.flags.quiet && a.format() == output.Text {
		_ = output.Print(a.Stderr, troubled(ps), output.Text, 0, false)
	}
}

// waits reports a text in a folder that is not trusted as it is now.
func (w wording) waits(name string) bool { return slices.Contains(w.said.Waiting, name) }

func (w wording) waiting(kind, name string) string {
	return fmt.Sprintf("the %s %q waits: the project folder %s is not trusted as it is now", kind, name, w.folder)
}
