package cmd

import (
	"fmt"
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/clean"
	"usher/pkg/digest"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// Characters of a description, and lines of a difference, that a card shows.
const (
	maxDescribed  = 400
	maxDifference = 40
)

// toolDigestFlag is --tool-digest, which the commands in refusals have (SPEC M4).
func toolDigestFlag(cmd *cobra.Command, into *string) {
	cmd.Flags().StringVar(into, "tool-digest", "", "the `DIGEST` of the tool's definition that you read; another one is refused")
	freely(cmd, "tool-digest")
}

// seen is what a decision about a tool is about: the server's list as it was known when
// the person was shown it, or the script began (SPEC M4).
type seen struct {
	key  trust.Key
	tool string
	list mcp.Manifest
	kept bool // there is a list
}

func (g ground) seen(key trust.Key, tool string) seen {
	s := seen{key: key, tool: tool}
	s.list, s.kept = g.known(key.Digest)
	return s
}

// about is what a call's decision is about; of no server it is nothing.
func (g ground) about(tool names.Tool) seen {
	id, _ := tool.Server()
	sv, ok := g.Set.Find(id)
	if !ok {
		return seen{tool: tool.Name()}
	}
	return g.seen(g.Set.Launch(sv).Key, tool.Name())
}

// differs reports a list that describes the tool otherwise than it was seen.
func (s seen) differs(m mcp.Manifest) bool {
	was, listed := s.list.Tool(s.tool)
	now, _ := m.Tool(s.tool)
	return listed && was.Digest != now.Digest
}

// named holds the list against --tool-digest: what a person read before pasting a
// command counts, and not what the server says since (SPEC M4).
func (s seen) named(given, line string) error {
	if given == "" {
		return nil
	}
	look := "usher server tools " + string(s.key.Server)
	if s.tool == trust.Star || reserved(s.tool) {
		return fault.New(fault.Usage, "--tool-digest names the definition of one tool, and "+clean.Line(s.tool)+" has none", line)
	}
	want, err := digest.Parse(given)
	if err != nil {
		return fault.New(fault.Usage, "--tool-digest is not usable: "+err.Error(), "read what the server says of it: "+look)
	}
	switch t, listed := s.list.Tool(s.tool); {
	case !listed:
		return fault.New(fault.Refused, fmt.Sprintf("--tool-digest names a definition, and server %q is not known to list a tool of exactly that name now", s.key.Server),
			look+" --refresh")
	case t.Digest != want:
		return fault.New(fault.Refused, fmt.Sprintf("it changed: server %q describes the tool otherwise now than in the definition that --tool-digest names; nothing was recorded", s.key.Server),
			"read what it says now: "+look, "then decide: "+line)
	}
	return nil
}

// still gives the definitions that the decision is about. It refuses where one is
// another by now: the person answered about what was shown, and the script began with
// what was known. What was not known then is about the first that was seen since.
func (s seen) still(g ground) (map[string]digest.Digest, error) {
	list, _ := g.known(s.key.Digest)
	now, was := definitions(list), definitions(s.list)
	before := was[s.tool]
	switch {
	case s.tool == trust.Star && (len(was) == 0 || maps.Equal(was, now)):
		return was, nil
	case s.tool != trust.Star && (before == "" || before == now[s.tool]):
		return now, nil
	}
	return nil, fault.New(fault.Refused, fmt.Sprintf("what server %q says of its tools changed while this was decided; nothing was recorded", s.key.Server),
		"read what it says now: usher server tools "+string(s.key.Server))
}

// rows are what the server says of the tool, and what it said when it was marked. They
// are cut: a description decides nothing, and the digest is of all of it.
func (s seen) rows(g ground) []term.Row {
	t, listed := s.list.Tool(s.tool)
	if !listed {
		return nil
	}
	says, cut := clean.Cut(t.Description, maxDescribed)
	if cut {
		says += "…"
	}
	rows := []term.Row{
		{Label: "it says", Values: lines(says)},
		{Label: "definition", Values: []string{string(t.Digest)}, Words: true},
	}
	old, kept := g.marked(g.Ledger.Standing(s.key, s.tool))
	if difference := mcp.Diff(old, t); kept && difference != "" {
		changed := lines(difference)
		if len(changed) > maxDifference {
			changed = append(changed[:maxDifference], fmt.Sprintf("… and %d more lines", len(changed)-maxDifference))
		}
		for i, l := range changed {
			changed[i], _ = clean.Cut(l, maxDescribed/2)
		}
		rows = append(rows, term.Row{Label: "changed", Values: changed})
	}
	return rows
}

func lines(s string) []string { return strings.Split(strings.TrimRight(s, "\n"), "\n") }

// note says which definition a decision by the launch's digest alone is about.
func (s seen) note() string {
	t, listed := s.list.Tool(s.tool)
	if !listed {
		return ""
	}
	says, _ := clean.Cut(firstLine(t.Description), maxDescribed/4)
	return fmt.Sprintf("it is about the tool as server %q was last seen to describe it (%q); --tool-digest %s names that", s.key.Server, says, t.Digest)
}
