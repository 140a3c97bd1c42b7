package cmd_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"usher/cmd"
)

// everyCommand calls check for each visible command of a fresh tree.
func everyCommand(t *testing.T, check func(t *testing.T, c *cobra.Command)) {
	t.Helper()
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		t.Run(c.CommandPath(), func(t *testing.T) { check(t, c) })
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				walk(sub)
			}
		}
	}
	walk(cmd.NewRoot(cmd.Env{}))
}

// TestEveryHelpSaysWhatAPersonNeeds holds each help page to the house style:
// a short verb phrase, what the command does, its statuses and examples (SPEC Z2).
func TestEveryHelpSaysWhatAPersonNeeds(t *testing.T) {
	status := regexp.MustCompile(`(?m)^EXIT STATUS\n(  (0|1|2|3|130) +\S.*\n?)+`)
	everyCommand(t, func(t *testing.T, c *cobra.Command) {
		if n := len(c.Short); n == 0 || n >= 60 || strings.HasSuffix(c.Short, ".") {
			t.Errorf("Short is %q: a verb phrase under 60 characters, no period", c.Short)
		}
		if first := c.Short[:1]; first != strings.ToUpper(first) {
			t.Errorf("Short begins with %q, want a capital", first)
		}
		if !status.MatchString(c.Long) {
			t.Errorf("Long has no EXIT STATUS list:\n%s", c.Long)
		}
		if !strings.Contains(c.Example, "  usher") && !strings.Contains(c.Example, "| usher") {
			t.Errorf("Example shows no usher command:\n%s", c.Example)
		}
		if !strings.HasPrefix(strings.TrimSpace(c.Example), "#") {
			t.Errorf("Example begins without saying what for:\n%s", c.Example)
		}
	})
}

// TestEveryExampleIsACommandLine: each usher line of an example names a command
// that is there, with flags that it has.
func TestEveryExampleIsACommandLine(t *testing.T) {
	line := regexp.MustCompile(`(?m)^.*?\busher ([a-z][^|>)\n]*)`)
	everyCommand(t, func(t *testing.T, c *cobra.Command) {
		for _, match := range line.FindAllStringSubmatch(c.Example, -1) {
			if strings.HasPrefix(strings.TrimSpace(match[0]), "#") {
				continue
			}
			root := cmd.NewRoot(cmd.Env{})
			root.InitDefaultHelpCmd() // as running it would
			target, rest, err := root.Find(fields(match[1]))
			if err != nil || target.HasSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
				t.Errorf("%q is no command: %v", match[1], err)
				continue
			}
			if err := target.ParseFlags(rest); err != nil {
				t.Errorf("%q: %v", match[1], err)
			}
		}
	})
}

// fields splits at blanks outside quotes, as far as an example needs it.
func fields(line string) []string {
	var out []string
	quoted := regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`)
	for _, word := range quoted.FindAllString(line, -1) {
		out = append(out, strings.Trim(word, `"'`))
	}
	return out
}

// TestEveryFlagSaysWhatItIsFor, and none takes the place of a global one but
// where it means the same.
func TestEveryFlagSaysWhatItIsFor(t *testing.T) {
	everyCommand(t, func(t *testing.T, c *cobra.Command) {
		usages := c.LocalFlags().FlagUsages() + c.InheritedFlags().FlagUsages()
		for _, row := range strings.Split(strings.TrimSpace(usages), "\n") {
			if words := regexp.MustCompile(`\s{2,}`).Split(strings.TrimSpace(row), -1); len(words) < 2 {
				t.Errorf("no usage: %q", row)
			}
		}
	})
}
