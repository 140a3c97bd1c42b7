package trust

import (
	"slices"
	"strings"
)

// dollar takes what a $ begins.
func (s *splitter) dollar() {
	if s.rest == "" {
		s.word.WriteByte('$')
		return
	}
	switch c := s.rest[0]; {
	case c == '(':
		s.open = true
		s.sign('$')
	case c == '{':
		s.braces()
	case (c == '\'' || c == '"') && s.quote == 0:
		s.open = s.open || c == '\''
	case strings.IndexByte("?#$!", c) >= 0:
		s.odd = true
		s.word.WriteString("$" + string(c))
		s.rest = s.rest[1:]
	case strings.IndexByte("@*-0123456789", c) >= 0:
		s.open = true
		s.word.WriteByte('$')
	default:
		n := nameLen(s.rest)
		s.variable(s.rest[:n], "$"+s.rest[:n])
		s.rest = s.rest[n:]
	}
}

// braces takes ${…}. One of ours with more in the braces stands for the folder,
// or for something else.
func (s *splitter) braces() {
	inner, rest, closed := "", "", false
	if !s.unclosed {
		inner, rest, closed = strings.Cut(s.rest[1:], "}")
	}
	if !closed {
		s.unclosed, s.open = true, true
		s.word.WriteByte('$')
		return
	}
	s.rest = rest
	name := inner[:nameLen(inner)]
	s.variable(name, "${"+inner+"}")
	s.open = s.open || name != inner || name == ""
}

// variable writes what stands for the project folder; any other variable as it is.
func (s *splitter) variable(name, written string) {
	switch {
	case name == "PWD":
		s.word.WriteString(".")
	case slices.Contains(projectVars[:], name), written == workspace:
		s.word.WriteString(workspace)
	default:
		s.open = s.open || name != ""
		s.word.WriteString(written)
	}
}

// percent puts the project folder in for %NAME% of cmd.exe.
func (s *splitter) percent(w string) string {
	parts := strings.Split(w, "%")
	for i := 1; i+1 < len(parts); i++ {
		name := parts[i]
		if slices.Contains(projectVars[:], name) {
			return strings.ReplaceAll(w, "%"+name+"%", workspace)
		}
		if len(name) > 1 && isName(name) && strings.ToUpper(name) == name {
			s.open = true
		}
	}
	return w
}

// nameLen is how much of a text is the name of a variable.
func nameLen(s string) int {
	n := 0
	for n < len(s) && isName("_"+s[n:n+1]) && (n > 0 || isName(s[:1])) {
		n++
	}
	return n
}

// isName reports the name of a variable.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if s[i] != '_' && (c < 'a' || c > 'z') && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}
