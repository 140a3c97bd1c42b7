package files

import (
	"slices"
	"strings"
	"testing"
)

func none(string) string { return "" }

// SPEC S13: where each client's files stand, by system.
func TestWhereFilesStand(t *testing.T) {
	vars := map[string]string{"APPDATA": `C:\Users\me\AppData\Roaming`, "LOCALAPPDATA": `C:\Users\me\AppData\Local`, "XDG_CONFIG_HOME": "/xdg", "CODEX_HOME": "relative"}
	getenv := func(name string) string { return vars[name] }
	for _, c := range []struct {
		client     Client
		goos, home string
		getenv     func(string) string
		want       string
	}{
		{ClaudeDesktop, "linux", "/home/me", none, "/home/me/.config/Claude/claude_desktop_config.json"},
		{ClaudeDesktop, "darwin", "/Users/me", none, "/Users/me/Library/Application Support/Claude/claude_desktop_config.json"},
		{ClaudeDesktop, "windows", `C:\Users\me`, getenv, `C:\Users\me\AppData\Roaming\Claude\claude_desktop_config.json`},
		{ClaudeCode, "freebsd", "/home/me", none, "/home/me/.claude.json"},
		{VSCode, "linux", "/home/me", getenv, "/xdg/Code/User/mcp.json"},
		{VSCode, "windows", `C:\Users\me`, none, `C:\Users\me\AppData\Roaming\Code\User\mcp.json`},
		{Codex, "linux", "/home/me", getenv, "/home/me/.codex/config.toml"},
		{Zed, "darwin", "/Users/me", none, "/Users/me/.config/zed/settings.json"},
		{Zed, "windows", `C:\Users\me`, getenv, `C:\Users\me\AppData\Roaming\Zed\settings.json`},
		{Goose, "linux", "/home/me", none, "/home/me/.config/goose/config.yaml"},
		{Crush, "windows", `C:\Users\me`, getenv, `C:\Users\me\AppData\Local\crush\crush.json`},
		{Windsurf, "linux", "/home/me", none, "/home/me/.codeium/windsurf/mcp_config.json"},
		{Trae, "linux", "/home/me", none, "/home/me/.config/Trae/User/mcp.json"},
	} {
		info, ok := Find(c.client)
		if got := info.Files(c.goos, c.home, c.getenv).User; !ok || len(got) == 0 || got[0] != c.want {
			t.Errorf("%s on %s: %v, want %s", c.client, c.goos, got, c.want)
		}
	}
	vars["CODEX_HOME"] = "/elsewhere/"
	codex, _ := Find(Codex)
	if got := codex.Files("linux", "/home/me", getenv).User[0]; got != "/elsewhere/config.toml" {
		t.Errorf("CODEX_HOME is not looked at: %s", got)
	}
	code, _ := Find(ClaudeCode)
	if f := code.Files("linux", "/home/me", none); f.Machine[0] != "/etc/claude-code/managed-mcp.json" || f.Project[0] != ".mcp.json" {
		t.Errorf("%+v", f)
	}
}

// Every row of the catalogue is whole, and no file is left with a word in braces.
func TestCatalogueIsWhole(t *testing.T) {
	var seen []Client
	for _, i := range Catalogue() {
		if slices.Contains(seen, i.Client) || i.Name == "" || i.Format == FormatNone || i.Root == "" || i.Shape.Command == "" || i.Shape.Env == "" {
			t.Errorf("the row of %q is not whole: %+v", i.Client, i)
		}
		seen = append(seen, i.Client)
		for _, goos := range []string{"linux", "darwin", "windows"} {
			f := i.Files(goos, "HOME", none)
			if len(f.User)+len(f.Project) == 0 {
				t.Errorf("%s has no file on %s", i.Client, goos)
			}
			for _, path := range slices.Concat(f.User, f.Machine, f.Project) {
				if strings.ContainsAny(path, "{}") || goos == "windows" && strings.Contains(path, "HOME") && strings.Contains(path, "/") {
					t.Errorf("%s on %s: %s", i.Client, goos, path)
				}
			}
		}
	}
	if len(seen) < 28 {
		t.Errorf("only %d clients", len(seen))
	}
	if _, ok := Find("netscape"); ok {
		t.Error("a client is found that is not there")
	}
}
