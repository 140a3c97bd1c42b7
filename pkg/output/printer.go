package output

import (
	"bytes"
	"fmt"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

// Printer collects the text form of a view. Everything handed to it is foreign:
// it is cleaned on the way in, and only the printer itself writes colour.
type Printer struct {
	buf   bytes.Buffer
	width int
	color bool
	cut   bool
	err   error
}

// Line writes one line; line breaks in it become visible escapes.
func (p *Printer) Line(text string) {
	p.buf.WriteString(clean.Line(text))
	p.buf.WriteByte('\n')
}

// Linef is Line of a formatted text.
func (p *Printer) Linef(format string, args ...any) { p.Line(fmt.Sprintf(format, args...)) }

// Heading is a line that stands out where colour is allowed.
func (p *Printer) Heading(text string) {
	p.buf.WriteString(p.paint(bold, clean.Line(text)))
	p.buf.WriteByte('\n')
}

// Text writes a text of several lines and ends it with a line break.
func (p *Printer) Text(text string) {
	text = clean.Text(text)
	p.buf.WriteString(text)
	if !strings.HasSuffix(text, "\n") {
		p.buf.WriteByte('\n')
	}
}

// Problem writes file:line:column, severity, message and rule on one line and
// the hint, if there is one, on the next.
func (p *Printer) Problem(pr fault.Problem) {
	if w := pr.Where(); w != "" {
		p.buf.WriteString(clean.Line(w) + ": ")
	}
	p.buf.WriteString(p.paint(severityColor(pr.Severity), pr.Severity.String()) + ": ")
	p.Linef("%s [%s]", pr.Message, pr.Rule)
	if pr.Hint != "" {
		p.Line("  hint: " + pr.Hint)
	}
}

// Problems writes each of them, in order.
func (p *Printer) Problems(prs []fault.Problem) {
	for _, pr := range prs {
		p.Problem(pr)
	}
}

// finish is the whole text. What was cut is said once, at the end, so that a
// person never takes a part for the whole (SPEC F4).
func (p *Printer) finish() ([]byte, error) {
	if p.err != nil {
		return nil, p.err
	}
	if p.cut {
		p.Linef("%s: cut to fit %d columns; -o json shows it whole", ellipsis, p.width)
	}
	return p.buf.Bytes(), nil
}

// Colours are the plain eight: a person's terminal theme decides what they look like.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
	plain  = "\x1b[0m"
)

func (p *Printer) paint(color, text string) string {
	if !p.color || text == "" {
		return text
	}
	return color + text + plain
}

func severityColor(s fault.Severity) string {
	switch s {
	case fault.SeverityError:
		return red
	case fault.SeverityWarning:
		return yellow
	case fault.SeverityNote:
		return cyan
	}
	return red
}
