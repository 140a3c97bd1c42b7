package cmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"usher/cmd/rungate"
	"usher/pkg/hosts"
)

// runGateWord is the command that bypasses the rest of the tree.
const runGateWord = "run-gate"

func newRunGateCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   runGateWord,
		Short: "Decide one tool call",
		Long: `Read one tool call on stdin (or from --tool and --args) and answer on stdout with
one line of JSON: allow, ask or deny, with every reason. The deciding reason and
the next command also stand on stderr. Nothing is run but your hooks, and nothing
is written. An assistant calls this before each tool call.

The call: {"tool":"server__tool","args":{…},"canAsk":true}, and where known
"source" (chat or meta), "conversationId", "files" and "mode" (interactive,
headless or plan). Without --project or $USHER_PROJECT the project is the nearest
folder you decided about at or above files.projectRoot, else that folder itself;
without either, at or above the working directory. usher-gate is the same command as a small program.

With --client the call is read, and the answer written, in that assistant's own
hook protocol: a refusal, its own question where it truly asks, or nothing, and then
its own permission flow goes on. Nothing it reads as an approval is ever written, and
every failure is its refusal. Your marks do not count for its tools, but for what you
denied or asked to be asked about; your hooks do. Without --deadline the answer comes
before that assistant stops waiting.

EXIT STATUS
  0  allow
  2  deny, and every failure, whatever it is
  3  ask a person first; only with --can-ask or "canAsk": true
  With --client they are what that assistant reads: 0 or 2.`,
		Example: `  # may this run?
  echo '{"tool":"acme__lookup","args":{"q":"beam"}}' | usher run-gate

  # the same from flags
  usher run-gate --tool acme__lookup --args '{"q":"beam"}' --can-ask

  # as the PreToolUse hook of Claude Code
  usher run-gate --client claude --home /home/you/.config/usher --state /home/you/.local/state/usher`,
		Args:              takes(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return exit(rungate.ExitDeny) },
	}
	rungate.Flags(func(name, usage string, value any) {
		switch v := value.(type) {
		case *string:
			cmd.Flags().StringVar(v, name, "", usage)
		case *bool:
			cmd.Flags().BoolVar(v, name, false, usage)
		case *time.Duration:
			cmd.Flags().DurationVar(v, name, 0, usage)
		}
	})
	_ = cmd.RegisterFlagCompletionFunc("client", words(hosts.Clients()...))
	_ = cmd.RegisterFlagCompletionFunc("mode", words("interactive", "headless", "plan"))
	_ = cmd.RegisterFlagCompletionFunc("source", words("chat", "meta"))
	_ = cmd.RegisterFlagCompletionFunc("tool", found(func(context.Context, []string) ([]string, error) { return a.fullTools(), nil }))
	freely(cmd, "args", "conversation", "deadline")
	return cmd
}

// gate runs run-gate without cobra: its failures are denials, not errors, so no
// flag of its may be parsed by anybody else (SPEC G6). ok is false for any other
// command.
func (a *app) gate(root *cobra.Command) (code int, ok bool) {
	target, rest, err := root.Find(a.Args)
	if err != nil || target.Name() != runGateWord || target.Parent() != root {
		return 0, false
	}
	if _, given := rungate.Asked(rest); !given && asksHelp(target, rest) {
		// Help is no decision: a host that is wired to it by mistake must not read a 0.
		target.InitDefaultHelpFlag()
		_ = target.Help()
		return rungate.ExitDeny, true
	}
	return rungate.Run(rungate.Env{
		Args: rest, Stdin: a.Stdin, Stdout: a.Stdout, Stderr: a.Stderr,
		Environ: a.Environ, WorkDir: a.WorkDir, MachineDir: a.MachineDir, Self: a.Self,
	}), true
}

// asksHelp reports -h or --help as a flag. As the value of another flag, or
// behind a mistake, it is no wish for help but a call that must be answered.
func asksHelp(cmd *cobra.Command, args []string) bool {
	return cmd.ParseFlags(args) == nil && cmd.Flags().Changed("help")
}
