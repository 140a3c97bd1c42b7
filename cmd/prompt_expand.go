package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/strictjson"
	"usher/pkg/templates"
	"usher/pkg/term"
)

// Bounds of prompt expand, in bytes: of a message on stdin, and of a text that is
// put together before it is shown.
const (
	maxMessage = 64 << 20
	maxShown   = 64 << 20
)

func newPromptExpandCmd(a *app) *cobra.Command {
	o := promptExpandOptions{app: a}
	return &cobra.Command{
		Use:   "expand [{ '/<name> <rest>' | <name> [<argument>...] }]",
		Short: "Put arguments into a prompt template",
		Long: `Print the text that a message stands for: '/name rest' with the template of that
name and its arguments, and any other message exactly as it is. Without words the
message is read from stdin. With a bare name the arguments are joined by a blank,
and an unknown name is an error.

$ARGUMENTS is everything after the name, $1 to $9 its words (blanks separate,
quotes group); \$ is a plain $. Without any of them the arguments follow after a
blank line. An argument is put in literally and never looked at again. A message
that begins with // stands for one that begins with /.

Nothing is added at the end and nothing is run. Of a project folder that is not
trusted as it is now nothing is expanded; that a prompt waits there is said on
stderr. -o json says whether a prompt was expanded. At a terminal, characters
that could steer it are shown as escapes.

'/mcp:server:prompt rest' asks that server for its prompt, under the name
prompts/get by which you grant it (usher grant set ID prompts/get --allow). What
follows is NAME=VALUE for each argument that the prompt declares, or values alone
in their order; of a prompt with one argument, all of it is the value. What the
server says is printed with everything escaped that a terminal would act on, and
is never expanded. It writes what call writes, and the kept list of prompts.

EXIT STATUS
  0  printed
  1  the policy cannot be used, the text cannot be read or written, or the server failed
  2  refused, no such prompt, or the command was not understood
  3  a person is needed, for a server's prompt`,
		Example: `  # a message as typed
  usher prompt expand '/review beam.stl'

  # a prompt of a server's own
  usher prompt expand '/mcp:notes:summarise'

  # in a pipe
  printf '/review %s' "$file" | usher prompt expand`,
		ValidArgsFunction: a.completePrompt,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
	}
}

type promptExpandOptions struct{ *app }

func (o *promptExpandOptions) run(ctx context.Context, args []string) error {
	if len(args) > 0 && !strings.HasPrefix(args[0], "/") && !(len(args) == 1 && strings.ContainsAny(args[0], " \t\r\n")) {
		if p, ok := serverPromptOf(args[0]); ok {
			p.words, p.parted = args[1:], true
			return o.ofServer(ctx, p)
		}
		return o.named(ctx, args[0], strings.Join(args[1:], " "))
	}
	message, err := o.message(ctx, args)
	if err != nil {
		return err
	}
	if p, ok := serverMessage(message); ok {
		return o.serverPrompt(ctx, p, message)
	}
	o.noteHalfNamed(message)
	call, ok := templates.Parse(message)
	if !ok {
		return o.put(ctx, asTyped(message))
	}
	if call.Literal {
		return o.put(ctx, asTyped(call.Rest))
	}
	ps, err := o.prompts()
	if err != nil {
		return err
	}
	p, known := ps.texts.Prompt(call.Name)
	if !known {
		o.waits(ps, call.Name)
		return o.put(ctx, asTyped(message))
	}
	if err := ps.told(); err != nil {
		return err
	}
	return o.put(ctx, expansion{p, call.Rest})
}

// named expands a prompt that is named without its slash, so that it must be there.
func (o *promptExpandOptions) named(ctx context.Context, name, rest string) error {
	ps, err := o.prompts()
	if err != nil {
		return err
	}
	p, known := ps.texts.Prompt(name)
	if !known {
		return ps.unknown(name)
	}
	if err := ps.told(); err != nil {
		return err
	}
	rest = strings.TrimLeft(rest, " \t\r\n") // as after the name of a message (SPEC X5)
	return o.put(ctx, expansion{p, rest})
}

