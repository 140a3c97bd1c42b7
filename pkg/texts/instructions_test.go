package texts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/trust"
)

// SPEC X2, F1, F3: instructions that cannot be read are told with their place and
// cost only themselves; each file is cut on its own.
func TestBadInstructionsAreTold_X2(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	put(t, home, "elsewhere.md", "x")
	put(t, project, ".usher/instructions.md", strings.Repeat("x", 7000))
	put(t, project, ".kkss/assistant/instructions.md", strings.Repeat("y", 6000))
	for want, write := range map[string]func() error{
		"file/link": func() error { return os.Symlink("elsewhere.md", filepath.Join(home, "instructions.md")) },
		"text/utf8": func() error {
			return os.WriteFile(filepath.Join(home, "instructions.md"), []byte("a\nb\xff"), 0o600)
		},
		"text/too-large": func() error {
			return os.WriteFile(filepath.Join(home, "instructions.md"), make([]byte, 1<<20+1), 0o600)
		},
		"file/not-regular": func() error { return os.Mkdir(filepath.Join(home, "instructions.md"), 0o700) },
	} {
		if err := write(); err != nil {
			t.Fatal(err)
		}
		s := Load(Input{Home: home, Project: trust.ReadFolder(project, nil), State: trust.Trusted})
		if len(s.Instructions) != 2 || !s.Instructions[0].Cut || s.Instructions[1].Cut || s.Instructions[1].Characters != 6000 {
			t.Errorf("%s: %d files", want, len(s.Instructions))
		}
		p := s.Problems[0]
		if len(s.Problems) != 2 || p.Rule != want && p.Rule != "file/"+strings.TrimPrefix(want, "text/") || p.File != filepath.Join(home, "instructions.md") || p.Hint == "" {
			t.Errorf("%s: %+v", want, s.Problems)
		}
		if want == "text/utf8" && (p.Line != 2 || p.Column != 2) {
			t.Errorf("place %s", p.Where())
		}
		if err := os.RemoveAll(filepath.Join(home, "instructions.md")); err != nil {
			t.Fatal(err)
		}
	}
}

// SPEC X2: a rough estimate that grows with the text.
func TestTokensAreARoughEstimate_X2(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "abcd": 1, "abcde": 2, strings.Repeat("word ", 800): 1000, "測測測": 3, "привет": 3, "👍": 2, "\xff": 1, "a測": 2,
	} {
		if got := Tokens(text); got != want {
			t.Errorf("%.10q: %d, want %d", text, got, want)
		}
	}
}
