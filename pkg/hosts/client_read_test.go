package hosts

import (
	"strings"
	"testing"
)

// SPEC G6: what each assistant sends for a call, as it is read: tool, arguments,
// conversation, working directory, and an MCP tool's true names where they are told.
func TestCallsOfAssistants_G6(t *testing.T) {
	for _, c := range []struct{ client, in, spelling, args, session, cwd, server, own string }{
		{"claude", `{"session_id":"s","cwd":"/w","permission_mode":"bypassPermissions","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"u"}`, "Bash", `{"command":"ls"}`, "s", "/w", "", ""},
		{"codex", `{"session_id":"s","transcript_path":null,"cwd":"/w","hook_event_name":"PreToolUse","tool_name":"mcp__a_b__c","tool_input":{"n":9007199254740993}}`, "mcp__a_b__c", `{"n":9007199254740993}`, "s", "/w", "", ""},
		{"gemini", `{"session_id":"s","cwd":"/w","hook_event_name":"BeforeTool","tool_name":"mcp_a_b","tool_input":{},"mcp_context":{"server_name":"a","tool_name":"b"}}`, "mcp_a_b", `{}`, "s", "/w", "a", "b"},
		{"antigravity", `{"toolCall":{"name":"run_command","args":{"CommandLine":"ls","Cwd":"/x"}},"conversationId":"s","workspacePaths":["/w"]}`, "run_command", `{"CommandLine":"ls","Cwd":"/x"}`, "s", "", "", ""},
		{"antigravity", `{"toolCall":{"name":"list"},"conversationId":"s"}`, "list", `{}`, "s", "", "", ""},
		{"cursor", `{"conversation_id":"s","hook_event_name":"beforeShellExecution","command":"ls","cwd":"/w"}`, "Shell", `{"command":"ls","cwd":"/w"}`, "s", "/w", "", ""},
		{"cursor", `{"conversation_id":"s","hook_event_name":"beforeMCPExecution","tool_name":"lookup","tool_input":"{\"q\":1}","command":"npx x"}`, "lookup", `{"q":1}`, "s", "", "", ""},
		{"cursor", `{"conversation_id":"s","hook_event_name":"beforeReadFile","file_path":"/f","content":"x"}`, "Read", `{"file_path":"/f","content":"x"}`, "s", "", "", ""},
		{"cursor", `{"conversation_id":"s","hook_event_name":"preToolUse","tool_name":"Write","tool_input":{"path":"/f"}}`, "Write", `{"path":"/f"}`, "s", "", "", ""},
		{"copilot", `{"sessionId":"s","timestamp":1,"cwd":"/w","toolName":"bash","toolArgs":{"command":"ls"}}`, "bash", `{"command":"ls"}`, "s", "/w", "", ""},
		{"copilot", `{"sessionId":"s","cwd":"/w","toolName":"bash","toolArgs":"{\"command\":\"ls\"}"}`, "bash", `{"command":"ls"}`, "s", "/w", "", ""},
		{"copilot", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/w","tool_name":"Bash","tool_input":{"command":"ls"}}`, "Bash", `{"command":"ls"}`, "s", "/w", "", ""},
		{"vscode", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/w","tool_name":"mcp_a_b","tool_input":null}`, "mcp_a_b", `{}`, "s", "/w", "", ""},
		{"windsurf", `{"agent_action_name":"pre_run_command","trajectory_id":"s","tool_info":{"command_line":"ls","cwd":"/w"}}`, "run_command", `{"command_line":"ls","cwd":"/w"}`, "s", "/w", "", ""},
		{"windsurf", `{"agent_action_name":"pre_mcp_tool_use","trajectory_id":"s","tool_info":{"mcp_server_name":"a","mcp_tool_name":"b","mcp_tool_arguments":{"x":1}}}`, "mcp__a__b", `{"x":1}`, "s", "", "a", "b"},
		{"kiro", `{"hook_event_name":"preToolUse","cwd":"/w","tool_name":"fs_read","tool_input":{"path":"/f"}}`, "fs_read", `{"path":"/f"}`, "", "/w", "", ""},
		{"amazonq", `{"hook_event_name":"preToolUse","cwd":"/w","tool_name":"execute_bash","tool_input":{"command":"ls"}}`, "execute_bash", `{"command":"ls"}`, "", "/w", "", ""},
		{"cline", `{"hookName":"PreToolUse","taskId":"s","workspaceRoots":["/w"],"preToolUse":{"toolName":"read_file","parameters":{"path":"f"}}}`, "read_file", `{"path":"f"}`, "s", "", "", ""},
		{"cline", `{"hookName":"PreToolUse","taskId":"s","preToolUse":{"toolName":"use_mcp_tool","parameters":{"server_name":"a","tool_name":"b","arguments":"{\"x\":1}"}}}`, "mcp__a__b", `{"x":1}`, "s", "", "a", "b"},
		{"qwen", `{"session_id":"s","cwd":"/w","hook_event_name":"PreToolUse","tool_name":"run_shell_command","tool_input":{"command":"ls"}}`, "run_shell_command", `{"command":"ls"}`, "s", "/w", "", ""},
		{"droid", `{"session_id":"s","cwd":"/w","hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":""}`, "Execute", `{}`, "s", "/w", "", ""},
	} {
		client, _ := ParseClient(c.client)
		for _, bom := range []string{"", "\ufeff"} {
			s, err := client.Read(preToolUse, []byte(bom+c.in))
			if err != nil {
				t.Errorf("%s: %v\n%s", c.client, err, c.in)
				continue
			}
			got := [...]string{s.Spelling, string(s.Args), s.ConversationID, s.Cwd, s.Server, s.Own}
			if want := [...]string{c.spelling, c.args, c.session, c.cwd, c.server, c.own}; got != want || s.Mode != Interactive || s.CanAsk || s.Source != "chat" {
				t.Errorf("%s: read %q, want %q", c.client, got, want)
			}
		}
	}
}

// SPEC G6: what is not understood refuses, whoever sends it, and no message repeats an
// argument.
func TestMalformedCallsOfAssistantsRefuse_G6(t *testing.T) {
	const canary = "hunter2canary"
	for name, in := range map[string]string{
		"empty":          ``,
		"null":           `null`,
		"list":           `[]`,
		"text":           `"x"`,
		"two":            `{"tool_name":"a","tool_input":{}}{}`,
		"no tool":        `{"hook_event_name":"PreToolUse","tool_input":{"x":"` + canary + `"}}`,
		"no arguments":   `{"hook_event_name":"PreToolUse","tool_name":"Bash","input":{"x":"` + canary + `"}}`,
		"tool number":    `{"tool_name":7,"tool_input":{}}`,
		"args list":      `{"tool_name":"Bash","tool_input":["` + canary + `"]}`,
		"args text":      `{"tool_name":"Bash","tool_input":"` + canary + `"}`,
		"args two texts": `{"tool_name":"Bash","tool_input":"{}{}"}`,
		"args twice":     `{"tool_name":"Bash","tool_input":{"a":1},"tool_input":{"a":"` + canary + `"}}`,
		"args twice in":  `{"tool_name":"Bash","tool_input":"{\"a\":1,\"a\":2}"}`,
		"case":           `{"tool_name":"Bash","Tool_Name":"Read","tool_input":{}}`,
		"case of args":   `{"tool_name":"Bash","tool_input":{},"TOOL_INPUT":{}}`,
		"other event":    `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{}}`,
		"odd event":      `{"hook_event_name":"pretooluse","tool_name":"Bash","tool_input":{}}`,
		"event number":   `{"hook_event_name":1,"tool_name":"Bash","tool_input":{}}`,
		"bad utf8":       "{\"tool_name\":\"Ba\xff\",\"tool_input\":{}}",
		"surrogate":      `{"tool_name":"Bash","tool_input":{"a":"\ud800"}}`,
		"utf16":          "\xff\xfe{\x00}\x00",
		"deep":           `{"tool_name":"Bash","tool_input":` + strings.Repeat(`{"a":`, 90) + "1" + strings.Repeat("}", 90) + `}`,
		"cwd number":     `{"tool_name":"Bash","tool_input":{},"cwd":1}`,
		"two tools":      `{"toolName":"bash","tool_name":"view","tool_input":{}}`,
		"half mcp":       `{"tool_name":"mcp_a_b","tool_input":{},"mcp_context":{"server_name":"a"}}`,
		"planner":        `{"toolCall":null,"hookName":1}`,
	} {
		for _, c := range everyClient(t) {
			if name == "two tools" && c.Name() != "copilot" || name == "half mcp" && c.Name() != "gemini" {
				continue
			}
			_, err := c.Read(preToolUse, []byte(in))
			if err == nil {
				t.Errorf("%s: %s is taken", c.Name(), name)
			} else if strings.Contains(err.Error(), canary) {
				t.Errorf("%s: %v", c.Name(), err)
			}
		}
	}
	if _, err := (Client{}).Read(preToolUse, []byte(`{"tool_name":"a","tool_input":{}}`)); err == nil {
		t.Error("an unknown assistant is read")
	}
}

// SPEC G6, H10: events that are no call; a step that planned and called nothing; what
// else the assistant sent reaches the hooks, and the arguments do not reach them twice.
func TestEventsOfAssistants_H10(t *testing.T) {
	ag, _ := ParseClient("antigravity")
	if s, err := ag.Read(postToolUse, []byte(`{"toolCall":null,"conversationId":"c"}`)); err != nil || !s.Nothing {
		t.Errorf("a planner step: %+v, %v", s, err)
	}
	for client, in := range map[string]string{
		"claude": `{"hook_event_name":"UserPromptSubmit","prompt":"hi"}`, "gemini": `{"hook_event_name":"BeforeAgent","prompt":"hi"}`,
		"cursor": `{"hook_event_name":"beforeSubmitPrompt","prompt":"hi"}`, "cline": `{"hookName":"UserPromptSubmit","userPromptSubmit":{"prompt":"hi"}}`,
		"windsurf": `{"agent_action_name":"pre_user_prompt","tool_info":{"user_prompt":"hi"}}`, "copilot": `{"sessionId":"s","prompt":"hi"}`,
	} {
		c, _ := ParseClient(client)
		if s, err := c.Read(userPromptSubmit, []byte(in)); err != nil || s.Message == nil || *s.Message != "hi" {
			t.Errorf("%s: %+v, %v", client, s, err)
		}
		if _, err := c.Read(userPromptSubmit, []byte(`{"sessionId":"s"}`)); err == nil {
			t.Errorf("%s: no message is taken for one", client)
		}
	}
	c, _ := ParseClient("gemini")
	s, err := c.Read(postToolUse, []byte(`{"session_id":"s","hook_event_name":"AfterTool","tool_name":"x","tool_input":{},"tool_response":{"isError":true},"timestamp":"t"}`))
	if err != nil || s.Result == nil || s.Result.OK || s.Result.Text != `{"isError":true}` {
		t.Fatalf("%+v, %v", s, err)
	}
	var keys []string
	for _, f := range s.Host {
		keys = append(keys, f.Key)
	}
	if got := strings.Join(keys, " "); got != "session_id tool_name tool_response timestamp" {
		t.Errorf("handed on: %s", got)
	}
}
