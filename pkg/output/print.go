package output

import "io"

// View is the answer of one command. Both methods show the same facts.
//
// JSON returns a value for encoding/json: structs with tags, raw JSON kept as
// json.RawMessage (numbers and unknown fields pass unchanged). Its lists are
// never nil, so that a program reads [] and not null.
type View interface {
	Text(p *Printer)
	JSON() any
}

// Print writes a view in one piece, so that a view that fails leaves nothing
// half-written. width is the terminal's in columns, 0 when there is none (piped):
// then nothing is cut. color allows escape sequences of usher's own; whether
// NO_COLOR and the terminal permit them is the caller's to know. The error is
// the writer's, or says that the view cannot be written as JSON.
func Print(w io.Writer, v View, f Format, width int, color bool) error {
	var out []byte
	var err error
	switch f {
	case JSON:
		out, err = encode(v.JSON(), true)
	case Text:
		p := &Printer{width: max(width, 0), color: color}
		v.Text(p)
		out, err = p.finish()
	}
	if err != nil {
		return err
	}
	_, err = w.Write(out)
	return err
}
