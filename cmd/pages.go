package cmd

import "io"

// pages is where cobra prints help and completions, whose writes it never looks at.
type pages struct {
	to   io.Writer
	lost error // the first that could not be written
}

func (p *pages) Write(b []byte) (int, error) {
	n, err := p.to.Write(b)
	if p.lost == nil {
		p.lost = err
	}
	return n, err
}
