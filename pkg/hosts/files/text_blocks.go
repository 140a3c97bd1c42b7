package files

import (
	"strings"
	"unicode/utf8"

	"usher/pkg/strictjson"
)

// lineEnd is how the lines of a file end.
func lineEnd(data string) string {
	if strings.Contains(data, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// appended puts lines, which have no end at the last one, behind a file; with an
// empty line between where asked. A file without an end at its last line keeps that
// habit, so that cutOut gives the same bytes again.
func appended(data string, lines []string, apart bool) string {
	end := lineEnd(data)
	block := strings.Join(lines, end)
	if data == "" {
		return block + end
	}
	between := ""
	if apart {
		between = end
	}
	if !strings.HasSuffix(data, "\n") {
		return data + end + between + block
	}
	return data + between + block + end
}

// cutOut takes whole lines out, from and to being offsets of the file; with the empty
// line before them where they stand apart.
func cutOut(data string, from, to int, apart bool) string {
	before, after := data[:from], data[to:]
	if apart && (strings.HasSuffix(before, "\n\n") || strings.HasSuffix(before, "\n\r\n") || before == "\n" || before == "\r\n") {
		before = withoutEnd(before)
	}
	if after == "" && !strings.HasSuffix(data[from:to], "\n") {
		before = withoutEnd(before)
	}
	return before + after
}

func withoutEnd(s string) string { return strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r") }

// lineStart is where the line of an offset begins.
func lineStart(data string, offset int) int { return strings.LastIndexByte(data[:offset], '\n') + 1 }

// lastWords is the end of the last line between two offsets that says something:
// blank lines and comments behind it belong to what follows.
func lastWords(data string, from, to int) int {
	end := from
	for at := from; at < to; {
		next := to
		if i := strings.IndexByte(data[at:to], '\n'); i >= 0 {
			next = at + i + 1
		}
		if said(data[at:next]) {
			end = next
		}
		at = next
	}
	return end
}

// said reports a line that is neither blank nor a comment, in TOML and YAML.
func said(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.HasPrefix(line, "#")
}

// offsetOf is where a line, counted from 1, begins; the file's end for one beyond.
func offsetOf(data string, line int) int {
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(data[at:], '\n')
		if i < 0 {
			return len(data)
		}
		at += i + 1
	}
	return at
}

// offsetAt is where a place is; its column counts code points.
func offsetAt(data string, at strictjson.Place) int {
	offset := offsetOf(data, at.Line)
	for n := 1; n < at.Column && offset < len(data); n++ {
		_, w := utf8.DecodeRuneInString(data[offset:])
		offset += w
	}
	return offset
}

// bomApart gives a file without its BOM, and the BOM.
func bomApart(data []byte) (text, mark string) {
	s := string(data)
	if rest, ok := strings.CutPrefix(s, bom); ok {
		return rest, bom
	}
	return s, ""
}
