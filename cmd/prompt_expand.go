package cmd

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/strictjson"
	"usher/pkg/templates"
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
stderr. -o json says whether a prompt was expanded, and in problems why not, or what
is odd about it. At a terminal, characters that could steer it are shown as escapes.

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

type promptExpandOptions struct {
	*app
	problems []fault.Problem // of the answer in JSON; in text they are notes
}

// doubt says why a message is printed as typed.
func (o *promptExpandOptions) doubt(w wording, name string) {
	o.problems = append(o.problems, w.doubts(name)...)
	if o.format() == output.Text {
		o.noteWaiting(w, name)
	}
}

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
		o.misnamed(message)
		return o.put(ctx, asTyped(message))
	}
	if call.Literal {
		return o.put(ctx, asTyped(call.Rest))
	}
	g, err := o.ground()
	if err != nil {
		return err
	}
	w := o.sentWording(g)
	if o.silenced(w) {
		return o.put(ctx, asTyped(message))
	}
	p, known := w.said.Prompt(call.Name)
	if !known {
		o.doubt(w, call.Name)
		return o.put(ctx, asTyped(message))
	}
	return o.expand(ctx, w, p, call.Rest)
}

// expand puts the arguments in, and says what is odd about the prompt's file.
func (o *promptExpandOptions) expand(ctx context.Context, w wording, p templates.Prompt, rest string) error {
	if err := w.told(); err != nil {
		return err
	}
	o.problems = append(o.problems, w.about(p)...)
	o.remark(o.problems)
	return o.put(ctx, expansion{p, rest})
}

// silenced says that policy has nothing expanded, where it has (SPEC X8).
func (o *promptExpandOptions) silenced(w wording) bool {
	p, off := w.off()
	if !off {
		return false
	}
	o.problems = append(o.problems, p)
	if o.format() == output.Text {
		o.note(p.Message+standsAt(p), sentences(p.Hint)...)
	}
	return true
}

// named expands a prompt that is named without its slash, so that it must be there.
func (o *promptExpandOptions) named(ctx context.Context, name, rest string) error {
	w, err := o.wording()
	if err != nil {
		return err
	}
	if _, off := w.off(); off {
		return w.sends()
	}
	p, known := w.said.Prompt(name)
	if !known {
		return w.unknownPrompt(name)
	}
	return o.expand(ctx, w, p, strings.TrimLeft(rest, " \t\r\n")) // as after the name of a message (SPEC X5)
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
			return "", fault.New(fault.Refused, fmt.Sprintf("the message on stdin is larger than %d MiB", maxMessage>>20), "name a file in the message instead of sending what it holds")
		}
		return string(g.data), nil
	}
}

// noteWaiting says that a template of that name waits for trust, or is there and
// broken (SPEC X5).
func (a *app) noteWaiting(w wording, name string) {
	for _, p := range w.broken(name) {
		a.note(fmt.Sprintf("a prompt %q is there but cannot be used: %s", name, p.String()), sentences(p.Hint)...)
	}
	if w.waits(name) {
		a.note(w.waiting("prompt", name), w.look)
	}
	a.noteUnread(w, name)
}

// misnamed is doubt for a message that begins with no name.
func (o *promptExpandOptions) misnamed(message string) {
	if !strings.HasPrefix(message, "/") {
		return
	}
	if g, err := o.ground(); err == nil {
		w := o.sentWording(g)
		o.problems = append(o.problems, w.misnamed(message)...)
		if o.format() == output.Text {
			o.noteMisnamed(w, message)
		}
	}
}

// noteMisnamed says that a message begins with the name of a file whose name no
// prompt can have.
func (a *app) noteMisnamed(w wording, message string) {
	for _, p := range w.misnamed(message) {
		a.note(fmt.Sprintf("%q is no prompt: %s", strings.Fields(message)[0], p.String()), sentences(p.Hint)...)
	}
}

func (w wording) misnamed(message string) []fault.Problem {
	fields := strings.Fields(message)
	if len(fields) == 0 || !strings.HasPrefix(message, "/") {
		return nil
	}
	return w.broken(strings.TrimPrefix(fields[0], "/"))
}

// doubts are what noteWaiting says, as problems.
func (w wording) doubts(name string) []fault.Problem {
	out := w.broken(name)
	if w.waits(name) {
		out = append(out, fault.Problem{File: w.folder, Rule: "text/waits", Severity: fault.SeverityWarning, Message: w.waiting("prompt", name), Hint: w.look})
	}
	for _, p := range w.unread() {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// broken is why the file that would have given the name cannot be used. A name in
// other letters, and an ending in them, is meant as this one.
func (w wording) broken(name string) []fault.Problem {
	prompt, skill := strings.ToLower("/"+strings.ReplaceAll(name, ":", "/")+".md"), strings.ToLower("/"+name+"/"+skillFile)
	var out []fault.Problem
	for _, p := range w.said.Problems {
		file := strings.ToLower(filepath.ToSlash(p.File))
		named := strings.HasSuffix(file, prompt) || strings.HasSuffix(file, skill) || p.Rule == "text/no-skill" && strings.EqualFold(p.Entry, name)
		if p.Severity == fault.SeverityError && named {
			out = append(out, p)
		}
	}
	return out
}

// unknownPrompt is the error for a name that no prompt has.
func (w wording) unknownPrompt(name string) *fault.Error {
	if ps := w.broken(name); len(ps) > 0 {
		e := fault.New(fault.Usage, fmt.Sprintf("a prompt %q is there but cannot be used", name), "usher prompt list")
		e.Problems = ps
		return e
	}
	if w.waits(name) {
		e := fault.New(fault.Usage, w.waiting("prompt", name), w.look)
		e.Problems = w.unread()
		return e
	}
	message := fmt.Sprintf("there is no prompt %q", name)
	if call, ok := templates.Parse("/" + name); !ok || call.Name != name {
		message += ", and no prompt can have that name"
	}
	if near := strictjson.Nearest(name, w.promptNames()); near != "" {
		message += fmt.Sprintf("; the nearest is %q", near)
	}
	e := fault.New(fault.Usage, message, "usher prompt list")
	e.Problems = w.unread()
	return e
}
