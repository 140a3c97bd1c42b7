package hosts

import "strings"

// cutLength is from which length on a name may have been cut: the shortest of what
// assistants cut to is 60.
const cutLength = 60

// folded is a name with every character that the assistant does not keep as one.
func (c Client) folded(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(c.p.keep, r) {
			return r
		}
		return '_'
	}, s)
}

// becomes reports whether an assistant may write a name in this way. Too many are
// better than too few: what could be meant counts.
func (c Client) becomes(name, spelling string) bool {
	want, got := c.folded(name), c.folded(spelling)
	if c.p.name == "copilot" { // it writes a dash where others write an underscore
		want, got = dashed(name), dashed(spelling)
	}
	if want == got {
		return true
	}
	if before, after, ok := strings.Cut(spelling, "..."); ok && len(spelling) >= cutLength {
		return strings.HasPrefix(want, c.folded(before)) && strings.HasSuffix(want, c.folded(after))
	}
	if cutTo(got, want) {
		return true
	}
	base, ok := unhashed(got)
	changed := want != name || len(name) > cutLength
	return ok && changed && (want == base || len(got) >= cutLength && strings.HasPrefix(want, base))
}

func dashed(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '-'
	}, s)
}

// cutTo reports a long name that is the beginning of a longer one, or goes beyond it.
func cutTo(got, want string) bool { return len(got) >= cutLength && strings.HasPrefix(want, got) }

// unhashed is a name without the hash that stands behind a changed one.
func unhashed(s string) (string, bool) {
	i := strings.LastIndexAny(s, "_-")
	if i <= 0 || len(s)-i-1 < 5 || len(s)-i-1 > 12 {
		return "", false
	}
	return s[:i], true
}
