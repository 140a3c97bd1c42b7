package files

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"usher/pkg/fault"
	"usher/pkg/hosts"
)

var wiring = Wiring{Gate: "/opt/usher/bin/usher-gate", Usher: "/opt/usher/bin/usher",
	Places: []string{"--home", "/home/me/.config/usher", "--state", "/home/me/.local/state/usher", "--data", "/home/me/.local/share/usher"}}

// hookFiles are every file of every host on a system, and one that a person names.
func hookFiles(goos string) []HookFile {
	var out []HookFile
	for _, h := range HookHosts() {
		all := h.Files(goos, "/home/me", none)
		out = append(append(out, all.User...), all.Project...)
		if !h.style.program() {
			out = append(out, h.At(goos, "/named.json"))
		}
	}
	return out
}

// SPEC G10: from nothing, usher stands at every event; a second time changes nothing;
// and without it nothing is left.
func TestWiringStandsAtEveryEventAndLeavesNoTrace(t *testing.T) {
	for _, goos := range []string{"linux", "darwin", "windows"} {
		for _, f := range hookFiles(goos) {
			name := goos + " " + f.Host.Name + " " + f.Path
			wired, _, err := f.Wire(nil, wiring)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			state, err := f.Wired(wired, wiring)
			if err != nil || !state.All() || len(state.Events) != len(f.events()) || len(state.ByHand) > 0 {
				t.Errorf("%s: %v %+v\n%s", name, err, state, wired)
			}
			for _, e := range state.Events {
				if !slices.Equal(e.Command, wiring.Command(f.Host.Name, e.HookEvent)) {
					t.Errorf("%s: %s runs %q", name, e.Word, e.Command)
				}
			}
			if again, _, err := f.Wire(wired, wiring); err != nil || string(again) != string(wired) {
				t.Errorf("%s: a second time changes it: %v", name, err)
			}
			back, had, err := f.Unwire(wired)
			if err != nil || !had || !Bare(back) || f.Own && len(back) > 0 {
				t.Errorf("%s: %v, %v, left %q", name, had, err, back)
			}
			if _, had, err := f.Unwire(nil); had || err != nil {
				t.Errorf("%s: something is taken out of nothing: %v", name, err)
			}
		}
	}
}

// Each host's events are events of usher's for that host, every one of those is there,
// and for each of them the time-out in the file is above the time within which usher
// answers (SPEC G6).
func TestEveryEventIsOneThatUsherAnswers(t *testing.T) {
	// Where nothing is known of a time-out of their own none is written, and usher is
	// quicker than the shortest that any has.
	unsaid := []string{"opencode", "antigravity", "windsurf", "cline", "droid", "augment", "claude-shape", "crush", "deepagents", "devin", "goose", "grok", "junie", "kimi"}
	for _, h := range HookHosts() {
		client, ok := hosts.ParseClient(h.Name)
		if !ok {
			t.Errorf("--client %s is not known", h.Name)
		}
		for _, fires := range []string{firesPre, firesPost, firesPrompt, firesStop, firesEnd, firesStart} {
			there := slices.ContainsFunc(h.Events, func(e HookEvent) bool { return e.Fires == fires })
			if there != client.Fires(fires) {
				t.Errorf("%s: %s is wired: %v, and answered: %v", h.Name, fires, there, client.Fires(fires))
			}
		}
		for _, e := range h.Events {
			waits, bound := time.Duration(HookFile{Host: h}.seconds(e))*time.Second, client.Deadline(e.Fires)
			if slices.Contains(unsaid, h.Name) {
				if waits > 0 {
					t.Errorf("%s: a time-out is written", h.Name)
				}
				waits = 30 * time.Second
			}
			if waits < bound+5*time.Second { // what usher takes to say so, on a busy machine
				t.Errorf("%s: %s waits %s, and usher answers within %s", h.Name, e.Word, waits, bound)
			}
			if (e.Fires == firesPre || e.Fires == firesPrompt) != e.closed {
				t.Errorf("%s: %s", h.Name, e.Word)
			}
		}
	}
	for _, name := range hosts.Clients() {
		if _, ok := FindHooks(name); !ok {
			t.Errorf("%s has no row of hooks", name)
		}
	}
}

