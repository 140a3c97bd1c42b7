package cmd

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/strictjson"
)

func newCompletionCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "completion {bash | zsh | fish | powershell}",
		Short: "Print the completion script of a shell",
		Long: `Print the script that teaches a shell to complete usher's commands, flags,
server ids, tools, hooks, prompts and skills. It writes no file. bash needs the
package bash-completion for it. In bash, zsh and fish nothing that is typed is run to
complete it: a line with $(…) and the like is not completed.

EXIT STATUS
  0  printed
  2  the shell is not one of the four`,
		Example: `  # bash, for this session
  source <(usher completion bash)

  # zsh, for every session
  usher completion zsh > "${fpath[1]}/_usher"

  # fish, for every session
  usher completion fish > ~/.config/fish/completions/usher.fish

  # PowerShell, for this session
  usher completion powershell | Out-String | Invoke-Expression`,
		Args:              takes(1, 1),
		ValidArgsFunction: words(shells()...),
	}
	o := completionOptions{cmd: cmd}
	cmd.RunE = a.show(o.run)
	return cmd
}

type completionOptions struct{ cmd *cobra.Command }

func (o completionOptions) run(_ context.Context, args []string) (output.View, error) {
	script, err := Completion(o.cmd.Root(), args[0])
	if err != nil {
		return nil, err
	}
	return completionView{Shell: args[0], Script: script}, nil
}

func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// Completion is the script of one of the four shells for a tree (SPEC Z3).
func Completion(root *cobra.Command, shell string) (string, error) {
	var write func(io.Writer) error
	switch shell {
	case "bash":
		write = func(w io.Writer) error { return root.GenBashCompletionV2(w, true) }
	case "zsh":
		write = root.GenZshCompletion
	case "fish":
		write = func(w io.Writer) error { return root.GenFishCompletion(w, true) }
	case "powershell":
		write = root.GenPowerShellCompletionWithDesc
	default:
		message := fmt.Sprintf("there is no completion for %q", shell)
		if near := strictjson.Nearest(shell, shells()); near != "" {
			message += fmt.Sprintf("; the nearest is %q", near)
		}
		return "", fault.New(fault.Usage, message, "usher completion --help")
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return "", err
	}
	return unrun(shell, b.String())
}

type completionView struct {
	Shell  string `json:"shell"`
	Script string `json:"script"`
}

func (v completionView) JSON() any { return v }

func (v completionView) Text(w *output.Printer) { w.Text(v.Script) }
