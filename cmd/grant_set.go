package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newGrantSetCmd(a *app) *cobra.Command {
	o := grantSetOptions{app: a}
	cmd := &cobra.Command{
		Use:   "set <id> <tool>",
		Short: "Allow, ask for or deny a tool",
		Long: `Record your decision about one tool of a server, or about '*', every tool that
has none of its own. --read-only says that the tool only reads; alone it changes
nothing else. The name of a tool is the part after the server, exactly as the
server writes it.

A card shows the server, what it says of the tool and what changed since you
decided, and asks you. A script names the server's launch with --digest instead,
as "usher server list -v" shows it; that needs policy approve.unattended. --deny
needs neither, not even a server, and holds for every launch. All of it is refused
to an assistant. A '*' allow covers the tools that are known when it is given, and
no tool that comes later.

An allow is for the tool as its server describes it, and sleeps when that changes.
With --tool-digest, which the commands in refusals have and "usher server tools
--json" shows, it is for that definition and refused where the server says
something else by now; without, for the one that was seen last.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  recorded
  1  there is no such server, it cannot be started, or the policy or the ledger
     cannot be used
  2  the answer was no, a digest is another one's, or the command was not
     understood
  3  a person is needed`,
		Example: `  # never again, whatever the server becomes
  usher grant set acme wipe --deny

  # without a question, for this launch
  usher grant set acme lookup --allow --read-only --digest sha256:…`,
		Args:              takes(2, 2),
		ValidArgsFunction: found(a.completeTool),
	}
	fs := cmd.Flags()
	fs.BoolVar(&o.allow, "allow", false, "run it without a question")
	fs.BoolVar(&o.ask, "ask", false, "ask before each call")
	fs.BoolVar(&o.deny, "deny", false, "never run it")
	fs.BoolVar(&o.readOnly, "read-only", false, "the tool only reads (--read-only=false: it changes things)")
	fs.StringVar(&o.digest, "digest", "", "the `DIGEST` of the launch the decision is for")
	toolDigestFlag(cmd, &o.toolDigest)
	freely(cmd, "digest")
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
	digest, toolDigest                      string
}

func (o *grantSetOptions) run(ctx context.Context, args []string) (output.View, error) {
	decision, err := o.decision()
	if err != nil {
		return nil, err
	}
	m := marking{app: o.app, server: args[0], tool: args[1], digest: o.digest, toolDigest: o.toolDigest}
	m.line = "usher grant set " + args[0] + " " + engine.QuoteArg(args[1])
	if decision != "" {
		m.change.Decision = &decision
		m.line += " --" + decision
	}
	if o.hasReadOnly {
		m.change.ReadOnly = &o.readOnly
		m.line += " --read-only"
		if !o.readOnly {
			m.line += "=false"
		}
	}
	return m.run(ctx)
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
		return "", fault.New(fault.Usage, fmt.Sprintf("--%s do not go together", strings.Join(words, " and --")), "usher grant set --help")
	case len(words) == 1:
		return words[0], nil
	case o.hasReadOnly:
		return "", nil
	}
	return "", fault.New(fault.Usage, "what to record is not said: give --allow, --ask, --deny or --read-only", "usher grant set --help")
}
