package cmd

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/mcp"
	"usher/pkg/redact"
	"usher/pkg/sandbox"
	"usher/pkg/sandbox/tiers"
	"usher/pkg/term"
)

// sight is what a server can reach, in words (SPEC B6).
type sight struct {
	lines []sandbox.Line
	notes []string // what a person would not expect of it
	loud  []string // what stands in red on a card
	why   string   // why it does not start as it is, "" where it may
	hints []string // and what to do about that
	data  string   // its own data folder, "" where it has none
}

// looking is how one run looks at what servers would reach if they started now.
type looking struct {
	*app
	g         ground
	set       *effective.Set
	workspace string // the trusted project folder, or the one that is about to be trusted
	trial     bool   // try the sandboxes of this computer where they are not known (SPEC B4); else nothing is started
}

// looks gives what each server of what holds now would reach.
func (a *app) looks(g ground, trial bool) func(effective.Server) sight {
	return looking{a, g, g.Set, g.TrustedProject(), trial}.at
}

// at looks at one server.
func (w looking) at(sv effective.Server) sight {
	a, g := w.app, w.g
	if !sandboxed(sv) {
		return unsandboxed(sv, w.engine(sv))
	}
	l := w.set.Launch(sv)
	x, err := w.folders(sv)
	if err != nil {
		return sight{lines: sandbox.Describe(sv.Reach, nil), why: err.Error()}
	}
	found, err := a.needs(g).Find(launching(sv, l, x))
	if err != nil {
		return sight{lines: sandbox.Describe(sv.Reach, nil), why: err.Error()}
	}
	s := sight{data: found.Plan.Data, notes: found.Notes}
	for asked, real := range found.Through {
		s.notes = append(s.notes, "the folder "+clean.Quote(asked)+" is a link: what it reaches is "+clean.Quote(real))
	}
	slices.Sort(s.notes)
	s.notes = append(s.notes, w.unseen(sv)...)
	s.notes = append(s.notes, makeable(found)...)
	s.loud = append(opened(found), slices.Concat(ownProgram(found, sv, l), startable(found, a.Getenv("PATH")), keys(found))...)
	if w.trial {
		can, minimum := a.sandboxes(context.Background(), g), sandbox.Tier(g.Policy.SandboxMinimum)
		if none := can.refusal(minimum, sv); none != nil {
			s.why, s.hints = none.Error(), none.Hints
		} else {
			tier := can.Best(minimum)
			s.loud = append(s.loud, tiers.Gaps(tier)...)
			s.notes = append(s.notes, "its sandbox is built with "+string(tier))
		}
		if can.note != "" {
			s.notes = append(s.notes, can.note)
		}
	}
	s.lines = sandbox.Describe(sv.Reach, &found.Plan)
	return s
}

// engine is the program that a container engine's name was found to be, "" for none.
func (w looking) engine(sv effective.Server) string {
	word := sv.EngineWord()
	if word == sv.Command {
		return w.set.Launch(sv).Program.Path
	}
	if !filepath.IsAbs(word) && word != "" {
		word, _ = w.needs(w.g).Look(word)
	}
	return word
}

// unsandboxed says of a server that no sandbox of usher's holds what it can touch.
// engine is where its container engine was found, "" where that is not known.
func unsandboxed(sv effective.Server, engine string) sight {
	if sv.Remote() {
		return sight{}
	}
	lines := sandbox.Describe(sv.Reach, nil)
	if before, after, ok := strings.Cut(lines[0].Says, " runs it"); ok && sv.Reach.Engine != "" && engine != "" {
		lines[0] = sandbox.Line{Says: before + " (", Path: engine, More: ") runs it" + after}
	}
	if !sv.Reach.Off && sv.Reach.Engine == "" { // Windows
		lines = []sandbox.Line{{Says: "not sandboxed, for " + sv.Unsandboxed() + ": it runs with your full permissions and can read, change and send everything you can"}}
	}
	loud := lines[0]
	if loud.Path != "" {
		loud.Path = clean.Quote(loud.Path)
	}
	return sight{lines: lines, loud: []string{loud.String()}}
}

// folders are a server's folders and arguments as they would be at a start, as far as
// that can be told without a secret; an argument that holds one is left empty.
func (w looking) folders(sv effective.Server) (mcp.Expanded, error) {
	only := sv.Server
	only.Env, only.Headers, only.TokenEnv = nil, nil, ""
	look := w.look(w.g, nil)
	return mcp.Expand(only, func(kind, name string) (redact.Value, bool) {
		switch kind {
		case mcp.LookSecret:
			return redact.New(""), true
		case mcp.LookWorkspace:
			return redact.New(w.workspace), w.workspace != ""
		}
		return look(kind, name)
	})
}

// texts are the sentences, for a listing.
func (s sight) texts() []string {
	out := []string{}
	for _, l := range s.lines {
		out = append(out, l.String())
	}
	return out
}

// own are the sentences that are not so of every server in a sandbox.
func (s sight) own() []string {
	var out []string
	for _, l := range s.lines {
		if !l.Always {
			out = append(out, l.String())
		}
	}
	return out
}

// always are the others.
func (s sight) always() []string {
	var out []string
	for _, l := range s.lines {
		if l.Always {
			out = append(out, l.String())
		}
	}
	return out
}

// rows are the sentences on a card.
func (s sight) rows() []term.Row {
	if len(s.lines) == 0 {
		return nil
	}
	row := term.Row{Label: "reach", Quoted: true}
	for _, l := range s.lines {
		says := l.Says
		if l.Path != "" {
			says += clean.Quote(l.Path)
		}
		row.Values = append(row.Values, says+l.More)
	}
	rows := []term.Row{row}
	if len(s.notes) > 0 {
		rows = append(rows, term.Row{Label: "sandbox", Values: s.notes, Quoted: true})
	}
	return rows
}

// describe is what the definition alone says of a server's reach.
func describe(sv effective.Server) []string {
	if !sandboxed(sv) {
		return unsandboxed(sv, "").texts()
	}
	return sight{lines: sandbox.Describe(sv.Reach, nil)}.texts()
}
