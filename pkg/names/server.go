package names

import "fmt"

// ServerID is a server's id: ^[a-z][a-z0-9-]{0,31}$ (SPEC S2).
type ServerID string

// ParseServerID checks the form only; see Reserved for ids nobody may take.
func ParseServerID(s string) (ServerID, error) {
	if !slug(s, 32) {
		return "", fmt.Errorf("an id is 1 to 32 lower-case letters, digits and hyphens, starting with a letter")
	}
	return ServerID(s), nil
}

// Reserved is the reserved id that s is, or looks like after Unicode folding
// (SPEC S2), or "". Machine servers' ids are added with extra.
func Reserved(s string, extra ...ServerID) string {
	folded := skeleton(s)
	for _, r := range [...]string{"app", "cad", "kratos", "mcp", "mesh", "pdf", "usher"} {
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
