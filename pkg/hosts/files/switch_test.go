package files

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// switchRow is a setting in a file: text turns something off on its second line, and
// other is the same setting as it does no harm.
type switchRow struct{ host, setting, text, other string }

func switchRows() []switchRow {
	gemini := []switchRow{
		{"", "hooksConfig.enabled", `"hooksConfig": {"enabled": false}`, `"hooksConfig": {"enabled": true}`},
		{"", "hooksConfig.disabled", `"hooksConfig": {"disabled": ["mine", "usher PreToolUse"]}`, `"hooksConfig": {"disabled": ["mine"]}`},
		{"", "mcp.excluded", `"mcp": {"excluded": ["usher"]}`, `"mcp": {"excluded": ["x"]}`},
		{"", "mcp.allowed", `"mcp": {"allowed": ["x"]}`, `"mcp": {"allowed": ["x", "usher"]}`},
		{"", "usher.enabled", `"usher": {"enabled": false}`, `"usher": {"enabled": true}`},
	}
	rows := []switchRow{
		{"claude", "disableAllHooks", `"disableAllHooks": true`, `"disableAllHooks": false`},
		{"claude", "allowManagedHooksOnly", `"allowManagedHooksOnly": true`, `"allowManagedHooksOnly": false`},
		{"claude", "strictPluginOnlyCustomization", `"strictPluginOnlyCustomization": ["hooks"]`, `"strictPluginOnlyCustomization": ["skills"]`},
		{"claude", "strictPluginOnlyCustomization", `"strictPluginOnlyCustomization": true`, `"strictPluginOnlyCustomization": false`},
		{"claude", "env.CLAUDE_CODE_SIMPLE", `"env": {"CLAUDE_CODE_SIMPLE": "1"}`, `"env": {"CLAUDE_CODE_SIMPLE": "0"}`},
		{"claude", "env.CLAUDE_CODE_SAFE_MODE", `"env": {"CLAUDE_CODE_SAFE_MODE": "true"}`, `"env": {"CLAUDE_CODE_SAFE_MODE": ""}`},
		{"claude", "deniedMcpServers", `"deniedMcpServers": [{"serverName": "usher"}]`, `"deniedMcpServers": [{"serverName": "x"}]`},
		{"claude", "allowedMcpServers", `"allowedMcpServers": [{"serverName": "x"}]`, `"allowedMcpServers": [{"serverName": "usher"}]`},
		{"claude", "disabledMcpjsonServers", `"disabledMcpjsonServers": ["usher"]`, `"disabledMcpjsonServers": ["x"]`},
		{"claude", "projects./work.disabledMcpServers", `"projects": {"/work": {"disabledMcpServers": ["usher"]}}`, `"projects": {"/other": {"disabledMcpServers": ["usher"]}}`},
		{"codex", "features.hooks", "[features]\nhooks = false", "[features]\nhooks = true"},
		{"codex", "features.hooks", "\nfeatures.hooks = false", "[features]"},
		{"codex", "features.codex_hooks", "features = {}\n[profiles.x]\n", "features = {codex_hooks = true}"},
		{"codex", "allow_managed_hooks_only", "\nallow_managed_hooks_only = true", "allow_managed_hooks_only = false"},
		{"codex", "mcp_servers.usher.enabled", "[mcp_servers.usher]\nenabled = false", "[mcp_servers.usher]\nenabled = true"},
		{"gemini", "hooks.enabled", `"hooks": {"enabled": false}`, `"hooks": {"enabled": true}`},
		{"gemini", "hooks.disabled", `"hooks": {"disabled": ["/x/usher-gate --client gemini"]}`, `"hooks": {"disabled": ["x"]}`},
		{"gemini", "tools.enableHooks", `"tools": {"enableHooks": false}`, `"tools": {"enableHooks": true}`},
		{"gemini", "admin.mcp.enabled", `"admin": {"mcp": {"enabled": false}}`, `"admin": {"mcp": {"enabled": true}}`},
		{"qwen", "disableAllHooks", `"disableAllHooks": true`, `"disableAllHooks": null`},
		{"copilot", "disableAllHooks", `"disableAllHooks": true`, `"disableAllHooks": "true"`},
		{"copilot", "disabledMcpServers", `"disabledMcpServers": ["usher"]`, `"disabledMcpServers": []`},
		{"vscode", "chat.useHooks", `"chat.useHooks": false`, `"chat.useHooks": true`},
		{"vscode", "chat.hookFilesLocations.~/.copilot/hooks", `"chat.hookFilesLocations": {"~/.copilot/hooks": false}`, `"chat.hookFilesLocations": {"~/.copilot/hooks": true}`},
		{"vscode", "chat.hookFilesLocations..github/hooks", `"chat.hookFilesLocations": {".github/hooks": false}`, `"chat.hookFilesLocations": {"x": false}`},
		{"vscode", "chat.mcp.access", `"chat.mcp.access": "none"`, `"chat.mcp.access": "all"`},
		{"vscode", "chat.mcp.enabled", `"chat.mcp.enabled": false`, `"chat.mcp.enabled": true`},
		{"opencode", "mcp.usher.enabled", `"mcp": {"usher": {"enabled": false}}`, `"mcp": {"x": {"enabled": false}}`},
		{"antigravity", "usher.enabled", `"usher": {"enabled": false}`, `"usher": {}`},
	}
	for _, host := range []string{"gemini", "qwen"} {
		for _, r := range gemini {
			r.host = host
			rows = append(rows, r)
		}
	}
	for i, r := range rows {
		if r.host != "codex" {
			rows[i].text, rows[i].other = "{\n"+r.text+"}", "{\n"+r.other+"}"
		}
	}
	i := slices.IndexFunc(rows, func(r switchRow) bool { return r.setting == "features.codex_hooks" })
	rows[i].text = "[features]\ncodex_hooks = false"
	return rows
}

