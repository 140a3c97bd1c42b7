package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/output"
)

// piece is what add takes from elsewhere: a pasted entry of another app, or a
// preset with the person's answers.
type piece struct {
	snippet, preset string
	answers         []string
	base            mcp.Server // of the preset
}

func (p *piece) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&p.snippet, "json", "", "another app's entry: `TEXT`, or - for stdin; -o json is the form of the answer here")
	fs.StringVar(&p.preset, "preset", "", "the ready-made server `PRESET`")
	fs.StringArrayVar(&p.answers, "answer", nil, "what the preset asks for, as `NAME=TEXT`")
	freely(cmd, "json", "answer")
	_ = cmd.RegisterFlagCompletionFunc("preset", words(presetWords()...))
}

// fromElsewhere reports that the command line takes a server from elsewhere.
func (o *serverAddOptions) fromElsewhere() bool {
	return o.given("json") || o.given("preset") || o.given("answer")
}

// addPiece is add of a pasted entry or a preset. The one word before the flags, if
// there is one, is the id.
func (o *serverAddOptions) addPiece(cmd *cobra.Command, args []string) error {
	if cmd.Flags().ArgsLenAtDash() >= 0 {
		o.hasLine = true
	}
	kinds := o.kinds()
	for _, flag := range [...]string{"json", "preset"} {
		if o.given(flag) {
			kinds = append(kinds, "--"+flag)
		}
	}
	switch {
	case len(kinds) > 1:
		return fault.New(fault.Usage, strings.Join(kinds, " and ")+" do not go together: a server is one of them", helpOf(cmd))
	case !o.given("json") && !o.given("preset"):
		return fault.New(fault.Usage, "--answer is for a preset", "usher server presets")
	case len(args) > 1:
		return fault.New(fault.Usage, "one id is taken at most; the text of --json is one word, in quotes", helpOf(cmd))
	case o.given("preset"):
		return o.show(o.runPreset)(cmd, args)
	}
	return o.show(o.runJSON)(cmd, args)
}

// runPreset makes the entry of a preset with the person's answers, and goes on as
// with any other.
func (o *serverAddOptions) runPreset(ctx context.Context, args []string) (output.View, error) {
	p, err := findPreset(o.preset)
	if err != nil {
		return nil, err
	}
	answers, err := o.answersTo(ctx, p)
	if err != nil {
		return nil, err
	}
	if o.base, err = p.Server(answers); err != nil {
		return nil, err
	}
	if fields := mcp.PlainSecrets(o.base); len(fields) > 0 {
		return nil, fault.New(fault.Refused, "an answer, in "+fields[0]+", looks like a secret; nothing was saved", "what is asked for: usher server presets "+o.preset)
	}
	id := string(p.ID)
	if len(args) > 0 {
		id = args[0]
	}
	view, err := o.run(ctx, []string{id})
	if v, ok := view.(savedView); ok {
		for _, step := range p.Steps {
			v.Notes = append(v.Notes, "before it works: "+step)
		}
		if p.SignIn {
			v.Notes = append(v.Notes, "it asks for a sign-in before it answers")
		}
		view = v
	}
	return view, err
}
