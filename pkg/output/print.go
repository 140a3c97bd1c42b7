package output

import (
	"io"

	"usher/pkg/fault"
)

// Format is how an answer is written. The zero value is Text.
type Format uint8

const (
	Text Format = iota
	JSON
)

// View is the answer of one command, in both formats. JSON returns what
// encoding/json can write; its lists are never nil.
type View interface {
	Text(p *Printer)
	JSON() any
}

// Print writes a view.
func Print(w io.Writer, v View, f Format, width int, color bool) error { return nil }

// PrintError writes why a command ended.
func PrintError(w io.Writer, err error, f Format) {}

// Printer writes text for a person.
type Printer struct{}

// Line writes one line.
func (p *Printer) Line(text string) {}

// Linef is Line of a formatted text.
func (p *Printer) Linef(format string, args ...any) {}

// Text writes several lines.
func (p *Printer) Text(text string) {}

// Table writes rows under headers.
func (p *Printer) Table(headers []string, rows [][]string) {}

// Problem writes where, what and the hint.
func (p *Printer) Problem(pr fault.Problem) {}
