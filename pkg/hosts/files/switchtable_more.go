package files

import (
	"slices"

	"usher/pkg/strictjson"
)

// settingsOf are Gemini CLI's files and those of its descendants.
func settingsOf(name string, machine, defaults places, rules ...switchRule) []switchPlace {
	rules = append(rules, ofGateway(having(theGateway, "mcp", "excluded")), ofGateway(lacks(theGateway, "mcp", "allowed")))
	return []switchPlace{
		{at: everywhere("{home}/." + name + "/settings.json"), rules: rules},
		{at: everywhere("." + name + "/settings.json"), project: true, rules: rules},
		{at: machine, rules: rules}, {at: defaults, rules: rules},
		{at: everywhere("{home}/." + name + "/mcp-server-enablement.json"), rules: []switchRule{ofGateway(turned(false, "usher", "enabled"))}},
	}
}

func claudeSwitches() []switchPlace {
	rules := []switchRule{
		turned(true, "disableAllHooks"), turned(true, "allowManagedHooksOnly"),
		{key: []string{"strictPluginOnlyCustomization"}, off: func(n *node) bool { return isBool(n, true) || lists(n, "hooks") }},
		setEnv("env", "CLAUDE_CODE_SIMPLE"), setEnv("env", "CLAUDE_CODE_SAFE_MODE"),
		ofGateway(having(theGateway, "deniedMcpServers")), ofGateway(lacks(theGateway, "allowedMcpServers")),
		ofGateway(having(theGateway, "disabledMcpjsonServers")),
	}
	managed := bySystem("/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.json", `C:\Program Files\ClaudeCode\managed-settings.json`)
	more := bySystem("/etc/claude-code/managed-settings.d", "/Library/Application Support/ClaudeCode/managed-settings.d", `C:\Program Files\ClaudeCode\managed-settings.d`)
	return []switchPlace{
		{at: everywhere("{claude}/settings.json", "{claude}/settings.local.json"), rules: rules}, // the second where it is started in the home folder
		{at: everywhere(".claude/settings.json", ".claude/settings.local.json"), project: true, rules: rules},
		{at: managed, rules: rules}, {at: more, folder: true, rules: rules},
		{at: everywhere("{claude-home}/.claude.json"), rules: []switchRule{ofGateway(having(theGateway, "projects", inFolder, "disabledMcpServers"))}},
	}
}

func lists(n *node, word string) bool {
	return n.is(strictjson.KindArray) && slices.ContainsFunc(n.items, called(func(s string) bool { return s == word }))
}

func codexSwitches() []switchPlace {
	rules := []switchRule{
		turned(false, "features", "hooks"), turned(false, "features", "codex_hooks"), turned(true, "allow_managed_hooks_only"),
		ofGateway(turned(false, "mcp_servers", "usher", "enabled")),
	}
	return []switchPlace{
		{at: everywhere("{codex}/config.toml"), rules: rules},
		{at: everywhere(".codex/config.toml"), project: true, rules: rules},
		{at: places{linux: []string{"/etc/codex/config.toml", "/etc/codex/managed_config.toml", "/etc/codex/requirements.toml"},
			darwin:  []string{"/etc/codex/config.toml", "/etc/codex/managed_config.toml", "/etc/codex/requirements.toml"},
			windows: []string{`C:\ProgramData\OpenAI\Codex\config.toml`, `C:\ProgramData\OpenAI\Codex\requirements.toml`}}, rules: rules},
	}
}

func vscodeSwitches() []switchPlace {
	const folders = "chat.hookFilesLocations"
	rules := []switchRule{
		turned(false, "chat.useHooks"), turned(false, folders, "~/.copilot/hooks"), turned(false, folders, ".github/hooks"),
		ofGateway(worded("none", "chat.mcp.access")), ofGateway(turned(false, "chat.mcp.enabled")),
	}
	return []switchPlace{
		{at: everywhere("{app}/Code/User/settings.json"), rules: rules},
		{at: everywhere(".vscode/settings.json"), project: true, rules: rules},
	}
}
