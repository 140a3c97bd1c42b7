package templates

import (
	"strconv"
	"strings"

	"usher/pkg/fault"
)

// split parts a text into its header, without the --- lines, and what follows.
// What is not a header is text: all of it, from its first line (SPEC X4).
//
// A header's first line that is neither blank nor a comment is "key: …"; so a
// text that begins with a rule loses nothing.
func (r *reader) split(text string) (head, body string) {
	first, rest := line(text)
	if !fence(first) {
		return "", text
	}
	for at := 0; at < len(rest); {
		l, after := line(rest[at:])
		if fence(l) {
			return r.closed(rest[:at], after, text)
		}
		at = len(rest) - len(after)
	}
	if keyed(rest) {
		r.note(fault.Problem{Line: 1, Column: 1, Rule: "text/unclosed-header", Severity: fault.SeverityWarning,
			Message: "the header is never closed, so the whole file is text", Hint: "put a line --- below the header's last line"})
	}
	return "", text
}

// closed judges what stands between two --- lines.
func (r *reader) closed(head, after, text string) (string, string) {
	problem := fault.Problem{Line: 1, Column: 1, Rule: "text/header"}
	switch {
	case strings.TrimSpace(head) == "":
		return "", after
	case !keyed(head):
		problem.Severity = fault.SeverityNote
		problem.Message = `the lines between --- and --- do not begin with "key: ", so the whole file is text`
	case len(head) > MaxHeader:
		problem.Severity = fault.SeverityWarning
		problem.Message = "the header has " + strconv.Itoa(len(head)) + " bytes and may have " + strconv.Itoa(MaxHeader) +
			", so the whole file is text"
	default:
		return head, after
	}
	r.note(problem)
	return "", text
}

// line is the first line of s with its break, and what follows.
func line(s string) (first, rest string) {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i+1], s[i+1:]
	}
	return s, ""
}

// fence reports a line of three hyphens; blanks may follow them.
func fence(line string) bool {
	rest, ok := strings.CutPrefix(line, "---")
	return ok && strings.Trim(rest, " \t\r\n") == ""
}

// keyed reports whether the first line that says something begins with a key.
func keyed(head string) bool {
	for head != "" {
		var l string
		l, head = line(head)
		if speaks(l) {
			_, _, ok := key(l)
			return ok
		}
	}
	return false
}

// speaks reports a line that is neither blank nor a comment.
func speaks(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && line[0] != '#'
}

// key parts "key: value" at the first colon; the key is one word at the start of
// the line, and a blank or nothing follows the colon.
func key(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	if !ok || name == "" || strings.Trim(value[:min(len(value), 1)], " \t\r\n") != "" {
		return "", "", false
	}
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-' && c != '.' && c != '$' {
			return "", "", false
		}
	}
	return name, strings.TrimSpace(value), true
}
