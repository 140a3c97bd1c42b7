package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"usher/cmd/rungate"
	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/templates"
	"usher/pkg/term"
)

// text is what is printed; it can be far larger than what it is made from.
type text interface {
	ExpandTo(w io.Writer) error
	size() int64
	expanded() bool
}

// asTyped is a message that stands for itself.
type asTyped string

func (t asTyped) ExpandTo(w io.Writer) error {
	_, err := io.WriteString(w, string(t))
	return err
}
func (t asTyped) size() int64    { return int64(len(t)) }
func (t asTyped) expanded() bool { return false }

// expansion is a prompt with its arguments.
type expansion struct {
	prompt templates.Prompt
	rest   string
}

func (t expansion) ExpandTo(w io.Writer) error {
	_, err := t.prompt.ExpandTo(w, t.rest)
	return err
}
func (t expansion) size() int64    { return t.prompt.Size(t.rest) }
func (t expansion) expanded() bool { return true }

// put writes the text of a message.
func (o *promptExpandOptions) put(ctx context.Context, t text) error {
	return o.putText(ctx, t, func(whole string) output.View {
		return expandedView{Message: whole, Expanded: t.expanded(), Problems: append([]fault.Problem{}, o.problems...)}
	})
}

// putText writes a text byte for byte, with nothing added; at a terminal, where
// foreign text could move the cursor, it is cleaned (SPEC F6). view is what it is in
// JSON.
func (a *app) putText(ctx context.Context, t text, view func(whole string) output.View) error {
	json, screen := a.format() == output.JSON, term.IsTerminal(a.Stdout)
	if rungate.Closed(a.Stdout) && t.size() > 0 {
		return unwritten(ctx, os.ErrClosed)
	}
	if !json {
		a.sayTroubles()
	}
	if !json && !screen {
		return unwritten(ctx, t.ExpandTo(&until{ctx, a.Stdout}))
	}
	if t.size() > maxShown {
		return fault.New(fault.Refused, fmt.Sprintf("the text has %d bytes, and more than %d MiB are not shown", t.size(), maxShown>>20),
			"write it into a file: repeat the command with > FILE")
	}
	var b strings.Builder
	if err := t.ExpandTo(&b); err != nil {
		return unwritten(ctx, err)
	}
	switch {
	case !json:
		_, err := io.WriteString(a.Stdout, clean.Text(b.String()))
		return unwritten(ctx, err)
	case !utf8.ValidString(b.String()):
		return fault.New(fault.Refused, "the text is not UTF-8, which JSON cannot hold as it is", "leave out -o json: bytes pass as they are then")
	}
	return a.print(view(b.String()))
}

// until is a writer that ends with the context.
type until struct {
	ctx context.Context
	to  io.Writer
}

func (u *until) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.to.Write(p)
}

func unwritten(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return interrupted(ctx)
	}
	return &fault.Error{Message: "the text could not be written: " + err.Error(), Err: err}
}

type expandedView struct {
	Message  string          `json:"text"`
	Expanded bool            `json:"expanded"`
	Problems []fault.Problem `json:"problems"` // why nothing was expanded, or what is odd about what was
}

func (v expandedView) JSON() any { return v }

func (v expandedView) Text(w *output.Printer) { w.Text(v.Message) }
