package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/strictjson"
	"usher/pkg/templates"
	"usher/pkg/term"
	"usher/pkg/texts"
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

Nothing is added at the end and nothing is run. -o json says what was expanded.

EXIT STATUS
  0  printed
  2  there is no such prompt, or the command was not understood`,
		Example: `  # a message as typed
  usher prompt expand '/review beam.stl'

  # in a pipe
  printf '/review %s' "$file" | usher prompt expand`,
		ValidArgsFunction: found(func(_ context.Context, args []string) ([]string, error) {
			if len(args) > 0 {
				return nil, nil
			}
			return a.promptNames(), nil
		}),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(args) },
	}
}

type promptExpandOptions struct{ *app }

func (o *promptExpandOptions) run(args []string) error {
	message, bare, err := o.message(args)
	if err != nil {
		return err
	}
	ps, _, err := o.prompts()
	if err != nil {
		return err
	}
	call, ok := templates.Parse(message)
	if bare && (!ok || call.Literal) {
		return unknownPrompt(ps, args[0])
	}
	p, known := templates.Prompt{}, false
	if ok && !call.Literal {
		if p, known = ps.Find(call.Name); !known {
			if bare {
				return unknownPrompt(ps, args[0])
			}
			o.waits(ps, call.Name)
		}
	}
	switch {
	case known:
		return o.put(func(w io.Writer) error { _, err := p.ExpandTo(w, call.Rest); return err }, true)
	case ok && call.Literal:
		message = call.Rest
	}
	return o.put(func(w io.Writer) error { _, err := io.WriteString(w, message); return err }, false)
}

// message is what is to be expanded; bare says that a name was given without
// its slash.
func (o *promptExpandOptions) message(args []string) (message string, bare bool, err error) {
	switch {
	case len(args) == 0:
		data, err := io.ReadAll(o.Stdin)
		return string(data), false, err
	case strings.HasPrefix(args[0], "/") && len(args) > 1:
		return "", false, fault.New(fault.Usage, "a message that begins with / is one word: quote it", "usher prompt expand '/name rest'")
	case strings.HasPrefix(args[0], "/"), len(args) == 1 && strings.ContainsAny(args[0], " \n\t"):
		return args[0], false, nil
	}
	return "/" + strings.Join(args, " "), true, nil
}

// waits says that a template of that name waits for trust (SPEC X5).
func (o *promptExpandOptions) waits(ps texts.Prompts, name string) {
	if slices.Contains(ps.Waiting, name) && !o.flags.quiet {
		fmt.Fprintf(o.Stderr, "usher: note: a prompt %s is in the project folder, which is not trusted as it is\nusher: hint: usher trust show\n", clean.Line(name))
	}
}

func unknownPrompt(ps texts.Prompts, name string) error {
	message := fmt.Sprintf("there is no prompt %q", name)
	var known []string
	for _, p := range ps.All {
		known = append(known, string(p.Name))
	}
	if near := strictjson.Nearest(name, known); near != "" {
		message += fmt.Sprintf("; the nearest is %q", near)
	}
	hint := "usher prompt list"
	if slices.Contains(ps.Waiting, name) {
		message, hint = fmt.Sprintf("the prompt %q waits until its project folder is trusted", name), "usher trust show"
	}
	return fault.New(fault.Usage, message, hint)
}

// put writes the text byte for byte; at a terminal, where foreign text could
// move the cursor, it is cleaned (SPEC F6).
func (o *promptExpandOptions) put(text func(io.Writer) error, expanded bool) error {
	if o.format() == output.JSON || term.IsTerminal(o.Stdout) {
		var b strings.Builder
		if err := text(&b); err != nil {
			return err
		}
		if o.format() == output.JSON {
			return o.print(expandedView{Message: b.String(), Expanded: expanded})
		}
		_, err := io.WriteString(o.Stdout, clean.Text(b.String()))
		return err
	}
	if err := text(o.Stdout); err != nil {
		return &fault.Error{Message: "the text could not be written", Err: errors.Unwrap(err)}
	}
	return nil
}

type expandedView struct {
	Message  string `json:"text"`
	Expanded bool   `json:"expanded"`
}

func (v expandedView) JSON() any { return v }

func (v expandedView) Text(w *output.Printer) { w.Text(v.Message) }
