//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// assistant is a real one, as scripts/deps.sh installs it.
type assistant struct {
	name, pkg string
	program   string // below the package's folder; a .js file is node's
	client    string // what usher calls it
	tool      string // the name of a tool of a server's, with SERVER and TOOL in it
	shell     string
	survives  string // what becomes of a call whose gate was killed: "runs", or the words of the refusal
	withheld  string // what the model is told where its own rules refuse; "-": the tool is not offered; "": the session ends
	unseen    bool   // its own question comes before the hook
}

// assistants are the six, one of them in two spellings. Heavy ones come first.
func assistants() []assistant {
	const (
		copilot = "node_modules/@github/copilot-linux-*/copilot"
		nobody  = "Permission denied because no interactive user response was available"
	)
	return []assistant{
		{"opencode", "opencode-ai", "node_modules/opencode-linux-*/bin/opencode", "claude-shape", "^SERVER_TOOL$", "^bash$", "Killed", "", false},
		{"qwen", "@qwen-code/qwen-code", "node_modules/@qwen-code/qwen-code/cli-entry.js", "qwen", "^mcp__SERVER__TOOL$", "^run_shell_command$", "runs", "that permission was declined", true},
		{"gemini", "@google/gemini-cli", "node_modules/@google/gemini-cli/bundle/gemini.js", "gemini", "^mcp_SERVER_TOOL$", "^run_shell_command$", "runs", "-", false},
		{"copilot", "@github/copilot", copilot, "copilot", "^SERVER-TOOL$", "^bash$", "(hook errored)", nobody, false},
		{"copilot-pascal", "@github/copilot", copilot, "copilot", "^SERVER-TOOL$", "^bash$", "(hook errored)", nobody, false},
		{"claude", "@anthropic-ai/claude-code", "node_modules/@anthropic-ai/claude-code-linux-*/claude", "claude", "^mcp__SERVER__TOOL$", "^Bash$", `blocking because onFailure is "block"`, "you haven't granted it yet", false},
		{"codex", "@openai/codex", "node_modules/@openai/codex-linux-*/vendor/*/bin/codex", "codex", "^mcp__SERVER/TOOL$", "^(exec_command|shell_command)$", "runs", "requires approval", false},
	}
}

// started is how the assistant is started: its own binary, or its script with node.
func (a assistant) started(t *testing.T) []string {
	t.Helper()
	dir := a.pinned(t)
	found, err := filepath.Glob(filepath.Join(dir, a.program))
	must(t, err)
	if len(found) == 0 {
		t.Fatalf("%s has no %s; to install it: bash scripts/deps.sh", dir, a.program)
	}
	program := slices.Max(found) // opencode has one for older processors too, named after the other
	if !strings.HasSuffix(program, ".js") {
		return []string{program}
	}
	node, err := exec.LookPath("node")
	must(t, err)
	return []string{node, program}
}

// pinned is the folder of the package at the version that scripts/deps.sh names.
func (a assistant) pinned(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile("../scripts/deps.sh")
	must(t, err)
	pin := regexp.MustCompile(`\n  ` + regexp.QuoteMeta(a.pkg) + `@([0-9.]+)\n`).FindSubmatch(script)
	if pin == nil {
		t.Fatalf("scripts/deps.sh does not name a version of %s", a.pkg)
	}
	cache, err := os.UserCacheDir()
	must(t, err)
	dir := filepath.Join(cache, "usher-test-assistants", path.Base(a.pkg)+"-"+string(pin[1]))
	data, err := os.ReadFile(filepath.Join(dir, "node_modules", a.pkg, "package.json"))
	var about struct{ Version string }
	if err != nil || json.Unmarshal(data, &about) != nil || about.Version != string(pin[1]) {
		t.Fatalf("%s %s is not installed in %s (%v); to install it: bash scripts/deps.sh", a.pkg, pin[1], dir, err)
	}
	return dir
}

