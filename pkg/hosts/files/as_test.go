package files

import (
	"strings"
	"testing"
)

// SPEC S9: the one server of a piece gets the id that a person gave it, also where
// it has none there, or one that nobody may take; its secrets are that server's own.
func TestOnePieceUnderTheGivenID(t *testing.T) {
	for _, piece := range []string{
		`{"mcpServers":{"My Server":{"command":"python3","env":{"API_KEY":"not-a-real-key"}}}}`,
		`{"mcpServers":{"cad":{"command":"python3","env":{"API_KEY":"not-a-real-key"}}}}`,
		`{"command":"python3","env":{"API_KEY":"not-a-real-key"}}`,
	} {
		r := ImportAs([]byte(piece), "lab")
		sound(t, []byte(piece), r)
		lab := r.server(t, "lab")
		if s, ok := lab.secret("lab/API_KEY"); !ok || s.Value.Reveal() != "not-a-real-key" || lab.env("API_KEY") != "${secret:lab/API_KEY}" {
			t.Errorf("%s became %+v, %q", piece, lab.Secrets, lab.env("API_KEY"))
		}
		if lab.Renamed || lab.Unnamed || strings.Contains(messages(r), "import/renamed") {
			t.Errorf("%s: what the person chose is told as a change: %s", piece, messages(r))
		}
	}
	two := ImportAs([]byte(`{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}`), "lab")
	two.server(t, "a")
	two.server(t, "b")
}
