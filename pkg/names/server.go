package names

import (
	"fmt"
	"strings"
	"unicode"
)

// ServerID is a server's id: ^[a-z][a-z0-9-]{0,31}$ (SPEC S2).
type ServerID string

// ParseServerID checks the form only; see Reserved for ids nobody may take.
func ParseServerID(s string) (ServerID, error) {
	if !slug(s, 32) {
		return "", fmt.Errorf("an id is 1 to 32 lower-case letters, digits and hyphens, starting with a letter")
	}
	return ServerID(s), nil
}

// reserved ids belong to the seeds' products and to usher itself (SPEC S2).
var reserved = [...]string{"app", "cad", "kratos", "mcp", "mesh", "pdf", "usher"}

// Reserved is the reserved id that s is, or looks like after Unicode folding
// (SPEC S2), or "". Machine servers' ids are added with extra.
func Reserved(s string, extra ...ServerID) string {
	folded := skeleton(s)
	for _, r := range reserved {
		if folded == skeleton(r) {
			return r
		}
	}
	for _, e := range extra {
		if folded == skeleton(string(e)) {
			return string(e)
		}
	}
	return ""
}

// skeleton folds case, drops what is invisible and maps the letters of other
// alphabets that look like ASCII ones: enough that no id in another alphabet
// reads as a reserved one.
func skeleton(s string) string {
	var b strings.Builder
	for _, r := range s {
		r = unicode.ToLower(r)
		if !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) || unicode.IsSpace(r) {
			continue
		}
		if r >= 0xff01 && r <= 0xff5e { // full-width forms
			r = unicode.ToLower(r - 0xfee0)
		}
		if l, ok := lookAlike(r); ok {
			r = l
		}
		b.WriteRune(r)
	}
	return b.String()
}

// lookAlike maps Cyrillic, Greek and other letters to the ASCII letter they look like.
func lookAlike(r rune) (rune, bool) {
	const from = "аɑαсϲԁеҽԛоοосрρтτѕһɡҡκкмսυхχуүіıӏԝꜱḿṁ"
	const to = "aaaccdeeqooocppttshgkkkmuuxxyyiilwsmm"
	f, t := []rune(from), []rune(to)
	for i, c := range f {
		if c == r {
			return t[i], true
		}
	}
	return 0, false
}

// slug reports ^[a-z][a-z0-9-]{0,max-1}$.
func slug(s string, max int) bool {
	if s == "" || len(s) > max || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := 1; i < len(s); i++ {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}
