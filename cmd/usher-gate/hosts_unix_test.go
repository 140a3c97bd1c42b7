//go:build unix

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/hosts"
)

// hostCalls is one call of a tool of its own as each assistant writes it.
func hostCalls() map[string]string {
	claude := `{"session_id":"s1","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`
	return map[string]string{
		"claude": claude, "codex": claude, "vscode": claude, "qwen": claude, "claude-shape": claude, "kiro": claude, "opencode": claude,
		"gemini":      `{"session_id":"s1","cwd":"/","hook_event_name":"BeforeTool","tool_name":"Bash","tool_input":{"command":"ls"}}`,
		"antigravity": `{"conversationId":"s1","workspacePaths":["/"],"toolCall":{"name":"Bash","args":{"command":"ls"}}}`,
		"cursor":      `{"conversation_id":"s1","workspace_roots":["/"],"hook_event_name":"preToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`,
		"copilot":     `{"sessionId":"s1","timestamp":1,"cwd":"/","toolName":"Bash","toolArgs":{"command":"ls"}}`,
		"windsurf":    `{"trajectory_id":"s1","agent_action_name":"pre_run_command","tool_info":{"command_line":"ls","cwd":"/"}}`,
		"amazonq":     `{"hook_event_name":"preToolUse","cwd":"/","tool_name":"Bash","tool_input":{"command":"ls"}}`,
		"cline":       `{"hookName":"PreToolUse","taskId":"s1","workspaceRoots":["/"],"preToolUse":{"toolName":"Bash","parameters":{"command":"ls"}}}`,
	}
}

// ending is one way for a call to end: what the one hook does, "" for none, and what
// is wrong with the rest.
type ending struct {
	name, hook string
	args       []string
	stdin      string
}

func endings() []ending {
	return []ending{
		{name: "no hook"},
		{name: "no opinion", hook: "echo '{\"decision\":\"allow\"}'"},
		{name: "ask", hook: "echo really? >&2; exit 3"},
		{name: "deny", hook: "echo not today >&2; exit 2"},
		{name: "deny quietly", hook: "exit 2", args: []string{"-q"}},
		{name: "crash", hook: "kill -9 $$"},
		{name: "deadline", hook: "exec sleep 60", args: []string{"--deadline", "700ms"}},
		{name: "bad input", stdin: "{"},
		{name: "bad flag", args: []string{"--no-such-flag"}},
		{name: "help", args: []string{"--help"}},
		{name: "native flag", args: []string{"--tool", "x"}},
	}
}

var updateGolden = flag.Bool("update", false, "write the golden files anew; read them before they are kept")

// G6: what the built program answers each assistant for each ending, byte for byte.
// That none approves is TestNoAnswerApproves_G6; this is that a change is seen.
func TestAnswersToAssistants_G6(t *testing.T) {
	calls := hostCalls()
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			for _, e := range endings() {
				fmt.Fprintf(&b, "== %s\n%s\n", e.name, ended(t, name, call, e))
			}
			path := filepath.Join("testdata", "hosts", name+".golden")
			if *updateGolden {
				write(t, path, b.String(), 0o600)
			}
			want, err := os.ReadFile(path)
			if err != nil || string(want) != b.String() {
				t.Errorf("%v: got\n%s", err, b.String())
			}
		})
	}
	shared := 0
	for _, name := range hosts.Clients() {
		if _, own := calls[name]; !own {
			shared++ // speaks claude-shape
		}
	}
	if shared != 9 {
		t.Errorf("%d assistants have no golden of their own", shared)
	}
}

// ended runs one ending and gives status, stdout and stderr.
func ended(t *testing.T, client, call string, e ending) string {
	t.Helper()
	home := t.TempDir()
	if e.hook != "" {
		write(t, filepath.Join(home, "hook"), "#!/bin/sh\n"+e.hook+"\n", 0o700)
		write(t, filepath.Join(home, "hooks.json"), `{"hooks":[{"name":"guard","event":"PreToolUse","command":"`+filepath.Join(home, "hook")+`"}]}`, 0o600)
	}
	if e.stdin != "" {
		call = e.stdin
	}
	// The flag comes last: it is looked for before the others are understood.
	cmd := exec.Command(os.Args[0], append(e.args, "--home", home, "--state", home, "--data", home, "--client", client)...)
	cmd.Env, cmd.Stdin, cmd.Dir = []string{asGate + "=1", "PATH=/usr/bin:/bin"}, strings.NewReader(call), "/"
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	_ = cmd.Run()
	text := fmt.Sprintf("status %d\nstdout %sstderr %s", cmd.ProcessState.ExitCode(), or(out.String()), or(said.String()))
	return strings.ReplaceAll(text, home, "HOME")
}

func or(s string) string {
	if s == "" {
		return "(nothing)\n"
	}
	return s
}

// G6: a name that nobody knows, two names and none refuse in the form that the most
// assistants honour; a refusal survives either stream.
func TestUnknownAssistantsAreRefused_G6(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--client", "nobody"}, {"--client=Claude"}, {"--client"}, {"--client="}, {"--client", "claude", "--client", "codex"},
		{"--client", "nobody", "--help"}, {"--tool", "--client", "--client=x"},
	} {
		cmd := gate(t)
		cmd.Args = append(cmd.Args[:1:1], args...)
		var out, said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &said
		_ = cmd.Run()
		if cmd.ProcessState.ExitCode() != 2 || !strings.HasPrefix(out.String(), `{"decision":"deny","reason":"usher: deny: `) ||
			!strings.Contains(out.String(), `"permissionDecision":"deny"`) || !strings.HasPrefix(said.String(), "usher: deny: input: ") {
			t.Errorf("%q: %v\n%s%s", args, cmd.ProcessState, &out, &said)
		}
	}
}

// G6: Codex and Qwen run the tool where exit 2 comes with nothing on stderr, so where
// stderr is gone the JSON refuses alone; where stdout is gone, exit 2 does.
func TestARefusalSurvivesAGoneStream_G6(t *testing.T) {
	t.Parallel()
	for redirect, want := range map[string]int{"2>&-": 0, ">&-": 2} {
		inner := gate(t, "--client", "codex", "--no-such-flag")
		cmd := exec.Command("/bin/sh", append([]string{"-c", `exec "$0" "$@" ` + redirect}, inner.Args...)...)
		var out, said bytes.Buffer
		cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = inner.Env, inner.Stdin, &out, &said
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != want || want == 0 && !strings.Contains(out.String(), `"permissionDecision":"deny"`) || want == 2 && said.Len() == 0 {
			t.Errorf("%s: status %d\n%s%s", redirect, code, &out, &said)
		}
	}
}
