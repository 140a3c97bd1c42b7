package cmd

import (
	"context"
	"fmt"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// marking is one decision about one tool on its way into the ledger; server mark
// and grant set share it.
type marking struct {
	*app
	server, tool string // as typed
	change       trust.MarkChange
	digest       string // the text of --digest
	toolDigest   string // and of --tool-digest
	line         string // the command without either, for hints
}

func (m marking) run(ctx context.Context) (output.View, error) {
	g, err := m.firm()
	if err != nil {
		return nil, err
	}
	id, err := g.serverID(m.server)
	if err != nil {
		return nil, err
	}
	if err := checkTool(id, m.tool); err != nil {
		return nil, err
	}
	about, note, err := m.about(ctx, g, id)
	if err != nil {
		return nil, err
	}
	key := about.key
	after, err := m.record(ctx, g, about)
	if err != nil {
		return nil, err
	}
	v := said{Done: "recorded", Server: string(id), Tool: m.tool, Decision: orUnset(after.Decision), ReadOnly: &after.ReadOnly, Digest: string(key.Digest)}
	v.Message = fmt.Sprintf("%s of %s: %s", m.tool, id, standingWords(after))
	if m.coversNothing() {
		v.Message = fmt.Sprintf("%s of %s: recorded, but it covers no tool", m.tool, id)
	}
	if v.Note = note; note == "" {
		v.Note = m.note(g, about, after)
	}
	return v, nil
}

// record writes the decision down. An allow is about the definition that was seen; a
// denial needs none (SPEC M4).
func (m marking) record(ctx context.Context, g ground, about seen) (after trust.Standing, err error) {
	err = trust.ChangeLedger(ctx, g.at.State, func(t *trust.Ledger) error {
		m.change.Tools = definitions(about.list)
		if !m.denies() {
			if m.change.Tools, err = about.still(g); err != nil {
				return err
			}
		}
		t.SetMark(about.key, m.tool, m.change)
		after = own(t, about.key, m.tool)
		return nil
	})
	return after, err
}

// about is the launch a decision is recorded for, with its list. A denial loosens
// nothing and needs no digest, nor even a server, but one that is given must be right;
// everything else needs the launch's (SPEC A4). note warns where a denial meets no server.
func (m marking) about(ctx context.Context, g ground, id names.ServerID) (about seen, note string, err error) {
	sv, missing := g.server(string(id))
	if !m.denies() {
		if missing != nil {
			return about, "", missing
		}
		l, err := g.launch(sv)
		if err != nil {
			return about, "", err
		}
		about = g.seen(l.Key, m.tool)
		return about, "", m.admit(ctx, g, sv, about)
	}
	if err := m.noAssistant(m.line); err != nil {
		return about, "", err
	}
	key := trust.Key{Server: id}
	if missing != nil {
		note = fmt.Sprintf("%s; the denial holds for whatever server takes that id", missing)
	} else if l := g.Set.Launch(sv); l.Why == "" {
		key = l.Key
	}
	about = g.seen(key, m.tool)
	if err := m.denied(key); err != nil {
		return about, note, err
	}
	return about, note, about.named(m.toolDigest, m.line)
}

// admit lets a decision that may loosen be made, by its digests or by the person, who
// is shown what the server says of the tool.
func (m marking) admit(ctx context.Context, g ground, sv effective.Server, about seen) error {
	now, line := about.key.Digest, m.line
	if m.toolDigest != "" {
		if m.digest == "" || m.digest == string(now) { // of another launch that is said first
			if err := about.named(m.toolDigest, m.line); err != nil {
				return err
			}
		}
		line += " --tool-digest " + engine.QuoteArg(m.toolDigest)
	}
	rows := []term.Row{{Label: "tool", Values: []string{m.tool}}, {Label: "decision", Values: []string{m.words()}, Words: true}}
	return m.decide(ctx, g, sv, now, m.digest, line, question{
		title: "Record this decision about a tool?", ask: "Record it?", rows: append(rows, about.rows(g)...),
	})
}

// denied checks the digest that a denial would not have needed.
func (m marking) denied(key trust.Key) error {
	if m.digest == "" {
		return nil
	}
	want, err := launchDigest(m.digest, m.line)
	switch {
	case err != nil:
		return err
	case key.Digest == "":
		return fault.New(fault.Refused, "--digest names a launch, and the server has none now; a denial needs no digest", m.line)
	}
	return sameLaunch(want, key.Digest, m.line)
}

func (m marking) denies() bool {
	return m.change.Decision != nil && *m.change.Decision == trust.Deny && (m.change.ReadOnly == nil || !*m.change.ReadOnly)
}

// coversNothing reports an allow or read-only of '*': it is for the tools that are
// known, and none is (SPEC M2).
func (m marking) coversNothing() bool {
	allows := m.change.Decision != nil && *m.change.Decision == trust.Allow
	return m.tool == trust.Star && len(m.change.Tools) == 0 && (allows || m.change.ReadOnly != nil && *m.change.ReadOnly)
}

// words say what is to be recorded, before it is.
func (m marking) words() string {
	var s trust.Standing
	if m.change.Decision == nil { // the flag alone: the decision stays what it is (SPEC M2)
		if m.change.ReadOnly != nil && !*m.change.ReadOnly {
			return "it changes things; what you decided stays"
		}
		return "it only reads; what you decided stays"
	}
	s.Decision = *m.change.Decision
	if m.change.ReadOnly != nil {
		s.ReadOnly = *m.change.ReadOnly
	}
	return standingWords(s)
}

// note says what a person may have meant otherwise.
func (m marking) note(g ground, about seen, after trust.Standing) string {
	id, key := about.key.Server, about.key
	switch {
	case m.coversNothing():
		return fmt.Sprintf("an allow or read-only of '*' covers the tools that are known when it is given; none of this server is known yet, "+
			"so it covers nothing: name each tool: usher grant set %s TOOL --allow --digest %s", id, key.Digest)
	case after.Asleep:
		return "the flag alone wakes no mark: read what changed, usher server tools " + string(id) + ", then decide anew with --allow or --ask beside it"
	case m.tool == trust.Star && m.denies():
		return ownAllows(g, id)
	}
	for _, form := range [...]string{string(id) + "__", "mcp__" + string(id) + "__", "mcp." + string(id) + ".", "mcp_" + string(id) + "_"} {
		if short, ok := strings.CutPrefix(m.tool, form); ok && short != "" {
			return fmt.Sprintf("calls name this tool %s__%s; if you meant %s, write: %s", id, m.tool, short,
				strings.Replace(m.line, engine.QuoteArg(m.tool), engine.QuoteArg(short), 1))
		}
	}
	if about.kept && m.tool != trust.Star {
		if _, listed := about.list.Tool(m.tool); !listed && !reserved(m.tool) {
			return fmt.Sprintf("the server lists no tool of exactly that name: usher server tools %s", id)
		}
	}
	if m.toolDigest == "" && m.digest != "" && !m.denies() {
		return about.note()
	}
	return ""
}

// ownAllows names the tools that a '*' deny does not reach: their own marks beat it.
func ownAllows(g ground, id names.ServerID) string {
	var tools []string
	for _, d := range g.Ledger.Decisions() {
		if d.Kind == trust.Mark && d.Server == id && d.Tool != trust.Star && d.Decision == trust.Allow {
			tools = append(tools, d.Tool)
		}
	}
	if len(tools) == 0 {
		return ""
	}
	return "tools with a mark of their own keep it, and are still allowed: " + list(tools)
}

// checkTool refuses a tool name that no call could have (SPEC 18).
func checkTool(id names.ServerID, tool string) error {
	if tool == trust.Star {
		return nil
	}
	t, err := names.ParseTool(string(id) + "__" + tool)
	switch {
	case strings.Contains(tool, trust.Star):
		err = fmt.Errorf("a mark is for one tool by its exact name, or for '*'; patterns go into policy tools.deny and tools.ask")
	case tool == "":
		err = fmt.Errorf("a tool name may not be empty")
	case err == nil && t != names.NewTool(id, tool):
		err = fmt.Errorf("no tool can be told apart under the id %q", id)
	}
	if err != nil {
		return fault.New(fault.Usage, "the tool name is not usable: "+err.Error(), "usher grant set --help")
	}
	return nil
}

// own is the mark itself, without what '*' adds to it.
func own(t *trust.Ledger, key trust.Key, tool string) trust.Standing {
	for _, d := range t.Decisions() {
		if d.Kind == trust.Mark && d.Server == key.Server && d.Tool == tool && d.Layer == key.Layer && d.Folder == key.Folder && d.Digest == key.Digest {
			return trust.Standing{Decision: d.Decision, ReadOnly: d.ReadOnly, Asleep: d.Asleep}
		}
	}
	return trust.Standing{}
}

// standingWords says what a mark does.
func standingWords(s trust.Standing) string {
	what := "no decision, so it asks"
	switch s.Decision {
	case trust.Allow:
		what = "allowed without a question"
	case trust.Ask:
		what = "asks before each call"
	case trust.Deny:
		what = "denied, for every launch of the server"
	}
	if s.ReadOnly {
		what += "; read-only"
	}
	if s.Asleep {
		what += "; asleep, because the tool says something else since, so it asks"
	}
	return what
}

func orUnset(decision string) string {
	if decision == "" {
		return "unset"
	}
	return decision
}
