package hosts

import "time"

// What assistants read. Nothing here approves: the safe answer is none at all, and
// the assistant's own permission flow goes on (TestNoAnswerApproves_G6).
const (
	nested     = `{"hookSpecificOutput":{"hookEventName":"$E","permissionDecision":"deny","permissionDecisionReason":$R}}`
	nestedAsk  = `{"hookSpecificOutput":{"hookEventName":"$E","permissionDecision":"ask","permissionDecisionReason":$R}}`
	nestedMore = `{"hookSpecificOutput":{"hookEventName":"$E","additionalContext":$R}}`
	flat       = `{"permissionDecision":"deny","permissionDecisionReason":$R}`
	flatAsk    = `{"permissionDecision":"ask","permissionDecisionReason":$R}`
	denied     = `{"decision":"deny","reason":$R}`
	blocked    = `{"decision":"block","reason":$R}`
	permission = `{"permission":"deny","user_message":$R,"agent_message":$R}`
	cancelled  = `{"cancel":true,"errorMessage":$R}`

	// everywhere is a refusal that each of them reads as one: with exit 2 and the
	// reason on stderr, measured where it could be.
	everywhere = `{"decision":"deny","reason":$R,"permissionDecision":"deny","permissionDecisionReason":$R,` +
		`"permission":"deny","user_message":$R,"agent_message":$R,"cancel":true,"errorMessage":$R}`

	empty = `{}`
	goOn  = `{"cancel":false}`
)

