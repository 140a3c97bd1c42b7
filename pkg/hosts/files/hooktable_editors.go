package files

func editorHosts() []HookHost {
	closed := pair("failClosed", newBool(true))
	return []HookHost{
		{Name: "antigravity", Client: Antigravity, Events: []HookEvent{
			{Word: "PreToolUse", Fires: firesPre, matcher: ".*", closed: true}, {Word: "PostToolUse", Fires: firesPost, matcher: ".*"},
			{Word: "Stop", Fires: firesEnd, loose: true}},
			style: hookStyle{root: []string{"usher"}, enabled: true, typed: true, keys: []string{"command"}, shell: shellCmd},
			user:  []hookPlace{{path: "{home}/.gemini/config/hooks.json"}}, project: []hookPlace{{path: ".agents/hooks.json"}}},
		{Name: "cursor", Client: Cursor, Events: []HookEvent{
			{Word: "preToolUse", Fires: firesPre, closed: true}, {Word: "beforeShellExecution", Fires: firesPre, closed: true},
			{Word: "beforeMCPExecution", Fires: firesPre, closed: true}, {Word: "beforeReadFile", Fires: firesPre, closed: true},
			{Word: "postToolUse", Fires: firesPost}, {Word: "beforeSubmitPrompt", Fires: firesPrompt, closed: true},
			{Word: "stop", Fires: firesStop}, {Word: "stop", Fires: firesEnd}, {Word: "sessionStart", Fires: firesStart}},
			style: hookStyle{root: hooksKey(), flat: true, version: true, keys: []string{"command"}, shell: shellPower, timeout: "timeout", unit: 1, seconds: 60, closed: &closed},
			user:  []hookPlace{{path: "{home}/.cursor/hooks.json"}}, project: []hookPlace{{path: ".cursor/hooks.json"}}},
		{Name: "vscode", Client: VSCode, Events: append(claudeEvents(""), HookEvent{Word: "SubagentStop", Fires: firesStop}),
			style: hookStyle{root: hooksKey(), flat: true, typed: true, keys: []string{"command"}, shell: shellPower, timeout: "timeout", unit: 1, seconds: 30},
			user:  []hookPlace{{path: "{copilot}/hooks/usher-vscode.json", own: true}}, project: []hookPlace{{path: ".github/hooks/usher-vscode.json", own: true}},
			Notes: []string{`VS Code may have to be told of the folder: "chat.hookFilesLocations": {"~/.copilot/hooks": true}`,
				"the Copilot CLI reads the same folder, and runs these hooks too"}},
		{Name: "windsurf", Client: Windsurf, Events: []HookEvent{
			{Word: "pre_run_command", Fires: firesPre, closed: true}, {Word: "pre_mcp_tool_use", Fires: firesPre, closed: true},
			{Word: "pre_read_code", Fires: firesPre, closed: true}, {Word: "pre_write_code", Fires: firesPre, closed: true},
			{Word: "post_run_command", Fires: firesPost}, {Word: "post_mcp_tool_use", Fires: firesPost},
			{Word: "post_read_code", Fires: firesPost}, {Word: "post_write_code", Fires: firesPost},
			{Word: "pre_user_prompt", Fires: firesPrompt, closed: true}, {Word: "post_cascade_response", Fires: firesEnd}},
			style: hookStyle{root: hooksKey(), flat: true, keys: []string{"command"}, shell: shellPower},
			user:  []hookPlace{{path: "{home}/.codeium/windsurf/hooks.json"}}, project: []hookPlace{{path: ".windsurf/hooks.json"}}},
		{Name: "cline", Client: Cline, Events: []HookEvent{
			{Word: "PreToolUse", Fires: firesPre, closed: true}, {Word: "PostToolUse", Fires: firesPost}, {Word: "UserPromptSubmit", Fires: firesPrompt, closed: true},
			{Word: "TaskComplete", Fires: firesEnd}, {Word: "TaskStart", Fires: firesStart}, {Word: "TaskResume", Fires: firesStart}},
			style: hookStyle{script: true},
			user:  scripts("{home}/Documents/Cline/Hooks/"), project: scripts(".clinerules/hooks/"),
			Notes: []string{"hooks have to be enabled in Cline's settings, and it has none on Windows"}},
		{Name: "opencode", Client: OpenCode, Events: []HookEvent{{Word: "PreToolUse", Fires: firesPre, closed: true}},
			style: hookStyle{plugin: true},
			user:  []hookPlace{{path: "{xdg}/opencode/plugin/usher.js"}}, project: []hookPlace{{path: ".opencode/plugin/usher.js"}}},
	}
}

// scripts are Cline's files, one an event.
func scripts(folder string) []hookPlace {
	var out []hookPlace
	for _, event := range [...]string{"PreToolUse", "PostToolUse", "UserPromptSubmit", "TaskComplete", "TaskStart", "TaskResume"} {
		out = append(out, hookPlace{path: folder + event, own: true, event: event})
	}
	return out
}

// agentHosts keep hooks in the file of an agent, which has no fixed name.
func agentHosts() []HookHost {
	events := []HookEvent{
		{Word: "preToolUse", Fires: firesPre, matcher: "*", closed: true}, {Word: "postToolUse", Fires: firesPost, matcher: "*"},
		{Word: "userPromptSubmit", Fires: firesPrompt, closed: true}, {Word: "stop", Fires: firesEnd}, {Word: "agentSpawn", Fires: firesStart},
	}
	style := hookStyle{root: hooksKey(), flat: true, keys: []string{"command"}, shell: shellCmd, timeout: "timeout_ms", unit: 1000, seconds: 30}
	return []HookHost{
		{Name: "kiro", Client: Kiro, Events: events, style: style,
			Notes: []string{"Kiro keeps hooks in the file of an agent, such as ~/.kiro/agents/NAME.json: that file has to be named"}},
		{Name: "amazonq", Client: AmazonQ, Events: events, style: style,
			Notes: []string{"Amazon Q keeps hooks in the file of an agent, such as ~/.aws/amazonq/cli-agents/NAME.json: that file has to be named"}},
	}
}

// familyHosts took Claude Code's hooks over. Where their file is not known, a person
// names it.
func familyHosts() []HookHost {
	style := hookStyle{root: hooksKey(), typed: true, keys: []string{"command"}, shell: shellCmd}
	out := []HookHost{
		{Name: "droid", Client: Factory, Events: claudeEvents("*"), style: style,
			user:    []hookPlace{{path: "{home}/.factory/hooks.json", existing: true, top: true}, {path: "{home}/.factory/settings.json"}},
			project: []hookPlace{{path: ".factory/hooks.json", existing: true, top: true}, {path: ".factory/settings.json"}}},
		{Name: "augment", Events: claudeEvents(".*"), style: style,
			user: []hookPlace{{path: "{home}/.augment/settings.json"}}, project: []hookPlace{{path: ".augment/settings.local.json"}}},
	}
	for _, row := range [...]struct {
		name   string
		client Client
	}{{"claude-shape", ""}, {"crush", Crush}, {"deepagents", ""}, {"devin", Devin}, {"goose", Goose}, {"grok", ""}, {"junie", ""}, {"kimi", Kimi}} {
		out = append(out, HookHost{Name: row.name, Client: row.client, Events: claudeEvents("*"), style: style,
			Notes: []string{"in which file it keeps its hooks is not known: that file has to be named, and must be written as Claude Code's"}})
	}
	return out
}
