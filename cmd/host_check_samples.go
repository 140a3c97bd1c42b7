package cmd

import "fmt"

// usher's words for the two events that a hook can refuse in every assistant.
const (
	preToolUseWord = "PreToolUse"
	promptWord     = "UserPromptSubmit"
)

// harmlessTool is the tool of the harmless call of "usher host check".
const harmlessTool = "usher_check"

// hostSample is what an assistant sends before a call of harmlessTool, at the event that
// it calls word.
func hostSample(name, word string) string {
	switch name {
	case "copilot":
		return fmt.Sprintf(`{"sessionId":"usher-check","timestamp":0,"cwd":"","toolName":%q,"toolArgs":{}}`, harmlessTool)
	case "antigravity":
		return fmt.Sprintf(`{"conversationId":"usher-check","workspacePaths":[],"toolCall":{"name":%q,"args":{}}}`, harmlessTool)
	case "windsurf":
		own := ""
		if word == "pre_mcp_tool_use" {
			own = fmt.Sprintf(`"mcp_server_name":"usher-check","mcp_tool_name":%q,"mcp_tool_arguments":{}`, harmlessTool)
		}
		return fmt.Sprintf(`{"trajectory_id":"usher-check","agent_action_name":%q,"tool_info":{%s}}`, word, own)
	case "cline":
		return fmt.Sprintf(`{"hookName":%q,"taskId":"usher-check","preToolUse":{"toolName":%q,"parameters":{}}}`, word, harmlessTool)
	case "cursor":
		return cursorSample(word)
	}
	return fmt.Sprintf(`{"session_id":"usher-check","hook_event_name":%q,"tool_name":%q,"tool_input":{}}`, word, harmlessTool)
}

func cursorSample(word string) string {
	own := fmt.Sprintf(`"tool_name":%q,"tool_input":{}`, harmlessTool)
	switch word {
	case "beforeShellExecution":
		own = `"command":"true"`
	case "beforeReadFile":
		own = `"file_path":"/dev/null","content":""`
	case "beforeMCPExecution":
		own = fmt.Sprintf(`"tool_name":%q,"tool_input":"{}"`, harmlessTool)
	}
	return fmt.Sprintf(`{"conversation_id":"usher-check","hook_event_name":%q,"workspace_roots":[],%s}`, word, own)
}

// hostGaps are what an assistant cannot be made to guard; docs/hosts.md has the same.
func hostGaps(name string) []string {
	const timeout = "a hook past the assistant's time-out: the tool runs"
	const killed = "a killed usher, or one that is missing: the tool runs"
	switch name {
	case "claude":
		return []string{timeout + "; with onFailure, which is written, a killed or missing usher blocks (2.1.295 or later)"}
	case "codex":
		return []string{
			"write_stdin: what is typed into a shell that runs already passes no hook; nor does its web search",
			timeout, killed,
		}
	case "gemini":
		return []string{"Gemini CLI as an editor's agent (gemini --acp) runs no hook", "Gemini CLI runs no hook in a folder that it does not trust", timeout, killed}
	case "copilot":
		return []string{timeout}
	case "qwen":
		return []string{timeout, killed}
	case "cursor":
		return []string{"it does not say whose an MCP tool is: every server of yours with a tool of that name counts"}
	case "antigravity", "vscode", "windsurf", "kiro", "amazonq", "cline":
		return []string{"what it does with a hook that crashes or takes too long was not tried"}
	}
	return nil
}
