package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// group makes a command that only holds others. Bare, it shows its help and
// ends with status 2: a host that was wired to "usher" by mistake must not read
// a 0 as an answer. An unknown word is an error that names the nearest one.
func group(cmd *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownWord(cmd, args[0])
		}
		cmd.SetOut(cmd.ErrOrStderr())
		if err := cmd.Help(); err != nil {
			return err
		}
		return exit(2)
	}
	cmd.AddCommand(commands...)
	return cmd
}

func unknownWord(group *cobra.Command, word string) error {
	var known []string
	for _, c := range group.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	message := fmt.Sprintf("%s has no command %q", group.CommandPath(), word)
	near := strictjson.Nearest(word, known)
	if near == "" && len(word) > 3 { // two letters swapped are two edits
		group.SuggestionsMinimumDistance = 2
		near = strings.Join(group.SuggestionsFor(word), " or ")
	}
	if near != "" {
		message += "; the nearest is " + near
	}
	return fault.New(fault.Usage, message, helpOf(group))
}

// takes checks the number of words after a command; most -1 is any number.
// The words themselves are not repeated: one may be a secret in a wrong place.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		_, form, _ := strings.Cut(cmd.Use, " ")
		message := fmt.Sprintf("%s takes no words, got %d", cmd.CommandPath(), len(args))
		if most != 0 {
			message = fmt.Sprintf("%s is written %q, got %d words",
				cmd.CommandPath(), cmd.CommandPath()+" "+form, len(args))
		}
		return fault.New(fault.Usage, message, helpOf(cmd))
	}
}

// helpOf is the command that shows a command's help.
func helpOf(cmd *cobra.Command) string { return cmd.CommandPath() + " --help" }

// newHelpCmd replaces cobra's, which ends with 0 on an unknown topic.
func newHelpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "help [<command>...]",
		Short: "Show the help of a command",
		Long: `Show the help of a command, the same text as --help after it.

EXIT STATUS
  0  shown
  2  there is no such command`,
		Example: `  # the flags of home
  usher help home`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return unknownWord(target, rest[0])
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
	}
}
