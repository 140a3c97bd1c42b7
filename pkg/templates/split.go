package templates

import (
	"strconv"
	"strings"

	"usher/pkg/fault"
)

// opening is what a text begins with.
type opening uint8

const (
	plainText  opening = iota // no line ---, or one that is a rule and no header's first
	unclosed                  // a header without its last line
	unkeyed                   // --- lines around something else than "key: "
	tooLong                   // a header of more than MaxHeader bytes
	headerText                // a header; it may be empty
)

// open parts a text into its header, without the --- lines, and what follows.
// The header's first line that is neither blank nor a comment is "key: …"; so a
// text that begins with a rule loses nothing.
func open(text string) (head, body string, is opening) {
	first, rest := line(text)
	if !fence(first) {
		return "", text, plainText
	}
	for at := 0; at < len(rest); {
		l, after := line(rest[at:])
		if fence(l) {
			return rest[:at], after, closed(rest[:at])
		}
		at = len(rest) - len(after)
	}
	if keyed(rest) {
		return "", text, unclosed
	}
	return "", text, plainText
}

// closed judges what stands between two --- lines.
func closed(head string) opening {
	switch {
	case strings.TrimSpace(head) == "":
		return headerText
	case !keyed(head):
		return unkeyed
	case len(head) > MaxHeader:
		return tooLong
	}
	return headerText
}

// The words about each opening that is no header.
const (
	saysUnclosed = "the header is never closed"
	saysUnkeyed  = `the lines between --- and --- do not begin with "key: "`
	hintUnclosed = "put a line --- below the header's last line"
)

func saysTooLong(n int) string {
	return "the header has " + strconv.Itoa(n) + " bytes and may have " + strconv.Itoa(MaxHeader)
}

// split is open for a prompt: what is not a header is text, all of it, from its
// first line (SPEC X4).
func (r *reader) split(text string) (head, body string) {
	const whole = ", so the whole file is text"
	head, body, is := open(text)
	problem := fault.Problem{Line: 1, Column: 1, Rule: "text/header", Severity: fault.SeverityWarning}
	switch is {
	case headerText:
		return head, body
	case plainText:
		return "", text
	case unclosed:
		problem.Rule, problem.Message, problem.Hint = "text/unclosed-header", saysUnclosed+whole, hintUnclosed
	case unkeyed:
		problem.Severity, problem.Message = fault.SeverityNote, saysUnkeyed+whole
	case tooLong:
		problem.Message = saysTooLong(len(head)) + whole
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
