package cmd

import (
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"usher/cmd/rungate"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
)

// hooksRunWord is the command of hooks that bypasses cobra, as run-gate does.
const hooksRunWord = "run"

func newHooksRunCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   hooksRunWord + " <event>",
		Short: "Fire an event of an assistant",
		Long: `Read one event on stdin, run its hooks and answer on stdout with one line of JSON:
deny or none, the reasons, what hooks add for the assistant (modelOutput) and the
problems. The deciding reason also stands on stderr. An assistant calls this at
its own fixed points. It never allows: your marks are run-gate's affair.

PreToolUse, UserPromptSubmit and Stop can be denied; a PreToolUse hook that asks
denies, because nobody can be asked here, and so does what refuses every call.
PostToolUse, SessionStart and TurnEnd only observe. TurnEnd answers at once and its
hooks run in the background, each bounded by its own time-out.

The event: {"tool":"server__tool","args":{…}} for the tool events, with "result"
{"ok":…,"text":…} after a call, "message" for UserPromptSubmit, "outcome" (done,
error or stopped) for TurnEnd and Stop, and where known "source",
"conversationId" and "files". The names tool_name, tool_input, tool_response,
prompt and session_id are understood too; every other member is handed on.

With --client the event is read, and the answer written, in that assistant's own hook
protocol, never with anything that it reads as an approval; PreToolUse is then the same
as usher run-gate --client, and the exit status is what that assistant reads. An event
that nothing can stop there ends with 1 where its hooks could not run.

Writes the log of what failed, see usher log.

EXIT STATUS
  0  no hook objects; also a Stop at which usher itself failed, for a 2 would keep
     the assistant going
  2  denied; of an event that only observes, its hooks were kept from running by the
     event itself or by an interrupt; and every other failure

A hooks.json that cannot be read, or an entry of it, refuses tool calls. A message and
the end of a turn go on without it: that is said on stderr and in problems, and so are
hooks of a trusted folder that changed or that wait. While the ledger of decisions
cannot be read, a message is denied.`,
		Example: `  # may this message be sent?
  echo '{"message":"hello"}' | usher hooks run UserPromptSubmit

  # the same as a hook of Claude Code
  usher hooks run UserPromptSubmit --client claude

  # the turn has ended
  echo '{"outcome":"done"}' | usher hooks run TurnEnd`,
		Args: takes(1, 1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return eventWords(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(*cobra.Command, []string) error { return exit(rungate.ExitDeny) },
	}
	o := hooksRunOptions{app: a}
	cmd.Flags().StringVar(&o.name, "client", "", "read and answer in the hook protocol of this `assistant`")
	_ = cmd.RegisterFlagCompletionFunc("client", words(hosts.Clients()...))
	cmd.Flags().DurationVar(&o.deadline, "deadline", 0, "answer with a failure when the hooks have not ended within this `time`")
	cmd.Flags().BoolVar(&o.detached, detachedFlag, false, "run the hooks of a TurnEnd here, and answer nothing")
	_ = cmd.Flags().MarkHidden(detachedFlag)
	freely(cmd, "deadline")
	return cmd
}

// detachedFlag makes the process that runs TurnEnd hooks in the background.
const detachedFlag = "detached"

type hooksRunOptions struct {
	*app
	event    hooks.Event // "": not known
	deadline time.Duration
	detached bool
	name     string       // of --client
	hosted   bool         // it was given
	message  bool         // of message: what goes along with it is answered too
	client   hosts.Client // the zero value is one that is not known
	fired    fired
	handing  handing
	behind   atomic.Bool // this is the background process of an event that usher handed over
}

// fires runs hooks run without cobra, whose failures are errors of other statuses:
// here every failure is an answer. ok is false for any other command.
func (a *app) fires(root *cobra.Command) (code int, ok bool) {
	target, rest, err := root.Find(a.Args)
	if err != nil || target.Name() != hooksRunWord || target.Parent().Name() != "hooks" {
		return 0, false
	}
	client, hosted := rungate.Asked(rest)
	if !hosted && asksHelp(target, rest) {
		// Help is no decision, as for run-gate.
		target.InitDefaultHelpFlag()
		_ = target.Help()
		return rungate.ExitDeny, true
	}
	o := &hooksRunOptions{app: a, client: client, hosted: hosted}
	wrong := o.parse(target, rest)
	if wrong == nil && hosted && o.event == hooks.PreToolUse {
		return o.asGate(), true
	}
	return o.run(wrong), true
}

// parse reads the event and the flags. What is wrong with them is told when it is
// known which event is meant, where that can be known at all.
func (o *hooksRunOptions) parse(cmd *cobra.Command, args []string) error {
	err := cmd.ParseFlags(args)
	words := cmd.Flags().Args()
	if len(words) > 0 {
		o.event, _ = hooks.ParseEvent(words[0])
	}
	switch {
	case err != nil:
		return cmd.FlagErrorFunc()(cmd, err)
	case o.flags.machine:
		return o.machineAsked(cmd, words)
	case len(words) != 1:
		return cmd.Args(cmd, words)
	case o.event == "":
		e := noEvent(words[0])
		e.Hints = append(e.Hints[:1:1], "usher hooks run --help")
		return e
	}
	if o.hosted {
		if err := o.hostFault(cmd.Flags().Changed("help")); err != nil {
			return err
		}
		o.deadline = o.client.Deadline(string(o.event))
	}
	if cmd.Flags().Changed("deadline") || !o.hosted {
		o.deadline, _ = cmd.Flags().GetDuration("deadline")
	}
	o.detached, _ = cmd.Flags().GetBool(detachedFlag)
	if cmd.Flags().Changed("deadline") && o.deadline <= 0 {
		return fault.New(fault.Usage, "--deadline must be a time above 0, such as 4s", "usher hooks run --help")
	}
	return nil
}