// SPEC G10: each setting that turns hooks, or the gateway, off is found in every file in
// which that assistant reads it, with its line; as it does no harm it is not. Every one
// that is known has its row here.
func TestEverySwitchIsFound(t *testing.T) {
	rows := switchRows()
	for _, r := range rows {
		h, _ := FindHooks(r.host)
		seen := 0
		for _, goos := range []string{"linux", "darwin", "windows"} {
			for _, f := range h.Settings(goos, "/home/me", none, []string{"/work"}) {
				if f.Folder {
					f = f.In(f.Path + "/10.json")
				}
				if !slices.ContainsFunc(f.rules, func(s switchRule) bool {
					return strings.Join(s.keys([]string{"/work"})[0], ".") == r.setting
				}) {
					continue
				}
				seen++
				off, err := f.Off([]byte(r.text))
				if err != nil || len(off) != 1 || off[0].Setting != r.setting || off[0].Line != 2 || off[0].File != f.Path {
					t.Errorf("%s %s: %+v %v\n%s", r.host, f.Path, off, err, r.text)
				}
				if off, err := f.Off([]byte(r.other)); err != nil || len(off) > 0 {
					t.Errorf("%s %s: %+v %v\n%s", r.host, f.Path, off, err, r.other)
				}
			}
		}
		if seen == 0 {
			t.Errorf("%s has no file with %s", r.host, r.setting)
		}
	}
	for _, h := range HookHosts() {
		for _, p := range switchPlaces(h) {
			for _, rule := range p.rules {
				setting := strings.Join(rule.keys([]string{"/work"})[0], ".")
				if !slices.ContainsFunc(rows, func(r switchRow) bool { return r.host == h.Name && r.setting == setting }) {
					t.Errorf("%s: %s has no row", h.Name, setting)
				}
			}
		}
	}
}

// A file that cannot be understood is no file without switches.
func TestSettingsThatCannotBeReadAreAnError(t *testing.T) {
	f := SettingsFile{Path: "/x/settings.json", Most: switchBytes, rules: []switchRule{turned(true, "disableAllHooks")}}
	for _, text := range []string{`{"disableAllHooks": true`, `{"disableAllHooks": true, "disableAllHooks": false}`, "\xff"} {
		if off, err := f.Off([]byte(text)); err == nil {
			t.Errorf("%q: %v", text, off)
		}
	}
	for _, text := range []string{"", " \n", "{}", "[]"} {
		if off, err := f.Off([]byte(text)); err != nil || len(off) > 0 {
			t.Errorf("%q: %v %v", text, off, err)
		}
	}
}

// docs/hosts.md names each of them in its assistant's row.
func TestEverySwitchIsInTheDocs(t *testing.T) {
	data, err := os.ReadFile("../../../docs/hosts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(data), "### Switches\n")
	page, _, _ = strings.Cut(page, "\n## ")
	title := map[string]string{"claude": "Claude Code", "codex": "Codex", "gemini": "Gemini CLI", "qwen": "Qwen Code", "copilot": "Copilot CLI",
		"vscode": "VS Code", "opencode": "opencode", "antigravity": "Antigravity"}
	for _, h := range HookHosts() {
		_, row, found := strings.Cut(page, "\n| "+title[h.Name]+" |")
		row, _, _ = strings.Cut(row, "\n")
		for _, p := range switchPlaces(h) {
			for _, rule := range p.rules {
				key := rule.key
				if i := slices.Index(key, "chat.hookFilesLocations"); i >= 0 {
					key = key[:i+1]
				}
				if !found || !strings.Contains(row, key[len(key)-1]) {
					t.Errorf("%s: the row lacks %v", h.Name, rule.key)
				}
			}
		}
	}
}
