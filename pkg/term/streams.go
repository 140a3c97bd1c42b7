package term

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Streams are a program's three streams. Width is the terminal's columns, 0
// where standard output is not a terminal (no limit).
type Streams struct {
	In             io.Reader
	Out, Err       io.Writer
	OutTTY, ErrTTY bool
	Width          int
}

// fallbackWidth is used for a terminal that does not say how wide it is.
const fallbackWidth = 80

// Open looks at the streams once. Anything that is not an *os.File is no
// terminal.
func Open(in io.Reader, out, err io.Writer) Streams {
	s := Streams{In: in, Out: out, Err: err, OutTTY: IsTerminal(out), ErrTTY: IsTerminal(err)}
	if s.OutTTY {
		s.Width = width(out.(*os.File))
	}
	return s
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && f != nil && term.IsTerminal(int(f.Fd()))
}

func width(f *os.File) int {
	if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
		return w
	}
	return fallbackWidth
}
