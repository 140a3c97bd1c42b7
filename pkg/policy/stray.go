package policy

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"usher/pkg/strictjson"
)

// strayTop notes a top-level key that is not one. A group that only another
// usher knows is reported key by key, so that each has its place.
func (f *file) strayTop(s strictjson.Stray) {
	m := s.Member
	inner := m.Value.Members()
	switch {
	case s.CaseOnly:
		f.caseOnly(m, m.Key, s.Nearest)
	case len(inner) > 0 && isLaterGroup(m.Key):
		for _, n := range inner {
			f.notEnforced(n, m.Key+"."+n.Key)
		}
	case s.Nearest != "":
		f.unknown(m, m.Key, `did you mean "`+s.Nearest+`"?`)
	case find(m.Key) >= 0:
		k := keys[find(m.Key)]
		f.unknown(m, m.Key, `write it nested: {"`+k.group+`": {"`+k.name+`": …}}`)
	default:
		f.notEnforced(m, m.Key)
	}
}

// strayIn notes a key inside a known group that is not one.
func (f *file) strayIn(group string, s strictjson.Stray) {
	full := group + "." + s.Member.Key
	switch {
	case s.CaseOnly:
		f.caseOnly(s.Member, full, group+"."+s.Nearest)
	case s.Nearest != "" && !isLater(full):
		f.unknown(s.Member, full, `did you mean "`+group+"."+s.Nearest+`"?`)
	default:
		f.notEnforced(s.Member, full)
	}
}

func (f *file) notEnforced(m strictjson.Member, full string) {
	if isLater(full) {
		f.report(m.Place, full, "not-enforced", `policy key "`+full+`" is not one this usher enforces`,
			"remove it, or use a version of usher that enforces it")
		return
	}
	f.unknown(m, full, meant(full))
}

func (f *file) unknown(m strictjson.Member, full, hint string) {
	f.report(m.Place, short(full), "unknown-key", `policy key "`+short(full)+`" is not one this usher enforces`+oddity(m.Key), hint)
}

func (f *file) caseOnly(m strictjson.Member, full, right string) {
	f.report(m.Place, short(full), "key-case", `policy key "`+short(full)+`" differs from "`+right+`" only in case`, `write "`+right+`"`)
}

func isLaterGroup(group string) bool {
	return slices.ContainsFunc(later[:], func(full string) bool { return strings.HasPrefix(full, group+".") })
}

// short keeps a message readable whatever a file calls its keys.
func short(key string) string {
	const longest = 64
	n := 0
	for i := range key {
		if n == longest {
			return key[:i] + "…"
		}
		n++
	}
	return key
}

// oddity names the character that makes a look-alike another key.
func oddity(key string) string {
	for _, r := range key {
		if r > unicode.MaxASCII {
			return fmt.Sprintf("; it holds the character %U", r)
		}
	}
	return ""
}
