package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newGrantSetCmd(a *app) *cobra.Command {
	o := grantSetOptions{app: a}
	cmd := &cobra.Command{
		Use:   "set <id> <tool>",
		Short: "Allow, ask for or deny a tool",
		Long: `Record your decision about one tool of a server, or about '*', every tool that
has none of its own. --read-only says that the tool only reads, and alone it
changes nothing else. --digest names the server's launch the decision is for, as
"usher server list" shows it; --deny needs none and holds for every launch.

Deciding by digest needs policy approve.unattended; all of it is refused where
an assistant's variables are in the environment. A '*' allow covers the tools
that are known when it is given, and no tool that comes later.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  recorded
  1  there is no such server, or it cannot be started
  2  the digest is another launch's, or the command was not understood
  3  a person is needed`,
		Example: `  # never again, whatever the server becomes
  usher grant set acme wipe --deny

  # without a question, for this launch
  usher grant set acme lookup --allow --read-only --digest sha256:…`,
		Args:              takes(2, 2),
		ValidArgsFunction: found(func(_ context.Context, args []string) ([]string, error) { return a.firstWord(args) }),
	}
	fs := cmd.Flags()
	fs.BoolVar(&o.allow, "allow", false, "run it without a question")
	fs.BoolVar(&o.ask, "ask", false, "ask before each call")
	fs.BoolVar(&o.deny, "deny", false, "never run it")
	fs.BoolVar(&o.readOnly, "read-only", false, "the tool only reads (--read-only=false: it changes things)")
	fs.StringVar(&o.digest, "digest", "", "the `DIGEST` of the launch the decision is for")
	run := a.show(o.run)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.hasReadOnly = fs.Changed("read-only")
		return run(cmd, args)
	}
	return cmd
}

type grantSetOptions struct {
	*app
	allow, ask, deny, readOnly, hasReadOnly bool
	digest                                  string
}

func (o *grantSetOptions) run(ctx context.Context, args []string) (output.View, error) {
	decision, err := o.decision()
	if err != nil {
		return nil, err
	}
	var change trust.MarkChange
	flags := ""
	if decision != "" {
		change.Decision = &decision
		flags = " --" + decision
	}
	if o.hasReadOnly {
		change.ReadOnly = &o.readOnly
		flags += fmt.Sprintf(" --read-only=%t", o.readOnly)
	}
	line := "usher grant set " + args[0] + " " + engine.QuoteArg(args[1]) + flags
	return o.mark(ctx, args[0], args[1], change, o.digest, line)
}

func (o *grantSetOptions) decision() (string, error) {
	var words []string
	for _, f := range []struct {
		on   bool
		word string
	}{{o.allow, trust.Allow}, {o.ask, trust.Ask}, {o.deny, trust.Deny}} {
		if f.on {
			words = append(words, f.word)
		}
	}
	switch {
	case len(words) > 1:
		return "", fault.New(fault.Usage, "--"+strings.Join(words, " and --")+" do not go together", "usher grant set --help")
	case len(words) == 1:
		return words[0], nil
	case o.hasReadOnly:
		return "", nil
	}
	return "", fault.New(fault.Usage, "say what to record: --allow, --ask, --deny or --read-only", "usher grant set --help")
}

// mark records a decision about one tool; server mark and grant set share it.
func (a *app) mark(ctx context.Context, server, tool string, c trust.MarkChange, given, line string) (output.View, error) {
	id, err := serverID(server)
	if err != nil {
		return nil, err
	}
	if err := checkTool(id, tool); err != nil {
		return nil, err
	}
	at, s, err := a.decided()
	if err != nil {
		return nil, err
	}
	key, err := a.keyFor(s, id, c, given, line)
	if err != nil {
		return nil, err
	}
	var after trust.Standing
	err = trust.ChangeLedger(ctx, at.State, func(g *trust.Ledger) error {
		g.SetMark(key, tool, c)
		after = g.Standing(key, tool)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return markedView(id, tool, c, key, after), nil
}

// keyFor is the launch a decision is recorded for. A denial loosens nothing and
// needs no digest, nor even a server; everything else does (SPEC A4).
func (a *app) keyFor(s *engine.Standing, id names.ServerID, c trust.MarkChange, given, line string) (trust.Key, error) {
	denies := c.Decision != nil && *c.Decision == trust.Deny && (c.ReadOnly == nil || !*c.ReadOnly)
	sv, err := findServer(s, string(id))
	if denies {
		if err := a.noAssistant(line); err != nil {
			return trust.Key{}, err
		}
		if err != nil || s.Set.Launch(sv).Why != "" {
			return trust.Key{Server: id}, nil
		}
		return s.Set.Launch(sv).Key, nil
	}
	if err != nil {
		return trust.Key{}, err
	}
	l, err := launched(s, sv)
	if err != nil {
		return trust.Key{}, err
	}
	return l.Key, a.byDigest(s, given, l.Key.Digest, line)
}

func checkTool(id names.ServerID, tool string) error {
	if tool == trust.Star {
		return nil
	}
	t, err := names.ParseTool(string(id) + "__" + tool)
	if err == nil && t != names.NewTool(id, tool) {
		err = fmt.Errorf("it cannot be told from another tool's name")
	}
	if err != nil {
		return fault.New(fault.Usage, "the tool name is not usable: "+err.Error(), "usher grant set --help")
	}
	return nil
}

func markedView(id names.ServerID, tool string, c trust.MarkChange, key trust.Key, after trust.Standing) output.View {
	v := said{Done: "recorded", Server: string(id), Tool: tool, Digest: string(key.Digest)}
	what := "decision unset, so it asks"
	switch after.Decision {
	case trust.Allow:
		what = "allowed without a question"
	case trust.Ask:
		what = "asks before each call"
	case trust.Deny:
		what = "denied, for every launch of the server"
	}
	if after.ReadOnly {
		what += "; read-only"
	}
	v.Line = fmt.Sprintf("%s of %s: %s", tool, id, what)
	switch {
	case tool == trust.Star && c.Decision != nil && *c.Decision == trust.Allow:
		v.Line = fmt.Sprintf("* of %s: recorded", id)
		v.Note = "a '*' allow covers the tools that are known when it is given; none of this server is known yet, so it covers nothing: allow each tool by its name"
	case tool == trust.Star && c.ReadOnly != nil && *c.ReadOnly:
		v.Note = "--read-only on '*' covers the tools that are known when it is given; none of this server is known yet, so it covers nothing"
	case strings.HasPrefix(tool, string(id)+"__"):
		v.Note = fmt.Sprintf("the tool's full name is %s__%s; if you meant %s, give the part after the server", id, tool, tool)
	}
	return v
}
