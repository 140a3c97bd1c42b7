package engine

import (
	"os/exec"
	"strings"
	"testing"
)

// SPEC Z2, F6: a next command can be typed as it is printed, whatever a folder is
// called, and nothing in it steers a terminal.
func TestAWordOfANextCommand_Z2(t *testing.T) {
	for s, want := range map[string]string{
		"": "''", "plain-1": "plain-1", "two words": "'two words'", "it's": `'it'\''s'`, "é x": "'é x'",
		"a\x1b[31mb": `$'a\033[31mb'`, "a\nb": `$'a\012b'`, "it's\t\\": `$'it\'s\011\\'`, "x\u202ey": `$'x\342\200\256y'`, "\xff1": `$'\3771'`,
	} {
		got := QuoteArg(s)
		if got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
		bash, err := exec.LookPath("bash")
		if err != nil {
			continue
		}
		out, err := exec.Command(bash, "-c", "printf %s "+got).Output()
		if err != nil || string(out) != s {
			t.Errorf("%s: bash reads %q, %v", got, out, err)
		}
		if strings.ContainsFunc(got, unprinted) {
			t.Errorf("%q holds what steers", got)
		}
	}
}
