package output

import (
	"bytes"
	"fmt"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"usher/pkg/clean"
)

const gap = "  " // between two columns

// Table writes rows under headers, without lines or boxes, one line a row. Cells
// that do not fit the width are cut with … and Print says so at the end; short
// rows are filled with empty cells. Headers appear as they are given.
func (p *Printer) Table(headers []string, rows [][]string) {
	if len(headers) == 0 && len(rows) == 0 {
		return
	}
	all := cleanCells(headers, rows)
	if p.width > 0 {
		widths := share(naturalWidths(all), p.width)
		for _, row := range all {
			for i, cell := range row {
				short, was := cut(cell, widths[i])
				row[i], p.cut = short, p.cut || was
			}
		}
	}
	p.draw(all, len(headers) > 0)
}

// cleanCells is one grid of equally long rows, the headers first.
func cleanCells(headers []string, rows [][]string) [][]string {
	columns := len(headers)
	for _, row := range rows {
		columns = max(columns, len(row))
	}
	all := make([][]string, 0, len(rows)+1)
	if len(headers) > 0 {
		rows = append([][]string{headers}, rows...)
	}
	for _, row := range rows {
		cells := make([]string, columns)
		for i, cell := range row {
			cells[i] = clean.Line(cell)
		}
		all = append(all, cells)
	}
	return all
}

func (p *Printer) draw(all [][]string, header bool) {
	var out bytes.Buffer
	t := newTable(&out)
	for _, row := range all {
		if err := t.Append(row); err != nil {
			p.err = fmt.Errorf("table cannot be drawn: %w", err)
			return
		}
	}
	if err := t.Render(); err != nil {
		p.err = fmt.Errorf("table cannot be drawn: %w", err)
		return
	}
	for line := range bytes.Lines(out.Bytes()) {
		text := string(bytes.TrimRight(line, " \n"))
		if header {
			text, header = p.paint(bold, text), false
		}
		p.buf.WriteString(text)
		p.buf.WriteByte('\n')
	}
}

// newTable turns off all that tablewriter does on its own: boxes, wrapping
// (long words would overflow all the same), trimming, and rewriting of headers.
// The header is drawn as a row, so that no rule for headers applies to it.
func newTable(out *bytes.Buffer) *tablewriter.Table {
	return tablewriter.NewTable(out,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Symbols:  tw.NewSymbols(tw.StyleNone),
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.LinesNone},
		})),
		tablewriter.WithRowAlignment(tw.AlignLeft),
		tablewriter.WithRowAutoFormat(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithTrimTab(tw.Off),
		tablewriter.WithTrimLine(tw.Off),
		tablewriter.WithPadding(tw.Padding{Right: gap, Overwrite: true}),
	)
}
