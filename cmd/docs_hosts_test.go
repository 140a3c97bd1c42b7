//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"usher/pkg/hosts"
)

const hostsGuide = "../docs/hosts.md"

// hostsEvents is what each assistant sends for the events that the page's files name.
func hostsEvents() map[string]string {
	claude := `{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}`
	return map[string]string{
		"claude": claude, "codex": claude, "qwen": claude, "vscode": claude, "kiro": claude,
		"gemini":      `{"session_id":"s","cwd":"/","hook_event_name":"BeforeTool","tool_name":"Bash","tool_input":{}}`,
		"copilot":     `{"sessionId":"s","cwd":"/","toolName":"bash","toolArgs":{}}`,
		"antigravity": `{"conversationId":"s","toolCall":{"name":"run_command","args":{}}}`,
		"cursor":      `{"conversation_id":"s","hook_event_name":"beforeShellExecution","command":"ls"}`,
		"windsurf":    `{"trajectory_id":"s","agent_action_name":"pre_run_command","tool_info":{}}`,
		"cline":       `{"hookName":"PreToolUse","taskId":"s","preToolUse":{"toolName":"x","parameters":{}}}`,

		"claude message":           `{"session_id":"s","cwd":"/","hook_event_name":"UserPromptSubmit","prompt":"hi"}`,
		"claude hooks PostToolUse": `{"session_id":"s","cwd":"/","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"tool_response":"x"}`,
		"claude hooks Stop":        `{"session_id":"s","cwd":"/","hook_event_name":"Stop"}`,
	}
}

// commands are the command lines in a file of the page.
func commands(t *testing.T, e example) []string {
	t.Helper()
	if filepath.Ext(e.name) == "" {
		return []string{e.text}
	}
	var doc any
	if err := json.Unmarshal([]byte(e.text), &doc); err != nil {
		t.Fatalf("%s: %v", e.name, err)
	}
	var out []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if strings.Contains(v, "/usher") {
				out = append(out, v)
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(doc)
	return out
}

// TestTheFilesOfTheHostsPageGuard: each command that docs/hosts.md has a person put
// into an assistant's file refuses with the hook's reason, and is silent, or what
// stands for it there, where no hook objects (SPEC G6, G9, H15).
func TestTheFilesOfTheHostsPageGuard(t *testing.T) {
	h := newHouse(t)
	events, ran := hostsEvents(), 0
	for _, e := range examples(t, hostsGuide, 11) {
		client, _, _ := strings.Cut(e.name, "/")
		if client == "connect" { // commands for the person, see TestTheHostsPageConnects
			continue
		}
		for _, line := range commands(t, e) {
			key := client
			switch words := strings.Fields(line); {
			case slices.Contains(words, "message"):
				key += " message"
			case slices.Contains(words, "hooks"):
				key += " hooks " + words[slices.Index(words, "run")+1]
			}
			if !strings.Contains(line, "--client "+client+" ") || events[key] == "" {
				t.Fatalf("%s: %s", key, line)
			}
			line = strings.NewReplacer("/usr/local/bin", h.bin, "/home/you", h.home).Replace(line)
			h.put(t, "hooks.json", `{"hooks":[
				{"name":"a","event":"PreToolUse","command":"/bin/sh","args":["-c","echo the reason >&2; exit 2"]},
				{"name":"b","event":"UserPromptSubmit","command":"/bin/sh","args":["-c","echo the reason >&2; exit 2"]},
				{"name":"c","event":"Stop","command":"/bin/sh","args":["-c","echo the reason >&2; exit 2"]}]}`)
			r := launch(t, h.command("/bin/sh", "-c", line), events[key])
			if want := key != "claude hooks PostToolUse"; strings.Contains(r.err, "the reason") != want ||
				want && client != "windsurf" && client != "kiro" && !strings.Contains(r.out, "the reason") {
				t.Errorf("%s: %+v", key, r)
			}
			must(t, os.Remove(filepath.Join(h.conf, "hooks.json")))
			r = launch(t, h.command("/bin/sh", "-c", line), events[key])
			quiet := map[string]string{"antigravity": "{}\n", "cursor": "{}\n", "cline": "{\"cancel\":false}\n"}[client]
			if r.code != 0 || r.out != quiet {
				t.Errorf("%s without a hook: %+v", key, r)
			}
			ran++
		}
	}
	if ran < 17 {
		t.Errorf("%d commands were run", ran)
	}
}

// TestTheHostsPageNamesEveryAssistant, each in its table, and no other.
func TestTheHostsPageNamesEveryAssistant(t *testing.T) {
	page, err := os.ReadFile(hostsGuide)
	must(t, err)
	var named []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(string(page), -1) {
		for _, name := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(row[1], -1) {
			if name[1] != "--client" {
				named = append(named, name[1])
			}
		}
	}
	slices.Sort(named)
	if !slices.Equal(named, hosts.Clients()) {
		t.Errorf("the page names %q, usher knows %q", named, hosts.Clients())
	}
}