// TestAssistants: what usher promises holds in the real programs, without a person,
// each against a model that follows a script (SPEC G6, G10, V1).
func TestAssistants(t *testing.T) {
	t.Parallel()
	must(t, exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(os.Getenv(rootVar), "bin", "assistants"), "./internal/assistants").Run())
	scenes := []struct {
		name string
		play func(*testing.T, assistant)
		fits func(assistant) bool
	}{
		{"guarded", guarded, func(assistant) bool { return true }},
		{"undecided", undecided, func(assistant) bool { return true }},
		{"connected", connected, func(a assistant) bool { return a.name != "copilot-pascal" }}, // one of the two spellings is written
		{"unblocked", unblocked, func(a assistant) bool { return a.name == "claude" }},
	}
	type row struct {
		assistant
		scene string
		play  func(*testing.T, assistant)
	}
	var rows []row
	for _, s := range scenes {
		for _, a := range assistants() {
			if s.fits(a) {
				rows = append(rows, row{a, s.name, s.play})
			}
		}
	}
	fan(t, 2, rows, func(r row) string { return r.name + "/" + r.scene }, func(t *testing.T, r row) { r.play(t, r.assistant) })
}

// guarded: a refusal stops the tool and the model is told why; so does a question
// nobody can answer, and a hook that crashes, is killed, or outlives its own time or
// the gate's. Where no hook objects the tool runs. What becomes of a call whose gate
// is killed itself is the assistant's alone, and stated here.
func guarded(t *testing.T, a assistant) {
	failed := "hook guard: the hook failed: "
	s := stage(t, a)
	s.does(
		act{"lab", "none", true, "kept do-none"},
		act{"lab", "deny", false, "hook guard: refused: “notes are closed on Mondays”; this is the person's own policy: do not retry"},
		act{"lab", "ask", false, "hook guard: asks that a person confirms this call first"},
		act{"lab", "crash", false, failed + "exit code 1"},
		act{"lab", "die", false, failed + "died of a signal: SIGKILL"},
		act{"lab", "hang", false, failed + "timed out after 1000 ms"},
		act{"lab", "late", false, "no decision was made within the deadline of 4s"},
		act{"lab", "end", a.survives == "runs", strings.Replace(a.survives, "runs", "kept do-end", 1)},
		act{"shell", "deny-shell", false, "notes are closed on Mondays"},
		act{"shell", "none-shell", true, ""},
		act{"usher", "thru", true, "kept do-thru"},
		act{"usher", "deny-thru", false, "hook guard: refused: “notes are closed on Mondays”"},
		act{"lab", "again", true, "kept do-again"},
	)
	s.runs(t)
}

// undecided: usher's no opinion is not an allow. Where the assistant's own rules ask
// a person, and there is none, the tool does not run.
func undecided(t *testing.T, a assistant) {
	s := stage(t, a)
	s.spec.Ask = true
	s.does(act{"lab", "none", false, a.withheld})
	s.runs(t)
}

// connected: the same where usher itself wrote the files. opencode calls no programs: a
// plugin of usher's does, which also refuses where the gate is killed.
func connected(t *testing.T, a assistant) {
	s := stage(t, a)
	s.spec.Gate = ""
	delete(s.spec.Servers, "usher")
	s.spec.Setup = [][]string{{filepath.Join(s.bin, "usher"), "host", "connect", a.name, "--yes"}}
	s.does(act{"lab", "deny", false, "hook guard: refused: “notes are closed on Mondays”"}, act{"lab", "none", true, "kept do-none"})
	if a.name == "opencode" {
		s.does(act{"lab", "end", false, "usher-gate gave no answer, so this call is refused"}, act{"shell", "deny-shell", false, "notes are closed on Mondays"})
	}
	s.does(act{"usher", "thru", true, "kept do-thru"}, act{"usher", "deny-thru", false, "hook guard: refused: “notes are closed on Mondays”"})
	s.runs(t)
}

// unblocked: without onFailure Claude Code runs the tool when the gate is killed.
func unblocked(t *testing.T, a assistant) {
	a.survives = "runs"
	s := stage(t, a)
	s.spec.More = nil
	s.does(act{"lab", "end", true, "kept do-end"}, act{"lab", "deny", false, "notes are closed on Mondays"})
	s.runs(t)
}
