package cmd

import (
	"github.com/spf13/cobra"

	"usher/pkg/config"
	"usher/pkg/fault"
)

// app is one run of usher: its world and the global flags. Constructors keep
// it, run functions read it.
type app struct {
	Env
	flags    globals
	loaded   *config.Preferences // nil until somebody asks
	troubles []fault.Problem     // of the settings that were loaded
	detected *detected           // the sandboxes that this computer can build, once somebody asks
	pages    pages               // help and completions
}

// NewRoot is the whole command tree, ready to be executed or walked.
func NewRoot(env Env) *cobra.Command { return newRoot(&app{Env: env, detected: &detected{}}) }

func newRoot(a *app) *cobra.Command {
	root := group(&cobra.Command{
		Use:   "usher <command>",
		Short: "Decide which tool calls of AI assistants may run",
		Long: `usher stands at the door between AI assistants and the tools they call.

It keeps your MCP servers, tool marks and hooks in one place and answers one
question for any assistant: may this tool call run, must a person be asked, or
is it refused? Without an answer, the answer is no.

EXIT STATUS
  0    done, or allowed
  1    something failed
  2    refused, or the command was not understood
  3    a person is needed
  130  interrupted by a signal`,
		Example: `  # where your definitions live
  usher home

  # every command of a group
  usher help server`,
		Version:           newVersionOptions(a).view().String(),
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	},
		newAuditCmd(a),
		newCallCmd(a),
		newCompletionCmd(a),
		newContextCmd(a),
		newConversationCmd(a),
		newGateCmd(a),
		newGrantCmd(a),
		newHomeCmd(a),
		newHooksCmd(a),
		newHostCmd(a),
		newInstructionsCmd(a),
		newLogCmd(a),
		newMessageCmd(a),
		newPolicyCmd(a),
		newPromptCmd(a),
		newReadCmd(a),
		newRunGateCmd(a),
		newSecretCmd(a),
		newServeCmd(a),
		newServerCmd(a),
		newSettingsCmd(a),
		newSkillCmd(a),
		newStatusCmd(a),
		newTrustCmd(a),
		newVersionCmd(a),
	)
	a.flags.register(root)
	root.PersistentPreRunE = a.machineAsked
	root.Flags().Bool("version", false, "show the version")
	root.SetHelpCommand(newHelpCmd())
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(a.flagError)
	root.SetUsageFunc(usage)
	root.SetIn(a.Stdin)
	a.pages.to = a.Stdout
	root.SetOut(&a.pages)
	root.SetErr(a.Stderr)
	return root
}