// message is what is to be expanded: the one word, else stdin.
func (o *promptExpandOptions) message(ctx context.Context, args []string) (string, error) {
	switch len(args) {
	case 0:
		return readMessage(ctx, o.Stdin)
	case 1:
		return args[0], nil
	}
	return "", fault.New(fault.Usage, "a message that begins with / is one word: quote it", "usher prompt expand '/name rest'")
}

// readMessage reads to the end; an interrupt need not wait for it.
func readMessage(ctx context.Context, in io.Reader) (string, error) {
	type got struct {
		data []byte
		err  error
	}
	done := make(chan got, 1)
	go func() {
		data, err := io.ReadAll(io.LimitReader(in, maxMessage+1))
		done <- got{data, err}
	}()
	select {
	case <-ctx.Done():
		return "", interrupted(ctx)
	case g := <-done:
		switch { // ctrl-C may have ended whoever writes first
		case ctx.Err() != nil:
			return "", interrupted(ctx)
		case g.err != nil:
			return "", &fault.Error{Message: "the message on stdin cannot be read", Err: g.err}
		case len(g.data) > maxMessage:
			return "", fault.New(fault.Refused, fmt.Sprintf("the message on stdin is larger than %d MiB", maxMessage>>20))
		}
		return string(g.data), nil
	}
}

// waits says that a template of that name waits for trust (SPEC X5).
func (o *promptExpandOptions) waits(ps prompts, name string) {
	for _, p := range ps.texts.Problems {
		if p.Severity == fault.SeverityError && strings.TrimSuffix(filepath.Base(p.File), ".md") == name && !o.flags.quiet {
			fmt.Fprintf(o.Stderr, "usher: note: a prompt %q is there but cannot be used: %s\n", name, clean.Line(p.String()))
		}
	}
	if slices.Contains(ps.texts.Waiting, name) && !o.flags.quiet {
		fmt.Fprintf(o.Stderr, "usher: note: the prompt %q waits: the project folder %s is not trusted as it is now\nusher: hint: %s\n",
			name, clean.Line(ps.folder), clean.Line(ps.look))
	}
}

// unknown is the error for a name that no prompt has.
func (ps prompts) unknown(name string) error {
	if slices.Contains(ps.texts.Waiting, name) {
		return fault.New(fault.Usage, fmt.Sprintf("the prompt %q waits: the project folder %s is not trusted as it is now", name, ps.folder),
			ps.look)
	}
	message := fmt.Sprintf("there is no prompt %q", name)
	if _, err := names.ParseTextName(name); err != nil {
		message += ", and no prompt can have that name"
	}
	if near := strictjson.Nearest(name, ps.names()); near != "" {
		message += fmt.Sprintf("; the nearest is %q", near)
	}
	return fault.New(fault.Usage, message, "usher prompt list")
}

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

// put writes the text byte for byte; at a terminal, where foreign text could
// move the cursor, it is cleaned (SPEC F6).
func (o *promptExpandOptions) put(ctx context.Context, t text) error {
	json, screen := o.format() == output.JSON, term.IsTerminal(o.Stdout)
	if !json && !screen {
		return unwritten(ctx, t.ExpandTo(&until{ctx, o.Stdout}))
	}
	if t.size() > maxShown {
		return fault.New(fault.Refused, fmt.Sprintf("the text has %d bytes, and more than %d MiB are not shown", t.size(), maxShown>>20),
			"write it into a file: usher prompt expand … > FILE")
	}
	var b strings.Builder
	if err := t.ExpandTo(&b); err != nil {
		return unwritten(ctx, err)
	}
	switch {
	case !json:
		_, err := io.WriteString(o.Stdout, clean.Text(b.String()))
		return unwritten(ctx, err)
	case !utf8.ValidString(b.String()):
		return fault.New(fault.Refused, "the text is not UTF-8, which JSON cannot hold as it is", "leave out -o json: bytes pass as they are then")
	}
	return o.print(expandedView{Message: b.String(), Expanded: t.expanded()})
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
	Message  string `json:"text"`
	Expanded bool   `json:"expanded"`
}

func (v expandedView) JSON() any { return v }

func (v expandedView) Text(w *output.Printer) { w.Text(v.Message) }
