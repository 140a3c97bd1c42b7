package strictjson

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"usher/pkg/fault"
)

// Stray is a key that is not known byte for byte (SPEC F2). Nearest is the
// known key it is likely meant for, or "". CaseOnly says that the two differ in
// nothing but the case of ASCII letters.
type Stray struct {
	Member   Member
	Nearest  string
	CaseOnly bool
}

// Unknown lists the members of an object whose keys are not known, in file
// order, but for those every file may carry (Ignored). Keys are compared byte
// for byte: a look-alike such as K (U+212A) for k is unknown, with its nearest.
func Unknown(obj *Value, known []string) []Stray { return Strays(obj.Members(), known) }

// Strays is Unknown for members that have been taken out already.
func Strays(members []Member, known []string) []Stray {
	var strays []Stray
	for _, m := range members {
		if Ignored(m.Key) || slices.Contains(known, m.Key) {
			continue
		}
		near := Nearest(m.Key, known)
		strays = append(strays, Stray{Member: m, Nearest: near, CaseOnly: near != "" && foldASCII(near) == foldASCII(m.Key)})
	}
	return strays
}

// Ignored reports a key that every definition file may carry and nobody reads:
// $schema, _comment, x-note (SPEC F2).
func Ignored(key string) bool {
	return key == "$schema" || strings.HasPrefix(key, "_") || strings.HasPrefix(key, "x-")
}

// Problem words the stray: rule o.Rules + /unknown-key or /key-case, an error at
// the key. entry is the server id, hook name or place it belongs to, or "".
func (s Stray) Problem(o Options, entry string) fault.Problem {
	p := fault.Problem{File: o.File, Line: s.Member.Place.Line, Column: s.Member.Place.Column, Entry: entry,
		Rule: o.Rules + "/unknown-key", Message: "key " + short(s.Member.Key) + " is not known here"}
	switch {
	case s.CaseOnly:
		p.Rule = o.Rules + "/key-case"
		p.Message = "key " + short(s.Member.Key) + " differs from " + short(s.Nearest) + " in case"
		p.Hint = "write " + short(s.Nearest)
	case s.Nearest != "":
		p.Hint = "did you mean " + short(s.Nearest) + "?"
	}
	if i := strings.IndexFunc(s.Member.Key, func(r rune) bool { return r > 0x7e }); i >= 0 {
		r, _ := utf8.DecodeRuneInString(s.Member.Key[i:])
		p.Message += "; it holds the character " + codePoint(r)
	}
	return p
}

// Nearest is the one of among that word is likely meant for: the same but for
// case, else the one with the fewest edits, at most one for every three
// characters. "" when nothing is near.
func Nearest(word string, among []string) string {
	same := foldASCII(word)
	for _, a := range among {
		if foldASCII(a) == same {
			return a
		}
	}
	best, fewest := "", 0
	folded := strings.ToLower(word)
	length := utf8.RuneCountInString(folded)
	for _, a := range among {
		if strings.EqualFold(a, word) {
			return a
		}
		longer := max(length, utf8.RuneCountInString(a))
		if gap := length - utf8.RuneCountInString(a); 3*max(gap, -gap) > longer {
			continue // too far, and not worth the square of a long word
		}
		edits := levenshtein.ComputeDistance(folded, strings.ToLower(a))
		if 3*edits <= longer && (best == "" || edits < fewest) {
			best, fewest = a, edits
		}
	}
	return best
}

func foldASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
