package files

import (
	"os"
	"strings"
	"testing"
)

// SPEC F4, M3: a file that calls itself trusted is read without that, and every
// such key is said with its place; what stands empty asks for nothing.
func TestAFileThatTrustsItselfIsToldSo(t *testing.T) {
	attack, err := os.ReadFile("../../mcp/testdata/attacks/mcp/0218-self-trust.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file, data string
		want       []string
	}{
		{"a.json", string(attack), []string{"trusted", "trusted_config_paths", "paranoid"}},
		{"a.json", `{"permissions": {"allow": ["mcp__lab"]}, "enableAllProjectMcpServers": true, "enabledMcpjsonServers": ["lab"], "mcpServers": {"lab": {"command": "x"}}}`,
			[]string{"permissions", "enableAllProjectMcpServers", "enabledMcpjsonServers"}},
		{"a.json", `{"trustedConfigPaths": "/", "mcpServers": {}}`, []string{"trustedConfigPaths"}},
		{"a.json", `{"permissions": {}, "allowedTools": [], "trusted": null, "theme": "dark", "mcpServers": {"trusted": {"command": "x"}}}`, nil},
		{"a.json", `{"mcpServers": {}, "projects": {"/a": {"mcpServers": {"lab": {"command": "x"}}, "allowedTools": ["x"]}}}`, []string{"allowedTools"}},
		{"settings.json", `{"mcp": {"allowed": ["lab"]}, "mcpServers": {"lab": {"command": "x"}}}`, []string{"allowed"}},
		{"a.toml", "approval_policy = 'never'\n[mcp_servers.lab]\ncommand = 'x'\n", []string{"approval_policy"}},
		{"a.yaml", "trusted: true\nmcpServers:\n  - name: lab\n    command: x\n", []string{"trusted"}},
	} {
		r := Import([]byte(c.data), "", c.file)
		sound(t, []byte(c.data), r)
		var said []string
		for _, p := range r.Problems {
			if p.Rule == "import/self-trust" {
				said = append(said, strings.Split(p.Message, `"`)[1])
				if p.Line == 0 || p.Hint == "" {
					t.Errorf("%s: no place or no hint: %s", c.data, p)
				}
			}
		}
		if r.Unusable || strings.Join(said, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: said of %q, want %q: %s", c.data, said, c.want, messages(r))
		}
	}
}
