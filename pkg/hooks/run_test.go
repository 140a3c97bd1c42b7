package hooks

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/proc"
)

// recorder is a Run that keeps what it was asked to start.
type recorder struct{ specs []proc.Spec }

func (r *recorder) run(_ context.Context, s proc.Spec) proc.Result {
	r.specs = append(r.specs, s)
	return exited(0, "")
}

func found(string, string) (string, string) { return "/bin/true", "" }

func TestAHookRunsInTheTrustedProjectElseAtHome_H9(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	for _, c := range []struct{ project, want string }{{"", home}, {project, project}} {
		rec := &recorder{}
		var from string
		r := Runner{Run: rec.run, Home: home, Project: c.project, Look: func(name, dir string) (string, string) {
			from = name + " in " + dir
			return "/bin/true", ""
		}}
		h := guard()
		h.Command, h.Args = "tools/check", []string{"$HOME", "~", "*", "a && b"}
		r.Fire(context.Background(), h, Payload{Event: PreToolUse})
		s := rec.specs[0]
		if s.Dir != c.want || from != "tools/check in "+c.want || !slices.Equal(s.Args, h.Args) || s.Path != "/bin/true" {
			t.Errorf("project %q: %+v, looked up %s", c.project, s, from)
		}
		if s.Timeout != h.Timeout || s.StdoutCap != 64<<10 || s.StderrCap != 16<<10 {
			t.Errorf("bounds of SPEC 18: %+v", s)
		}
	}
}

func TestAHooksEnvironmentIsListed_H8(t *testing.T) {
	rec := &recorder{}
	dir := t.TempDir()
	r := Runner{Run: rec.run, Home: dir, Look: found, SessionID: "c1", Environ: []string{
		"PATH=/bin", "HOME=/home/me", "ACME_API_KEY=topsecret", "USHER_HOME=/x", "HTTP_PROXY=http://u:p@x", "KKSS_HOOK_EVENT=old", "LC_ALL=C"}}
	r.Fire(context.Background(), guard(), Payload{Event: PreToolUse})
	r.Project = dir
	r.SessionID = "a\x00b"
	r.Fire(context.Background(), guard(), Payload{Event: Stop})
	r.SessionID = strings.Repeat("x", 1<<20)
	r.Fire(context.Background(), guard(), Payload{Event: Stop})

	basic := proc.Basic(r.Environ)
	want := [][]string{
		append(slices.Clone(basic), "USHER_HOOK_EVENT=PreToolUse", "KKSS_HOOK_EVENT=PreToolUse", "USHER_SESSION_ID=c1"),
		append(slices.Clone(basic), "USHER_HOOK_EVENT=Stop", "KKSS_HOOK_EVENT=Stop", "USHER_PROJECT_ROOT="+dir, "KKSS_PROJECT_ROOT="+dir),
	}
	want = append(want, want[1]) // an id that cannot be passed on whole keeps no hook from starting
	for i, s := range rec.specs {
		if !slices.Equal(s.Env, want[i]) {
			t.Errorf("env %q\nwant %q", s.Env, want[i])
		}
		if strings.Contains(strings.Join(s.Env, "\n"), "topsecret") {
			t.Error("a secret reached the hook")
		}
	}
}

func TestStdinIsOnePayloadAndNamesTheProject_H10(t *testing.T) {
	rec := &recorder{}
	dir := t.TempDir()
	r := Runner{Run: rec.run, Home: dir, Look: found}
	given := map[string][]byte{"projectRoot": []byte(`"/theirs"`)}
	for _, c := range []struct {
		project string
		files   map[string][]byte
		want    any
	}{{"", nil, nil}, {dir, nil, dir}, {dir, given, "/theirs"}, {dir, map[string][]byte{"x": []byte("1")}, dir}} {
		r.Project = c.project
		n := len(c.files)
		r.Fire(context.Background(), guard(), Payload{Event: PreToolUse, Files: c.files})
		var got struct{ Files map[string]any }
		if err := json.Unmarshal(rec.specs[len(rec.specs)-1].Stdin, &got); err != nil || got.Files["projectRoot"] != c.want {
			t.Errorf("projectRoot %v (%v), want %v", got.Files["projectRoot"], err, c.want)
		}
		if len(c.files) != n {
			t.Error("the caller's map was changed")
		}
	}
}

func TestWhatCannotStartIsSaidInItsOwnWordsAndRefuses_H6_H9_Q4(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		r    Runner
		want string
	}{
		{"project gone", Runner{Home: dir, Project: filepath.Join(dir, "gone")}, "could not start: the project folder " + filepath.Join(dir, "gone") + " no longer exists"},
		{"project a file", Runner{Home: dir, Project: file}, "could not start: the project folder " + file + " is not a folder"},
		{"home gone", Runner{Home: filepath.Join(dir, "gone")}, "could not start: the assistant folder " + filepath.Join(dir, "gone") + " no longer exists"},
		{"no program", Runner{Home: dir, Look: func(string, string) (string, string) { return "", "the program x does not exist" }}, "could not start: the program x does not exist"},
		{"no program, no words", Runner{Home: dir, Look: func(string, string) (string, string) { return "", "" }}, "could not start: the program x was not found"},
	} {
		if c.r.Look == nil {
			c.r.Look = func(string, string) (string, string) { return "", "the program x does not exist" }
		}
		c.r.Run = func(context.Context, proc.Spec) proc.Result {
			t.Errorf("%s: started all the same", c.name)
			return proc.Result{}
		}
		h := guard()
		h.Command = "x"
		rep := c.r.Fire(context.Background(), h, Payload{Event: PreToolUse})
		if rep.Verdict != FailedHook || rep.Result.Ending != proc.NotStarted || rep.Reason != c.want {
			t.Errorf("%s: %v %q, want %q", c.name, rep.Verdict, rep.Reason, c.want)
		}
	}
}

func TestModelOutputKeepsLess_18(t *testing.T) {
	rec := &recorder{}
	h := Hook{Name: "m", Event: PostToolUse, ModelOutput: true}
	Runner{Run: rec.run, Home: t.TempDir(), Look: found}.Fire(context.Background(), h, Payload{Event: PostToolUse})
	if rec.specs[0].StdoutCap != 8<<10 {
		t.Errorf("%+v", rec.specs[0])
	}
}
