package templates

import (
	"slices"
	"strings"

	"usher/pkg/fault"
)

// firstLine is where a header begins in its file, below the first ---.
const firstLine = 2

// fields reads a header: as YAML, or else as "key: rest of the line".
func (r *reader) fields(head string, known ...string) []field {
	if strings.TrimSpace(head) == "" {
		return nil
	}
	if fields, ok := simple(head); ok {
		return fields
	}
	if fields, ok := readYAML(head, firstLine); ok {
		return fields
	}
	fields, told := lines(head, known)
	if !told {
		r.header(field{line: firstLine, column: 1}, fault.SeverityNote,
			`the header is not YAML and was read line by line, as "key: text"`, "put values that hold a colon in quotes")
	}
	return fields
}

// simple reads a header in which each line is a key and a plain text, as nearly
// every header is, and which says the same to YAML.
func simple(head string) (fields []field, ok bool) {
	for at := firstLine; head != ""; at++ {
		var l string
		l, head = line(head)
		if whole, ok := strings.CutSuffix(l, "\n"); ok {
			l = strings.TrimSuffix(whole, "\r")
		}
		name, value, keyed := key(l)
		if !keyed || len(name) > 128 || !letter(name[0]) || value == "" || !letter(value[0]) || strings.EqualFold(value, "null") {
			return nil, false
		}
		if strings.IndexFunc(l, func(c rune) bool { return c < ' ' || c > '~' || c == '#' }) >= 0 || strings.Contains(value, ":") {
			return nil, false
		}
		fields = append(fields, field{key: name, line: at, column: 1, text: value})
	}
	return fields, true
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// lines reads a header that is not YAML. Each known key is tried as YAML alone
// first, so that a bad line does not change what its neighbours say; told
// reports that one of them carries the news.
func lines(head string, known []string) (fields []field, told bool) {
	var tried []string
	for at := firstLine; head != ""; {
		part, rest, n := entry(head)
		first, below := line(part)
		if name, value, ok := key(first); ok {
			here := []field{{key: name, line: at, column: 1}}
			if slices.Contains(known, name) && !slices.Contains(tried, name) {
				tried = append(tried, name)
				if alone, ok := readYAML(part, at); ok {
					here = alone
				} else {
					here[0].literal(value, below)
					told = true
				}
			}
			fields = append(fields, here...)
		}
		head, at = rest, at+n
	}
	return fields, told
}

// literal takes the rest of a key's line as it stands.
func (f *field) literal(value, below string) {
	more, lost := indented(below)
	if below != "" && value != "" && (value[0] == '|' || value[0] == '>') && strings.Trim(value[1:], "+-0123456789") == "" {
		value = "" // the sign of a text below
	}
	f.text, f.severity = strings.TrimSpace(value+" "+more), fault.SeverityNote
	f.remark, f.hint = f.key+" is not YAML; the rest of its line is taken as it stands", "put the value in quotes"
	if lost {
		f.severity = fault.SeverityWarning
		f.remark += ", and what stands below it is dropped"
	}
}

// indented is the text of the lines that begin with a blank; lost reports that
// others say something too.
func indented(below string) (text string, lost bool) {
	var said []string
	for below != "" {
		var l string
		l, below = line(below)
		switch {
		case !speaks(l):
		case l[0] != ' ' && l[0] != '\t':
			return strings.Join(said, " "), true
		default:
			said = append(said, strings.TrimSpace(l))
		}
	}
	return strings.Join(said, " "), false
}

// entry is the first line of a header and everything below it up to the next
// key; n counts its lines.
func entry(head string) (part, rest string, n int) {
	_, rest = line(head)
	for n = 1; rest != ""; n++ {
		l, after := line(rest)
		if _, _, ok := key(l); ok {
			break
		}
		rest = after
	}
	return head[:len(head)-len(rest)], rest, n
}
