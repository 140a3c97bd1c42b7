package files

import (
	"slices"
	"strings"

	"usher/pkg/strictjson"
)

// switchPlace is a file and what is looked for in it.
type switchPlace struct {
	at      places
	project bool // below each folder in which the assistant may be started
	folder  bool
	rules   []switchRule
}

// turned is a truth value that turns something off.
func turned(to bool, key ...string) switchRule {
	return switchRule{key: key, off: func(n *node) bool { return isBool(n, to) }}
}

// worded is a text that does.
func worded(text string, key ...string) switchRule {
	return switchRule{key: key, off: func(n *node) bool { w, ok := n.word(); return ok && w == text }}
}

// having is a list that does where it has usher in it.
func having(is func(string) bool, key ...string) switchRule {
	return switchRule{key: key, off: func(n *node) bool { return n.is(strictjson.KindArray) && slices.ContainsFunc(n.items, called(is)) }}
}

// lacks is a list that does where usher is not in it.
func lacks(is func(string) bool, key ...string) switchRule {
	return switchRule{key: key, off: func(n *node) bool { return n.is(strictjson.KindArray) && !slices.ContainsFunc(n.items, called(is)) }}
}

// called reports an item that is, or whose serverName is, of that name.
func called(is func(string) bool) func(*node) bool {
	return func(n *node) bool {
		w, ok := n.word()
		if !ok {
			w, ok = n.get("serverName").word()
		}
		return ok && is(w)
	}
}

// setEnv is a variable that the assistant gives itself.
func setEnv(key ...string) switchRule {
	return switchRule{key: key, off: func(n *node) bool {
		w, ok := n.scalar()
		return ok && w != "" && w != "0" && !strings.EqualFold(w, "false")
	}}
}

func ofGateway(r switchRule) switchRule {
	r.gateway = true
	return r
}

func theGateway(name string) bool { return strings.EqualFold(name, "usher") }

// ourHook is a hook by the name that is written, or by its command.
func ourHook(name string) bool {
	return name == "usher" || strings.HasPrefix(name, "usher ") || strings.Contains(name, "usher-gate")
}

// switchPlaces are the settings of each assistant that are known; docs/hosts.md has
// the same table.
func switchPlaces(h HookHost) []switchPlace {
	switch h.Name {
	case "claude":
		return claudeSwitches()
	case "codex":
		return codexSwitches()
	case "gemini":
		return settingsOf("gemini", bySystem("/etc/gemini-cli/settings.json", "/Library/Application Support/GeminiCli/settings.json", `C:\ProgramData\gemini-cli\settings.json`),
			bySystem("/etc/gemini-cli/system-defaults.json", "/Library/Application Support/GeminiCli/system-defaults.json", `C:\ProgramData\gemini-cli\system-defaults.json`),
			turned(false, "hooksConfig", "enabled"), having(ourHook, "hooksConfig", "disabled"),
			turned(false, "hooks", "enabled"), having(ourHook, "hooks", "disabled"), turned(false, "tools", "enableHooks"),
			ofGateway(turned(false, "admin", "mcp", "enabled")))
	case "qwen":
		return settingsOf("qwen", bySystem("/etc/qwen-code/settings.json", "/Library/Application Support/QwenCode/settings.json", `C:\ProgramData\qwen-code\settings.json`),
			bySystem("/etc/qwen-code/system-defaults.json", "/Library/Application Support/QwenCode/system-defaults.json", `C:\ProgramData\qwen-code\system-defaults.json`),
			turned(true, "disableAllHooks"), turned(false, "hooksConfig", "enabled"), having(ourHook, "hooksConfig", "disabled"))
	case "copilot":
		rules := []switchRule{turned(true, "disableAllHooks"), ofGateway(having(theGateway, "disabledMcpServers"))}
		return []switchPlace{
			{at: everywhere("{copilot}/hooks/usher.json", "{copilot}/settings.json", "{copilot}/config.json"), rules: rules},
			{at: everywhere(".github/hooks/usher.json", ".github/copilot/settings.json", ".github/copilot/settings.local.json",
				".claude/settings.json", ".claude/settings.local.json"), project: true, rules: rules},
		}
	case "vscode":
		return vscodeSwitches()
	case "opencode":
		rules := []switchRule{ofGateway(turned(false, "mcp", "usher", "enabled"))}
		return []switchPlace{
			{at: everywhere("{xdg}/opencode/opencode.json", "{xdg}/opencode/opencode.jsonc"), rules: rules},
			{at: everywhere("opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"), project: true, rules: rules},
		}
	case "antigravity":
		rules := []switchRule{turned(false, "usher", "enabled")}
		return []switchPlace{{at: everywhere("{home}/.gemini/config/hooks.json"), rules: rules}, {at: everywhere(".agents/hooks.json"), project: true, rules: rules}}
	}
	return nil
}
