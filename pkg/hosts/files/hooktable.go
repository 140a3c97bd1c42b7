package files

// usher's events.
const (
	firesPre    = "PreToolUse"
	firesPost   = "PostToolUse"
	firesPrompt = "UserPromptSubmit"
	firesStop   = "Stop"
	firesEnd    = "TurnEnd"
	firesStart  = "SessionStart"
)

// HookHosts are the assistants whose hooks are known. Those that were tried with the
// real program come first; docs/hosts.md says what was seen.
func HookHosts() []HookHost {
	return append(append(append(triedHosts(), editorHosts()...), agentHosts()...), familyHosts()...)
}

// claudeEvents are the words that most took from Claude Code; every is their pattern
// for all tools.
func claudeEvents(every string) []HookEvent {
	return []HookEvent{
		{Word: "PreToolUse", Fires: firesPre, matcher: every, closed: true},
		{Word: "PostToolUse", Fires: firesPost, matcher: every},
		{Word: "UserPromptSubmit", Fires: firesPrompt, closed: true},
		{Word: "Stop", Fires: firesStop}, {Word: "Stop", Fires: firesEnd},
		{Word: "SessionStart", Fires: firesStart},
	}
}

func hooksKey() []string { return []string{"hooks"} }

func triedHosts() []HookHost {
	block := pair("onFailure", newText("block"))
	return []HookHost{
		{Name: "claude", Client: ClaudeCode,
			Events: append(claudeEvents("*"), HookEvent{Word: "SubagentStop", Fires: firesStop}, HookEvent{Word: "StopFailure", Fires: firesEnd}),
			style:  hookStyle{root: hooksKey(), typed: true, keys: []string{"command"}, shell: shellNone, timeout: "timeout", unit: 1, seconds: 600, closed: &block},
			user:   []hookPlace{{path: "{claude}/settings.json"}}, project: []hookPlace{{path: ".claude/settings.local.json"}},
			Notes: []string{"a Claude Code before 2.1.295 runs the tool where usher itself cannot be started"}},
		{Name: "codex", Client: Codex, Events: claudeEvents(".*"), Silent: true,
			style: hookStyle{root: hooksKey(), typed: true, keys: []string{"command"}, shell: shellCmd, timeout: "timeout", unit: 1, seconds: 60},
			user:  []hookPlace{{path: "{codex}/hooks.json"}}, project: []hookPlace{{path: ".codex/hooks.json"}},
			Notes: []string{"Codex skips a hook in silence until you trust it: start codex and type /hooks"}},
		{Name: "gemini", Client: Gemini, Events: []HookEvent{
			{Word: "BeforeTool", Fires: firesPre, matcher: ".*", closed: true}, {Word: "AfterTool", Fires: firesPost, matcher: ".*"},
			{Word: "BeforeAgent", Fires: firesPrompt, closed: true},
			{Word: "AfterAgent", Fires: firesStop}, {Word: "AfterAgent", Fires: firesEnd}, {Word: "SessionStart", Fires: firesStart}},
			style: hookStyle{root: hooksKey(), typed: true, named: true, expands: true, keys: []string{"command"}, shell: shellPower, timeout: "timeout", unit: 1000, seconds: 60},
			user:  []hookPlace{{path: "{home}/.gemini/settings.json"}}, project: []hookPlace{{path: ".gemini/settings.json"}},
			Notes: []string{"as an editor's agent (gemini --acp) it runs no hook at all"}},
		{Name: "copilot", Client: Copilot, Events: []HookEvent{
			{Word: "preToolUse", Fires: firesPre, closed: true}, {Word: "postToolUse", Fires: firesPost}, {Word: "userPromptSubmitted", Fires: firesPrompt, closed: true},
			{Word: "agentStop", Fires: firesStop}, {Word: "agentStop", Fires: firesEnd}, {Word: "sessionStart", Fires: firesStart}},
			style: hookStyle{root: hooksKey(), flat: true, version: true, typed: true, keys: []string{"bash", "powershell"}, shell: shellPower, timeout: "timeoutSec", unit: 1, seconds: 30},
			user:  []hookPlace{{path: "{copilot}/hooks/usher.json", own: true}}, project: []hookPlace{{path: ".github/hooks/usher.json", own: true}}},
		{Name: "qwen", Client: Qwen, Events: claudeEvents("*"),
			style: hookStyle{root: hooksKey(), typed: true, named: true, expands: true, keys: []string{"command"}, shell: shellPower, timeout: "timeout", unit: 1000, seconds: 60},
			user:  []hookPlace{{path: "{home}/.qwen/settings.json"}}, project: []hookPlace{{path: ".qwen/settings.json"}}},
	}
}
