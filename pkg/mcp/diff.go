package mcp

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

// Diff shows what a server now says about a tool that it did not say before, as
// a unified difference of what the digest covers (SPEC M4); "" where nothing
// differs. A description stands there line by line, a schema sorted and
// indented. Every line is cleaned, and what the server wrote is indented, so
// that it cannot pass for a heading.
func Diff(old, now Tool) string {
	if old.Digest == now.Digest {
		return ""
	}
	var b strings.Builder
	b.WriteString("--- " + shownTool(old.Name) + " before\n+++ " + shownTool(now.Name) + " now\n")
	for _, h := range hunks(compare(old.lines(), now.lines())) {
		h.write(&b)
	}
	return b.String()
}

// lines are what the digest covers of a tool, as a person reads it.
func (t Tool) lines() []string {
	root, _ := strictjson.Decode(t.Raw, strictjson.Options{MaxBytes: MaxList, AllowNull: true})
	def := definitionOf(root)
	var out []string
	for i, key := range digestKeys() {
		v := def[i]
		switch {
		case v == nil:
		case v.Kind() == strictjson.KindString:
			text, _ := v.Text()
			out = append(out, key+":")
			for line := range strings.SplitSeq(text, "\n") {
				out = append(out, "  "+clean.Line(line))
			}
		default:
			indented := string(canonical(v, jsontext.WithIndent("  ")))
			out = append(out, key+":")
			for line := range strings.SplitSeq(indented, "\n") {
				out = append(out, "  "+clean.Line(line))
			}
		}
	}
	return out
}

// around is how many equal lines stand around a change.
const around = 3

// hunk is a run of lines of a difference and where it begins on either side.
type hunk struct {
	lines    []diffLine
	old, now int // lines before it
}

func (h hunk) write(b *strings.Builder) {
	var old, now int
	for _, l := range h.lines {
		if l.mark != '+' {
			old++
		}
		if l.mark != '-' {
			now++
		}
	}
	b.WriteString("@@ -" + lineRange(h.old, old) + " +" + lineRange(h.now, now) + " @@\n")
	for _, l := range h.lines {
		b.WriteByte(l.mark)
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
}

// lineRange is first,count as diff -u writes it.
func lineRange(before, count int) string {
	if count > 0 {
		before++
	}
	return strconv.Itoa(before) + "," + strconv.Itoa(count)
}

// hunks keeps the changes and the lines around them.
func hunks(lines []diffLine) []hunk {
	var out []hunk
	near := func(i int) bool {
		for j := max(i-around, 0); j < min(i+around+1, len(lines)); j++ {
			if lines[j].mark != ' ' {
				return true
			}
		}
		return false
	}
	old, now, open := 0, 0, false
	for i, l := range lines {
		keep := near(i)
		if keep && !open {
			out = append(out, hunk{old: old, now: now})
		}
		if open = keep; keep {
			out[len(out)-1].lines = append(out[len(out)-1].lines, l)
		}
		if l.mark != '+' {
			old++
		}
		if l.mark != '-' {
			now++
		}
	}
	return out
}
