// Command gendocs writes man/ and completions/ from the command tree (SPEC Z3).
// It is a program of its own so that usher does not carry what only its
// makers need. The argument is the project's folder, "." by default.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"usher/cmd"
)

func main() {
	dir := "."
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if err := write(dir); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

// write makes man/ and completions/ hold exactly the generated files.
func write(dir string) error {
	made, err := files(cmd.NewRoot(cmd.Env{}))
	if err != nil {
		return err
	}
	for _, folder := range folders() {
		if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			return err
		}
	}
	for name, text := range made {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func folders() []string { return []string{"man", "completions"} }

// files are the generated files by slash-separated name.
func files(root *cobra.Command) (map[string]string, error) {
	made := map[string]string{}
	for shell, name := range map[string]string{
		"bash": "usher.bash", "zsh": "_usher", "fish": "usher.fish", "powershell": "usher.ps1",
	} {
		script, err := cmd.Completion(root, shell)
		if err != nil {
			return nil, err
		}
		made["completions/"+name] = script
	}
	pages(root, made)
	return made, nil
}

// pages adds the man page of a command and of every visible one below it.
func pages(c *cobra.Command, made map[string]string) {
	made["man/"+dashed(c)+".1"] = page(c)
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			pages(sub, made)
		}
	}
}
