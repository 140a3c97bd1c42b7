package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"usher/cmd"
)

// TestGeneratedFilesAreCurrent compares man/ and completions/ with the command
// tree, byte for byte and in both directions (SPEC Z3); make gen mends it.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	made, err := files(cmd.NewRoot(cmd.Env{}))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range made {
		got, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		if err != nil || string(got) != want {
			t.Errorf("%s is not what the command tree says (%v): run make gen", name, err)
		}
	}
	for _, folder := range folders() {
		entries, err := os.ReadDir(filepath.Join("..", "..", folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if _, ok := made[folder+"/"+e.Name()]; !ok {
				t.Errorf("%s/%s belongs to no command: run make gen", folder, e.Name())
			}
		}
	}
}

// TestPageKeepsEveryCharacter: what is markup elsewhere is text in a man page.
func TestPageKeepsEveryCharacter(t *testing.T) {
	c := &cobra.Command{
		Use:     "usher <id> {a | b}",
		Short:   "Say it",
		Long:    "First *_`\\ line.\n.TH not a request\n\n  kept   shape\n\nEXIT STATUS\n  0  done",
		Example: "  usher 'x' -- ~/y",
		Run:     func(*cobra.Command, []string) {},
	}
	got := page(c)
	for _, want := range []string{
		"\\fBusher <id> {a | b} [flags]\\fP",
		"usher \\- say it\n",
		"First *_\\(ga\\e line.\n\\&.TH not a request\n.PP\n.EX\n  kept   shape\n.EE\n",
		".SH EXIT STATUS\n.EX\n  0  done\n.EE\n",
		"  usher \\(aqx\\(aq \\-\\- \\(ti/y\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
}
