//go:build unix

package hooks

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"usher/pkg/proc"
	"usher/pkg/strictjson"
)

// TestMain lets the test binary be its own reaper, as usher is where usher-run
// is missing.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == proc.ReaperWord {
		os.Exit(proc.ReaperMain(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// rig is an assistant folder with a file's hooks, run by real processes.
type rig struct {
	Runner
	hooks []Hook
	call  Payload
}

// newRig copies a folder of testdata and reads its hooks.json and call.json.
func newRig(t *testing.T, name string) *rig {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	reaper := proc.NewReaper(proc.FindReaper(self))
	t.Cleanup(reaper.Close)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	environ := append([]string{"HOME=" + dir}, os.Environ()...)
	g := &rig{Runner: Runner{
		Run: reaper.Run, Home: dir, Self: self, Environ: append(environ, "ACME_API_KEY=topsecret"),
		Look: func(name, in string) (string, string) { return proc.LookPath(name, in, os.Getenv("PATH"), "") },
	}}
	if data, err := os.ReadFile(filepath.Join(dir, "hooks.json")); err == nil {
		g.hooks = ParseFile(data, Source{Layer: "yours", Path: "hooks.json"}).Hooks
	}
	g.call = Payload{Event: PreToolUse, Tool: tool(t, "acme__lookup"), Args: []byte(`{"q":"beam"}`)}
	if data, err := os.ReadFile(filepath.Join(dir, "call.json")); err == nil {
		data = bytes.ReplaceAll(data, []byte("@FILL:300000"), bytes.Repeat([]byte("x"), 300000))
		call, _ := strictjson.Decode(data, strictjson.Options{})
		name, _ := call.Get("tool").Text()
		g.call.Tool, g.call.Args = tool(t, name), call.Get("args").Raw()
	}
	return g
}

// fire runs the first hook that the event selects, and checks that it came back
// within the time given.
func (g *rig) fire(t *testing.T, e Event, within time.Duration) Report {
	t.Helper()
	selected := Select(g.hooks, e, g.call.Tool)
	if len(selected) == 0 {
		t.Fatal("no hook was selected")
	}
	p := g.call
	p.Event = e
	start := time.Now()
	rep := g.Fire(context.Background(), selected[0], p)
	if took := time.Since(start); took > within {
		t.Errorf("took %v, want at most %v", took, within)
	}
	return rep
}

// python is the interpreter itself: the python3 of PATH may be a shell script
// that adds an environment and descriptors of its own.
func (g *rig) python(t *testing.T) string {
	t.Helper()
	h := guard()
	h.Command, h.Args, h.Timeout = "python3", []string{"-c", "import sys; sys.stdout.write(sys.executable)"}, soon
	rep := g.Fire(context.Background(), h, g.call)
	if rep.Verdict != NoOpinion || !filepath.IsAbs(rep.Stdout) {
		t.Fatalf("python3 is needed: %v %q %q", rep.Verdict, rep.Reason, rep.Stdout)
	}
	return rep.Stdout
}

func (g *rig) path(name string) string { return filepath.Join(g.Home, filepath.FromSlash(name)) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const soon = 10 * time.Second // of a machine that does other things too

func TestRealReportsOfUsersComeOutRight_hook(t *testing.T) {
	for _, c := range []struct {
		name    string
		setup   func(*testing.T, *rig)
		within  time.Duration
		verdict Outcome
		reason  string // part of it
	}{
		{name: "hook-01-stdin-unread", verdict: NoOpinion},
		{name: "hook-03-stdin-eof", verdict: NoOpinion, within: soon},
		{name: "hook-04-stdout-flood", verdict: NoOpinion, within: 30 * time.Second},
		{name: "hook-06-background-child", verdict: NoOpinion, within: soon},
		{name: "hook-07-leaked-fd3", verdict: NoOpinion, within: soon},
		{name: "hook-09-ignores-term", verdict: FailedHook, reason: "timed out after 500 ms"},
		{name: "hook-10-exit-1", verdict: FailedHook, reason: "exit code 1: outside the study folder"},
		{name: "hook-12-script-missing-exit-2", verdict: Refused, reason: "gone.py"},
		{name: "hook-13-exit-2-silent", verdict: Refused, reason: `no reason given by hook "guard"`},
		{name: "hook-15-stderr-not-utf8", verdict: Refused, reason: "\ufffd\ufffd\ufffd\ufffd stop \ufffd"},
		{name: "hook-16-event-non-ascii", verdict: NoOpinion},
		{name: "hook-18-stdout-approves", verdict: NoOpinion},
		{name: "hook-21-star-crosses-slash", verdict: Refused},
		{name: "hook-28-spaces-in-path", verdict: Refused, reason: "ran", setup: func(t *testing.T, g *rig) {
			must(t, os.Rename(g.path("My Hooks/hook.py"), g.path("My Hooks/it's a hook.py")))
		}},
		{name: "hook-30-relative-from-subfolder", verdict: Refused, reason: "proj", setup: func(t *testing.T, g *rig) {
			g.Project = g.path("proj")
			must(t, os.MkdirAll(g.path("proj/tools"), 0o755))
			script := "import os,sys\nsys.stderr.write(os.path.basename(os.getcwd()))\nsys.exit(2)\n"
			must(t, os.WriteFile(g.path("proj/tools/g.py"), []byte(script), 0o644))
		}},
		{name: "hook-31-not-executable", verdict: FailedHook, reason: "not executable", setup: mode(0o644)},
		{name: "hook-33-no-shebang", verdict: FailedHook, reason: "exec format error", setup: mode(0o755)},
		{name: "hook-34-minimal-env", verdict: NoOpinion},
		{name: "hook-39-dead-cwd", verdict: FailedHook, reason: "the project folder", setup: func(_ *testing.T, g *rig) { g.Project = g.path("p") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := newRig(t, "cases/"+c.name)
			if c.setup != nil {
				c.setup(t, g)
			}
			rep := g.fire(t, PreToolUse, max(c.within, soon))
			if rep.Verdict != c.verdict || !strings.Contains(rep.Reason, c.reason) {
				t.Errorf("%v %q (%v), want %v %q", rep.Verdict, rep.Reason, rep.Result.Ending, c.verdict, c.reason)
			}
		})
	}
}

func mode(m fs.FileMode) func(*testing.T, *rig) {
	return func(t *testing.T, g *rig) { must(t, os.Chmod(g.path("hook.sh"), m)) }
}

func TestAMissingScriptGivesAMessageBackWithItsOwnWords_hook12(t *testing.T) {
	rep := newRig(t, "cases/hook-12-script-missing-exit-2").fire(t, UserPromptSubmit, soon)
	if rep.Verdict != Refused || !strings.Contains(rep.Reason, "gone.py") {
		t.Errorf("%v %q", rep.Verdict, rep.Reason)
	}
}

// The endings of one hook program, each with the decision expected for a tool
// that would be allowed. Left out are those whose point is what they leave behind.
func TestEveryEndingOfAProgram_H6_hookbin(t *testing.T) {
	left := []string{"daemon", "bg-pipe", "forkbomb-small", "kill-parent", "slow-ok"}
	if runtime.GOOS != "linux" {
		left = append(left, "fds") // it reads /proc
	}
	python := newRig(t, "hookbin").python(t)
	for line := range strings.Lines(string(read(t, "hookbin/EXPECT.tsv"))) {
		mode, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		want, _, _ := strings.Cut(rest, "\t")
		want, _, _ = strings.Cut(want, " ")
		if strings.HasPrefix(mode, "#") || strings.HasPrefix(mode, "(") || slices.Contains(left, mode) {
			continue
		}
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			g := newRig(t, "hookbin")
			h := guard()
			h.Command, h.Args, h.Timeout = python, []string{"hook.py", mode}, soon
			if strings.HasPrefix(mode, "hang") || strings.HasPrefix(mode, "flood") || mode == "stop" {
				h.Timeout = time.Second
			}
			g.hooks = []Hook{h}
			rep := g.fire(t, PreToolUse, 2*soon)
			got := map[Outcome]string{NoOpinion: "ALLOW", AsksFirst: "ASK", Refused: "DENY", FailedHook: "DENY"}[rep.Verdict]
			if got != want {
				t.Errorf("%v (%v, %q), want %s", got, rep.Result.Ending, rep.Reason, want)
			}
			checkLine(t, rep.Reason)
			checkCanaries(t, g)
		})
	}
}

// checkCanaries looks at what a hook found out about where it ran.
func checkCanaries(t *testing.T, g *rig) {
	t.Helper()
	files, err := filepath.Glob(g.path("CANARY*"))
	must(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		must(t, err)
		switch filepath.Base(file) {
		case "CANARY-CWD":
			if real, err := filepath.EvalSymlinks(g.Home); err != nil || string(data) != real {
				t.Errorf("ran in %s, want %s (%v)", data, real, err)
			}
		case "CANARY-ENV":
			known := []string{"PATH", "HOME", "LANG", "TERM", "TMPDIR", "USER", "LOGNAME", "SHELL", "TZ", "USHER_HOOK_EVENT", "KKSS_HOOK_EVENT"}
			for name := range strings.FieldsSeq(string(data)) {
				if !slices.Contains(known, name) && !strings.HasPrefix(name, "LC_") {
					t.Errorf("the hook sees %s (H8)", name)
				}
			}
		case "CANARY-FDS":
			for fd := range strings.FieldsSeq(string(data)) {
				if n, err := strconv.Atoi(fd); err != nil || n > 4 { // two are the listing's own
					t.Errorf("the hook holds descriptor %s (Q4)", fd)
				}
			}
		default:
			t.Errorf("%s: %s", file, data)
		}
	}
}

func TestOddProgramsAreSaidInTheirOwnWords_H9(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"empty", "", "exec format error"},
		{"crlf", "#!/bin/sh\r\nexit 0\r\n", "CR LF"},
		{"nowhere", "#!/no/such/interpreter\nexit 0\n", "/no/such/interpreter"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := newRig(t, "hookbin")
			must(t, os.WriteFile(g.path(c.name), []byte(c.content), 0o755))
			h := guard()
			h.Command = "./" + c.name
			g.hooks = []Hook{h}
			if rep := g.fire(t, PreToolUse, soon); rep.Verdict != FailedHook || !strings.Contains(rep.Reason, c.want) {
				t.Errorf("%v %q, want %q", rep.Verdict, rep.Reason, c.want)
			}
		})
	}
	g := newRig(t, "hookbin")
	for command, want := range map[string]string{
		"./gone": "does not exist", "no-such-program-anywhere": "no-such-program-anywhere", g.Home: "directory", g.Self: "usher itself",
	} {
		h := guard()
		h.Command = command
		g.hooks = []Hook{h}
		if rep := g.fire(t, PreToolUse, soon); rep.Verdict != FailedHook || !strings.Contains(rep.Reason, want) {
			t.Errorf("%s: %v %q, want %q", command, rep.Verdict, rep.Reason, want)
		}
	}
}

func TestAnInterruptEndsAHook_H12(t *testing.T) {
	g := newRig(t, "hookbin")
	h := guard()
	h.Command, h.Args, h.Timeout = "python3", []string{"hook.py", "hang"}, time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	rep := g.Fire(ctx, h, g.call)
	if rep.Verdict != FailedHook || rep.Result.Ending != proc.Cancelled || !strings.Contains(rep.Reason, "time for the whole answer") {
		t.Errorf("%v %v %q", rep.Verdict, rep.Result.Ending, rep.Reason)
	}
}
