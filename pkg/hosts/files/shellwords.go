package files

import (
	"strings"

	"usher/pkg/fault"
)

// shell is what reads an assistant's command line.
type shell uint8

const (
	shellNone  shell = iota // none: the arguments are a list of their own
	shellUnix               // sh, and what people have in its place
	shellCmd                // cmd.exe
	shellPower              // PowerShell
)

// commandLine is a command in a shell's words, so that each of its words arrives as
// it is. What cannot be written so is an error.
func commandLine(argv []string, s shell) (string, error) {
	var out []string
	for n, word := range argv {
		switch {
		case strings.ContainsFunc(word, func(r rune) bool { return r < ' ' || r == 0x7f }):
			return "", fault.New(fault.Refused, "a path with a control character cannot be written into a command line", "move it")
		case word != "" && strings.IndexFunc(word, func(r rune) bool { return !plainRune(r, s) }) < 0:
		case s == shellUnix:
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		case s == shellPower:
			word = "'" + strings.ReplaceAll(word, "'", "''") + "'"
			if n == 0 {
				word = "& " + word
			}
		case strings.ContainsAny(word, "\"%!$`") || strings.HasSuffix(word, `\`):
			return "", fault.New(fault.Refused, "a path with one of \" % ! $ ` cannot be written into a command line of cmd.exe", "move it")
		default:
			word = `"` + word + `"`
		}
		out = append(out, word)
	}
	return strings.Join(out, " "), nil
}

// plainRune reports what needs no quotes.
func plainRune(r rune, s shell) bool {
	switch {
	case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', strings.ContainsRune("_+:./-", r):
		return true
	case r == '\\':
		return s != shellUnix
	}
	return false
}

// words takes a command line apart, whichever of the shells it was written for; false
// where it does more than to run one command.
func words(line string) ([]string, bool) {
	var out []string
	var word strings.Builder
	in := false
	line = strings.TrimPrefix(strings.TrimSpace(line), "& ")
	for at := 0; at < len(line); at++ {
		c := line[at]
		switch {
		case c == '\'' || c == '"':
			text, size := quotedWord(line[at:])
			if size == 0 {
				return nil, false
			}
			word.WriteString(text)
			at += size - 1
			in = true
		case c == '\\' && at+1 < len(line) && strings.IndexByte(`'" \`, line[at+1]) >= 0:
			at++
			word.WriteByte(line[at])
			in = true
		case c == ' ' || c == '\t':
			if in {
				out = append(out, word.String())
			}
			word.Reset()
			in = false
		case strings.IndexByte("\r\n;|&<>()$`*?~#", c) >= 0:
			return nil, false
		default:
			word.WriteByte(c)
			in = true
		}
	}
	if in {
		out = append(out, word.String())
	}
	return out, len(out) > 0
}

// quotedWord is what stands in the quotes that a text begins with, and how many bytes
// it takes; 0 for what is never closed, or is no plain text.
func quotedWord(s string) (text string, size int) {
	end := strings.IndexByte(s[1:], s[0])
	if end < 0 {
		return "", 0
	}
	text, size = s[1:1+end], end+2
	switch {
	case s[0] == '"' && strings.ContainsAny(text, "$`"):
		return "", 0
	case s[0] == '\'' && text != "" && strings.HasPrefix(s[size:], "'"): // PowerShell's ''
		text += "'"
	}
	return text, size
}