// protocols is the table of assistants. What was measured on the real program has
// its reason in docs/hosts.md.
var protocols = [...]protocol{
	{
		name: "claude", deadline: 590 * time.Second, project: []string{"CLAUDE_PROJECT_DIR"}, keep: "_-",
		event: []string{"hook_event_name"}, session: []string{"session_id"}, cwd: []string{"cwd"},
		tool: []string{"tool_name"}, args: []string{"tool_input"}, message: []string{"prompt"}, result: []string{"tool_response"},
		forms: []form{{"mcp__", "__"}},
		rows: []row{
			{event: preToolUse, words: []string{"PreToolUse"}, deny: nested, ask: nestedAsk, exit: 2},
			{event: postToolUse, words: []string{"PostToolUse"}, more: nestedMore},
			{event: userPromptSubmit, words: []string{"UserPromptSubmit"}, deny: blocked, more: nestedMore, exit: 2},
			{event: stopEvent, words: []string{"Stop", "SubagentStop"}, deny: blocked, exit: 2},
			{event: turnEnd, words: []string{"Stop", "StopFailure"}},
			{event: sessionStart, words: []string{"SessionStart"}},
		},
	},
	{
		name: "codex", deadline: 55 * time.Second, keep: "_",
		event: []string{"hook_event_name"}, session: []string{"session_id"}, cwd: []string{"cwd"},
		tool: []string{"tool_name"}, args: []string{"tool_input"}, message: []string{"prompt"}, result: []string{"tool_response"},
		forms: []form{{"mcp__", "__"}},
		rows: []row{
			{event: preToolUse, words: []string{"PreToolUse"}, deny: nested, exit: 2},
			{event: postToolUse, words: []string{"PostToolUse"}, more: nestedMore},
			{event: userPromptSubmit, words: []string{"UserPromptSubmit"}, deny: blocked, more: nestedMore, exit: 2},
			{event: stopEvent, words: []string{"Stop"}, deny: blocked, exit: 2},
			{event: turnEnd, words: []string{"Stop"}},
			{event: sessionStart, words: []string{"SessionStart"}},
		},
	},
	{
		name: "gemini", deadline: 55 * time.Second, project: []string{"GEMINI_PROJECT_DIR"}, keep: "_-.:",
		event: []string{"hook_event_name"}, session: []string{"session_id"}, cwd: []string{"cwd"},
		tool: []string{"tool_name"}, args: []string{"tool_input"}, message: []string{"prompt"}, result: []string{"tool_response"},
		server: "mcp_context.server_name", own: "mcp_context.tool_name",
		forms: []form{{"mcp_", "_"}},
		rows: []row{
			{event: preToolUse, words: []string{"BeforeTool"}, deny: denied, exit: 2},
			{event: postToolUse, words: []string{"AfterTool"}, more: nestedMore},
			{event: userPromptSubmit, words: []string{"BeforeAgent"}, deny: denied, more: nestedMore, exit: 2},
			{event: stopEvent, words: []string{"AfterAgent"}, deny: denied, exit: 2},
			{event: turnEnd, words: []string{"AfterAgent"}},
			{event: sessionStart, words: []string{"SessionStart"}},
		},
	},
	{
		name: "antigravity", mayLack: true,
		event: []string{"hookEventName", "hook_event_name"}, session: []string{"conversationId"}, roots: []string{"workspacePaths"},
		tool: []string{"toolCall.name"}, args: []string{"toolCall.args"},
		forms: []form{{"mcp__", "__"}, {"mcp_", "_"}, {"", "__"}, {"", "/"}, {"", "_"}},
		rows: []row{
			{event: preToolUse, words: []string{"PreToolUse"}, deny: denied, none: empty},
			{event: postToolUse, words: []string{"PostToolUse"}, none: empty},
			{event: turnEnd, words: []string{"Stop"}, none: empty},
		},
	},
	{
		name: "cursor", project: []string{"CURSOR_PROJECT_DIR"},
		event: []string{"hook_event_name"}, session: []string{"conversation_id"}, cwd: []string{"cwd"}, roots: []string{"workspace_roots"},
		tool: []string{"tool_name"}, args: []string{"tool_input"}, message: []string{"prompt"},
		result: []string{"tool_output", "result_json", "output"},
		forms:  []form{{"mcp__", "__"}, {"mcp_", "_"}},
		kinds: []kind{
			{word: "beforeShellExecution", tool: "Shell", members: []string{"command", "cwd"}},
			{word: "afterShellExecution", tool: "Shell", members: []string{"command"}},
			{word: "beforeReadFile", tool: "Read", members: []string{"file_path", "content", "attachments"}},
		},
		rows: []row{
			{
				event: preToolUse, words: []string{"preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile"},
				deny: permission, none: empty, exit: 2,
			},
			{event: postToolUse, words: []string{"postToolUse", "afterMCPExecution", "afterShellExecution"}, none: empty},
			{event: userPromptSubmit, words: []string{"beforeSubmitPrompt"}, deny: `{"continue":false,"user_message":$R}`, none: empty, exit: 2},
			{event: stopEvent, words: []string{"stop"}, deny: `{"followup_message":$R}`, none: empty},
			{event: turnEnd, words: []string{"stop"}, none: empty},
			{event: sessionStart, words: []string{"sessionStart"}, none: empty},
		},
	},
	{
		name: "copilot", project: []string{"COPILOT_PROJECT_DIR"}, keep: "_-",
		event: []string{"hook_event_name"}, session: []string{"sessionId", "session_id"}, cwd: []string{"cwd"},
		tool: []string{"toolName", "tool_name"}, args: []string{"toolArgs", "tool_input"}, message: []string{"prompt"},
		result: []string{"toolResult", "tool_result", "tool_response"},
		forms:  []form{{"", "-"}},
		rows: []row{
			{event: preToolUse, words: []string{"preToolUse", "PreToolUse"}, deny: flat, ask: flatAsk, exit: 2},
			{event: postToolUse, words: []string{"postToolUse", "PostToolUse"}},
			{event: userPromptSubmit, words: []string{"userPromptSubmitted", "userPromptSubmit", "UserPromptSubmit"}, deny: blocked, exit: 2},
			{event: stopEvent, words: []string{"agentStop", "Stop"}, deny: blocked},
			{event: turnEnd, words: []string{"agentStop", "Stop"}},
			{event: sessionStart, words: []string{"sessionStart", "SessionStart"}},
		},
	},
	{
		name: "vscode", keep: "_-",
		event: []string{"hook_event_name", "hookEventName"}, session: []string{"session_id", "sessionId"}, cwd: []string{"cwd"},
		tool: []string{"tool_name"}, args: []string{"tool_input"}, message: []string{"prompt"}, result: []string{"tool_response"},
		forms: []form{{"mcp__", "__"}, {"mcp_", "_"}},
		rows: []row{
			{event: preToolUse, words: []string{"PreToolUse"}, deny: nested, exit: 2},
			{event: postToolUse, words: []string{"PostToolUse"}, more: nestedMore},
			{event: userPromptSubmit, words: []string{"UserPromptSubmit"}, deny: blocked, more: nestedMore, exit: 2},
			{event: stopEvent, words: []string{"Stop", "SubagentStop"}, deny: blocked, exit: 2},
			{event: turnEnd, words: []string{"Stop"}},
			{event: sessionStart, words: []string{"SessionStart"}},
		},
	},
	{
		name:  "windsurf",
		event: []string{"agent_action_name"}, session: []string{"trajectory_id"}, cwd: []string{"tool_info.cwd"},
		message: []string{"tool_info.user_prompt"}, result: []string{"tool_info.mcp_result"},
		kinds: []kind{
			{word: "pre_run_command", tool: "run_command", args: "tool_info"},
			{word: "post_run_command", tool: "run_command", args: "tool_info"},
			{word: "pre_read_code", tool: "read_code", args: "tool_info"},
			{word: "post_read_code", tool: "read_code", args: "tool_info"},
			{word: "pre_write_code", tool: "write_code", args: "tool_info"},
			{word: "post_write_code", tool: "write_code", args: "tool_info"},
			{
				word: "pre_mcp_tool_use", tool: "mcp_tool_use", args: "tool_info.mcp_tool_arguments",
				server: "tool_info.mcp_server_name", own: "tool_info.mcp_tool_name",
			},
			{
				word: "post_mcp_tool_use", tool: "mcp_tool_use", args: "tool_info.mcp_tool_arguments",
				server: "tool_info.mcp_server_name", own: "tool_info.mcp_tool_name",
			},
		},
		rows: []row{
			{event: preToolUse, words: []string{"pre_run_command", "pre_mcp_tool_use", "pre_read_code", "pre_write_code"}, exit: 2},
			{event: postToolUse, words: []string{"post_run_command", "post_mcp_tool_use", "post_read_code", "post_write_code"}},
			{event: userPromptSubmit, words: []string{"pre_user_prompt"}, exit: 2},
			{event: turnEnd, words: []string{"post_cascade_response"}},
		},
	},
	{
		name:  "kiro",
		event: []string{"hook_event_name"}, session: []string{"session_id"}, cwd: []string{"cwd"},
		tool: []string{"tool_name"}, args: []string{"tool_input"}, message: []string{"prompt"}, result: []string{"tool_response"},
		forms: []form{{"@", "/"}, {"", "___"}, {"mcp__", "__"}, {"mcp_", "_"}},
		rows: []row{
			{event: preToolUse, words: []string{"PreToolUse", "preToolUse"}, exit: 2},
			{event: postToolUse, words: []string{"PostToolUse", "postToolUse"}},
			{event: userPromptSubmit, words: []string{"UserPromptSubmit", "userPromptSubmit"}, more: "$T", exit: 2},
			{event: turnEnd, words: []string{"Stop", "stop"}},
			{event: sessionStart, words: []string{"SessionStart", "agentSpawn", "AgentSpawn"}},
		},
	},
	{
		name:  "amazonq",
		event: []string{"hook_event_name"}, session: []string{"session_id"}, cwd: []string{"cwd"},
		tool: []string{"tool_name"}, args: []string{"tool_input"}, message: []string{"prompt"}, result: []string{"tool_response"},
		forms: []form{{"@", "/"}, {"", "___"}},
		rows: []row{
			{event: preToolUse, words: []string{"preToolUse"}, exit: 2},
			{event: postToolUse, words: []string{"postToolUse"}},
			{event: userPromptSubmit, words: []string{"userPromptSubmit"}, more: "$T", exit: 2},
			{event: turnEnd, words: []string{"stop"}},
			{event: sessionStart, words: []string{"agentSpawn"}},
		},
	},
	{
		name:  "cline",
		event: []string{"hookName"}, session: []string{"taskId"}, roots: []string{"workspaceRoots"},
		tool: []string{"preToolUse.toolName", "postToolUse.toolName"}, args: []string{"preToolUse.parameters", "postToolUse.parameters"},
		message: []string{"userPromptSubmit.prompt"}, result: []string{"postToolUse.result"},
		kinds: []kind{
			{
				word: "PreToolUse", only: "use_mcp_tool", tool: "use_mcp_tool", args: "preToolUse.parameters.arguments",
				server: "preToolUse.parameters.server_name", own: "preToolUse.parameters.tool_name",
			},
			{
				word: "PostToolUse", only: "use_mcp_tool", tool: "use_mcp_tool", args: "postToolUse.parameters.arguments",
				server: "postToolUse.parameters.server_name", own: "postToolUse.parameters.tool_name",
			},
		},
		rows: []row{
			{event: preToolUse, words: []string{"PreToolUse"}, deny: cancelled, none: goOn},
			{event: postToolUse, words: []string{"PostToolUse"}, none: goOn, more: `{"cancel":false,"contextModification":$R}`},
			{event: userPromptSubmit, words: []string{"UserPromptSubmit"}, deny: cancelled, none: goOn, more: `{"cancel":false,"contextModification":$R}`},
			{event: turnEnd, words: []string{"TaskComplete"}, none: goOn},
			{event: sessionStart, words: []string{"TaskStart", "TaskResume"}, none: goOn},
		},
	},
	{
		name: "qwen", deadline: 50 * time.Second, project: []string{"QWEN_PROJECT_DIR"}, keep: "_-",
		event: []string{"hook_event_name"}, session: []string{"session_id"}, cwd: []string{"cwd"},
		tool: []string{"tool_name"}, args: []string{"tool_input"}, message: []string{"prompt"}, result: []string{"tool_response"},
		forms: []form{{"mcp__", "__"}},
		rows: []row{
			{event: preToolUse, words: []string{"PreToolUse"}, deny: nested, exit: 2},
			{event: postToolUse, words: []string{"PostToolUse"}, more: nestedMore},
			{event: userPromptSubmit, words: []string{"UserPromptSubmit"}, deny: blocked, more: nestedMore, exit: 2},
			{event: stopEvent, words: []string{"Stop"}, deny: blocked, exit: 2},
			{event: turnEnd, words: []string{"Stop"}},
			{event: sessionStart, words: []string{"SessionStart"}},
		},
	},
	{
		name:  "opencode",
		event: []string{"hook_event_name"}, session: []string{"session_id"}, cwd: []string{"cwd"},
		tool: []string{"tool_name"}, args: []string{"tool_input"},
		forms: []form{{"", "_"}, {"mcp__", "__"}}, // the plugin names the gateway's tools so
		rows:  []row{{event: preToolUse, words: []string{"PreToolUse"}, none: empty, exit: 2}},
	},
	{
		name:    sharedShape,
		project: []string{"CLAUDE_PROJECT_DIR"},
		event:   []string{"hook_event_name"}, session: []string{"session_id"}, cwd: []string{"cwd"},
		tool: []string{"tool_name"}, args: []string{"tool_input"}, message: []string{"prompt"}, result: []string{"tool_response"},
		forms: []form{{"mcp__", "__"}, {"mcp_", "_"}},
		rows: []row{
			{event: preToolUse, words: []string{"PreToolUse"}, deny: nested, exit: 2},
			{event: postToolUse, words: []string{"PostToolUse"}, more: nestedMore},
			{event: userPromptSubmit, words: []string{"UserPromptSubmit"}, deny: blocked, more: nestedMore, exit: 2},
			{event: stopEvent, words: []string{"Stop", "SubagentStop"}, deny: blocked, exit: 2},
			{event: turnEnd, words: []string{"Stop"}},
			{event: sessionStart, words: []string{"SessionStart"}},
		},
	},
}

// sharedShape is the protocol of the assistants that took Claude Code's.
const sharedShape = "claude-shape"

var family = [...]string{"augment", "crush", "deepagents", "devin", "droid", "goose", "grok", "junie", "kimi"}
