package strictjson

import (
	"slices"
	"strconv"
	"strings"

	"usher/pkg/fault"
)

// most is how many faults, and how many nulls, of a document are listed; the
// rest is counted, so that a hostile file cannot make a large answer.
const most = 100

// note is a problem before its offsets have become places. Where ref is not
// negative the message ends with the place of that offset, and close.
type note struct {
	at, ref              int
	rule, message, close string
	hint, entry          string
}

// notes collects what is wrong with a document.
type notes struct {
	subject string // "the file" or "the input"
	found   []note
	nulls   int  // how many of the list are nulls: they take no room from the faults
	beyond  int  // how many were not listed
	fatal   bool // one of them refuses the document
}

// overfull counts a fault that there is no room to list. A fault that a hostile
// file can hold a million times asks before it makes its message.
func (n *notes) overfull() bool {
	if len(n.found)-n.nulls < most {
		return false
	}
	n.fatal = true
	n.beyond++
	return true
}

// room counts a note and says whether it is to be listed.
func (n *notes) room(rule string) bool {
	if rule != "null" {
		n.fatal = true
		return !n.overfull()
	}
	if n.nulls >= most {
		n.beyond++
		return false
	}
	n.nulls++
	return true
}

// problems are the notes in file order.
func (n *notes) problems(src string, o Options) []fault.Problem {
	if len(n.found) == 0 {
		return nil
	}
	slices.SortStableFunc(n.found, func(a, b note) int { return a.at - b.at })
	places := n.places(src)
	out := make([]fault.Problem, 0, len(n.found))
	for _, x := range n.found {
		p := fault.Problem{File: o.File, Entry: x.entry, Rule: o.Rules + "/" + x.rule, Message: x.message, Hint: x.hint}
		if x.at >= 0 {
			p.Line, p.Column = places[x.at].Line, places[x.at].Column
		}
		if x.ref >= 0 {
			r := places[x.ref]
			p.Message += "line " + strconv.Itoa(r.Line) + ", column " + strconv.Itoa(r.Column) + x.close
		}
		out = append(out, p)
	}
	if n.beyond > 0 {
		out[len(out)-1].Message += "; and " + strconv.Itoa(n.beyond) + " more problems"
	}
	return out
}

// places finds every offset's place in one sweep.
func (n *notes) places(src string) map[int]Place {
	offsets := make([]int, 0, 2*len(n.found))
	for _, x := range n.found {
		for _, o := range [...]int{x.at, x.ref} {
			if o >= 0 {
				offsets = append(offsets, o)
			}
		}
	}
	slices.Sort(offsets)
	places := make(map[int]Place, len(offsets))
	t := fromStart()
	for _, o := range offsets {
		places[o] = t.at(src, o)
	}
	return places
}

// size is a limit in a person's words.
func size(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return strconv.Itoa(n>>20) + " MiB"
	case n >= 1<<10 && n%(1<<10) == 0:
		return strconv.Itoa(n>>10) + " KiB"
	}
	return strconv.Itoa(n) + " bytes"
}

// short is a key for a message: quoted, cut where it is long.
func short(key string) string {
	const longest = 64
	n := 0
	for i := range key {
		if n == longest {
			return `"` + key[:i] + `…"`
		}
		n++
	}
	return `"` + key + `"`
}

func hex(c byte) string { return strings.ToUpper(strconv.FormatUint(uint64(c)+0x100, 16)[1:]) }
