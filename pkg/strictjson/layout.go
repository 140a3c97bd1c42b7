package strictjson

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"

	"usher/pkg/fault"
)

// editor knows the bytes it edits, to lay out what it adds like them.
type editor struct{ src []byte }

// replace puts a value in another's place.
func (e editor) replace(old *hujson.Value, value []byte) {
	was := e.src[old.StartOffset:old.EndOffset]
	spread := bytes.IndexByte(was, '\n') >= 0 || e.spread() && (len(was) <= 2 || was[0] != '{' && was[0] != '[')
	old.Value = e.laid(value, e.indent(old.StartOffset), spread)
}

// add puts a value, within the objects still missing on the way to it, behind
// the last child of a container.
func (e editor) add(at spot, value []byte) error {
	for i := len(at.missing) - 1; i > 0; i-- {
		if at.missing[i] == "-" {
			value = []byte("[" + string(value) + "]")
			continue
		}
		value = []byte("{" + string(hujson.String(at.missing[i])) + ":" + string(value) + "}")
	}
	for _, key := range at.missing {
		if !utf8.ValidString(key) {
			return fault.New(fault.Failed, "a key must be UTF-8")
		}
	}
	l := e.beside(at)
	last := at.parent.len() - 1
	v := hujson.Value{Value: e.laid(value, l.indent, l.spread)}
	if last >= 0 && at.parent.value(last).AfterExtra != nil {
		v.AfterExtra = hujson.Extra{} // a trailing comma, as before
	}
	// Comments before the closing bracket are older than the new child.
	closing := at.parent.before(last + 1)
	comments := bytes.TrimRight(*closing, " \t\r\n")
	before := append(bytes.Clone(comments), l.before...)
	if len(comments) > 0 && !l.spread {
		before = append(bytes.Clone(*closing), l.before...)
	}
	at.parent.append(at.missing[0], v, before, l.colon)
	end := bytes.Clone((*closing)[len(comments):])
	switch {
	case l.spread && bytes.IndexByte(end, '\n') < 0:
		end = []byte(e.lineEnd() + e.indent(at.offset))
	case last < 0 && !l.spread && len(comments) == 0:
		end = nil
	}
	*at.parent.before(last + 2) = end
	return nil
}

// layout is how a new child is to look.
type layout struct {
	before string       // blanks between the comma and it
	colon  hujson.Extra // blanks behind its colon
	indent string
	spread bool // over several lines
}

// beside looks at the last child, else at the lines around an empty container.
func (e editor) beside(at spot) layout {
	l := layout{colon: e.colon()}
	last := at.parent.len() - 1
	if last < 0 {
		l.spread = e.spread()
		if l.spread {
			l.indent = e.indent(at.offset) + e.unit()
			l.before = e.lineEnd() + l.indent
		}
		return l
	}
	blanks := string(*at.parent.before(last))
	blanks = blanks[len(strings.TrimRight(blanks, " \t\r\n")):]
	if i := strings.LastIndexByte(blanks, '\n'); i >= 0 {
		l.indent = strings.ReplaceAll(blanks[i+1:], "\r", "") // a line end of its own makes no indentation
		l.before = e.lineEnd() + l.indent
		l.spread = true
		return l
	}
	l.before = string(l.colon)
	return l
}

// laid formats a value: spread over lines, or on one.
func (e editor) laid(value []byte, indent string, spread bool) hujson.Literal {
	v := jsontext.Value(bytes.Clone(value))
	var err error
	if spread {
		err = v.Indent(jsontext.WithIndentPrefix(indent), jsontext.WithIndent(e.unit()))
	} else {
		err = v.Compact(jsontext.SpaceAfterColon(len(e.colon()) > 0), jsontext.SpaceAfterComma(len(e.colon()) > 0))
	}
	if err != nil { // the value was decoded before, so only its layout is at stake
		return hujson.Literal(bytes.TrimSpace(value))
	}
	return hujson.Literal(bytes.ReplaceAll(v, []byte("\n"), []byte(e.lineEnd())))
}

// spread reports a file that stands on several lines, or has nothing in it yet.
func (e editor) spread() bool {
	text := bytes.TrimSpace(e.src)
	return bytes.IndexByte(text, '\n') >= 0 || len(bytes.Trim(text, "{}[] \t")) == 0
}

func (e editor) lineEnd() string {
	if bytes.Contains(e.src, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// colon is a blank unless the file does without.
func (e editor) colon() hujson.Extra {
	if bytes.Contains(e.src, []byte(`":`)) && !bytes.Contains(e.src, []byte(`": `)) {
		return nil
	}
	return hujson.Extra(" ")
}

// indent is the blanks that the line of an offset begins with.
func (e editor) indent(offset int) string {
	return leading(e.src[bytes.LastIndexByte(e.src[:offset], '\n')+1:])
}

// unit is the file's first indentation, or two spaces.
func (e editor) unit() string {
	for line := range bytes.Lines(e.src) {
		if blanks := leading(line); blanks != "" && len(bytes.TrimSpace(line)) > 0 {
			return blanks
		}
	}
	return "  "
}

func leading(line []byte) string { return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))]) }