func hookSamples(t testing.TB) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/hooks/*.json")
	if err != nil || len(paths) < 5 {
		t.Fatal(paths, err)
	}
	out := map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text, host := string(data), strings.TrimSuffix(filepath.Base(path), ".json")
		out[host+" "] = text
		out[host+" with CR LF"] = strings.ReplaceAll(text, "\n", "\r\n")
		out[host+" with comments"] = "// first\n" + strings.Replace(text, "\"hooks\": {", "\"hooks\": { // mine\n", 1) + "\n// last"
		out[host+" with a BOM"] = bom + text
	}
	return out
}

// A person's own hooks, comments, order and line ends stay, and undoing gives the
// file back byte for byte.
func TestWiringARealFileAndUndoingIt(t *testing.T) {
	for name, text := range hookSamples(t) {
		host, _, _ := strings.Cut(name, " ")
		h, _ := FindHooks(host)
		f := h.At("linux", "the-file")
		wired, _, err := f.Wire([]byte(text), wiring)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, line := range strings.Split(strings.TrimPrefix(text, bom), "\n") {
			if !strings.Contains(string(wired), strings.TrimRight(line, "\r},] ")) {
				t.Errorf("%s: the line %q is gone", name, line)
			}
		}
		back, had, err := f.Unwire(wired)
		if err != nil || !had || string(back) != text {
			t.Errorf("%s: %v %v\n got %q\nwant %q", name, had, err, back, text)
		}
		old := wiring
		old.Gate, old.Usher = "/old path/usher-gate", "/old path/usher"
		before, _, err := f.Wire([]byte(text), old)
		if err != nil {
			t.Fatal(err)
		}
		state, _ := f.Wired(before, wiring)
		for _, e := range state.Events {
			if e.Presence != Moved {
				t.Errorf("%s: %s of another path is %s", name, e.Word, e.Presence)
			}
		}
		if now, _, err := f.Wire(before, wiring); err != nil || string(now) != string(wired) {
			t.Errorf("%s: an older path is not replaced: %v\n got %s\nwant %s", name, err, now, wired)
		}
		if back, _, err := f.Unwire(before); err != nil || string(back) != text {
			t.Errorf("%s: an older path is not taken out: %v", name, err)
		}
	}
}

// What a person changed is said and made right, what a person wrote is left and said.
func TestWhatAPersonChangedAndWrote(t *testing.T) {
	h, _ := FindHooks("claude")
	f := h.At("linux", "settings.json")
	wired, _, _ := f.Wire(nil, wiring)
	for _, c := range []struct{ what, old, new string }{
		{"a short time-out", `"timeout": 600`, `"timeout": 2`},
		{"not closed", `"onFailure": "block"`, `"onFailure": "allow"`},
		{"one tool only", `"matcher": "*"`, `"matcher": "Bash"`},
		{"in the background", `"type": "command"`, `"async": true, "type": "command"`},
		{"no such client", `--client claude`, `--client codex`},
	} {
		data := strings.Replace(string(wired), c.old, c.new, 1)
		if data == string(wired) {
			t.Fatalf("%s: nothing to change in\n%s", c.what, wired)
		}
		state, err := f.Wired([]byte(data), wiring)
		if err != nil || state.All() {
			t.Errorf("%s: %v %+v", c.what, err, state)
		}
		fixed, told, err := f.Wire([]byte(data), wiring)
		if state, _ := f.Wired(fixed, wiring); err != nil || !state.All() {
			t.Errorf("%s: %v\n%s", c.what, err, fixed)
		}
		if c.what == "no such client" && (len(told) != 1 || told[0].Rule != "host/by-hand") {
			t.Errorf("%v", told)
		}
	}
	mine := `{"disableAllHooks": true, "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "usher-gate --client claude --deadline 9s || exit 2"},
  {"type": "command", "command": "/usr/bin/usher-gate --client claude"}, {"type": "command", "command": "echo usher"}]}]}}`
	out, told, err := f.Wire([]byte(mine), wiring)
	if err != nil || len(told) != 2 || !strings.Contains(string(out), "--deadline 9s || exit 2") || strings.Contains(string(out), "/usr/bin/usher-gate") || !strings.Contains(string(out), "echo usher") {
		t.Errorf("%v %v\n%s", told, err, out)
	}
	back, had, err := f.Unwire(out)
	if err != nil || !had || !strings.Contains(string(back), "--deadline 9s") || strings.Contains(string(back), "/opt/usher") {
		t.Errorf("%v %v\n%s", had, err, back)
	}
}

func TestABrokenHooksFileIsNotEdited(t *testing.T) {
	h, _ := FindHooks("codex")
	f := h.At("linux", "hooks.json")
	for _, text := range []string{"{", "[]", `{"hooks": []}`, `{"hooks": {"PreToolUse": {}}}`, `{"hooks": {}, "hooks": {}}`, "\xff\xfe{\x00}\x00"} {
		out, _, err := f.Wire([]byte(text), wiring)
		var e *fault.Error
		if !errors.As(err, &e) || out != nil || len(e.Problems) == 0 || e.Problems[0].File != "hooks.json" || e.Problems[0].Line == 0 {
			t.Errorf("%q: %q %+v", text, out, err)
		}
		if _, _, err := f.Unwire([]byte(text)); err == nil {
			t.Errorf("%q is edited", text)
		}
	}
	cline, _ := FindHooks("cline")
	script := cline.Files("linux", "/home/me", none).User[0]
	if _, _, err := script.Wire([]byte("#!/bin/sh\necho mine\n"), wiring); err == nil {
		t.Error("a person's script is replaced")
	}
	if out, had, err := script.Unwire([]byte("#!/bin/sh\nusher-gate --client cline; exit 0\n")); had || err != nil || len(out) == 0 {
		t.Error("a person's script is removed")
	}
}

// A path with blanks and quotes arrives as it is, in whichever shell, and is known again.
func TestACommandLineComesApartAsItWasMade(t *testing.T) {
	for _, s := range []shell{shellUnix, shellCmd, shellPower} {
		odd := [][]string{
			{"/opt/a b/usher-gate", "--home", "/it's/x", "a;b", "c&d|e<f>g"}, {"/usr/bin/usher", "x"}, {`C:\Program Files\usher\usher.exe`, `C:\a`},
			{"/ä/ü", "--x", "(y)", "~", "#"},
		}
		if s != shellCmd {
			odd = append(odd, []string{"/$HOME/`x`/$(y)", "%a%"})
		}
		if s == shellUnix {
			odd = append(odd, []string{"/''/'", "''"})
		}
		for _, argv := range odd {
			line, err := commandLine(argv, s)
			if err != nil {
				t.Errorf("%v %q: %v", s, argv, err)
				continue
			}
			got, ok := words(line)
			if !ok || !slices.Equal(got, argv) {
				t.Errorf("%v: %q is read as %q from %s", s, argv, got, line)
			}
		}
	}
	gemini, _ := FindHooks("gemini") // it puts a variable's value there before any shell sees quotes
	if _, _, err := gemini.At("linux", "f").Wire(nil, Wiring{Gate: "/a/$HOME/usher-gate", Usher: "/a/usher"}); err == nil {
		t.Error("a path that Gemini CLI changes is written")
	}
	if _, err := commandLine([]string{"a\nb"}, shellUnix); err == nil {
		t.Error("a line break is written")
	}
	if _, err := commandLine([]string{"a%PATH% b"}, shellCmd); err == nil {
		t.Error("a variable of cmd.exe is written")
	}
}

func FuzzWireAndUnwire(f *testing.F) {
	for _, text := range hookSamples(f) {
		f.Add(text)
	}
	f.Add(`{"hooks":{"PreToolUse":[{"hooks":[{"command":"usher-gate --client claude"},{"command":"usher-gate --client claude"}]}]}}`)
	f.Add("{\n\"hooks\": { // a\n \"Stop\": [ /* b */ ]}}")
	h, _ := FindHooks("claude")
	file := h.At("linux", "f")
	f.Fuzz(func(t *testing.T, text string) {
		wired, _, err := file.Wire([]byte(text), wiring)
		if err != nil {
			return
		}
		if again, _, err := file.Wire(wired, wiring); err != nil || string(again) != string(wired) {
			t.Fatalf("%v: %q", err, again)
		}
		back, had, err := file.Unwire(wired)
		if err != nil || !had {
			t.Fatal(err)
		}
		if s, err := file.Wired(back, wiring); err != nil || slices.ContainsFunc(s.Events, func(e WiredEvent) bool { return e.Presence != Missing }) {
			t.Fatalf("%v %+v", err, s)
		}
	})
}
