package client

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"usher/pkg/mcp"
	"usher/pkg/names"
)

// reported is the server of a real bug report.
func reported(t *testing.T, name, script string) Target {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata/cases", name, script))
	if err != nil {
		t.Fatal(err)
	}
	return target(t, python, "-I", "-S", path)
}

func refusals(m mcp.Manifest) string {
	var out []string
	for _, n := range m.NotOffered {
		out = append(out, n.Name)
	}
	return strings.Join(out, "|")
}

// The reported servers that are usable: their lists.
func TestReportedServers(t *testing.T) {
	var pages, many []string
	for i := range 130 {
		pages = append(pages, fmt.Sprintf("t%03d", i))
	}
	for i := range 2000 {
		many = append(many, fmt.Sprintf("t%d", i))
	}
	for _, c := range []struct{ name, offered, not, notes string }{
		{"server-01-banner-on-stdout", "lookup", "", ""},
		{"server-03-stderr-flood", "lookup", "", ""},
		{"server-04-stderr-no-newline", "lookup", "", ""},
		{"server-09-pagination", strings.Join(pages, " "), "", ""},
		{"server-10-same-cursor", "a b", "", "the server repeats its cursor: its list ends there"},
		{"server-12-odd-tool-names", "fine Upper_1 admin.list", `user/update|two words|` + strings.Repeat("x", 64) + `…|tool 7|a\nb|\x1b[2Jclear|naïve`, ""},
		{"server-13-same-name-twice", "", "lookup|lookup", ""},
		{"server-15-bad-input-schema", "good empty missing", "nul|txt|any|str|tool 8|tool 9|tool 10", ""},
		{"server-16-bad-output-schema", "lookup", "", `tool "lookup": its annotations is a list, not an object`},
		{"server-19-claims-read-only", "delete_all", "", ""},
		{"server-21-ignores-stop", "lookup", "", ""},
		{"server-22-old-protocol", "lookup", "", ""},
		{"server-24-one-line-5mb", strings.Join(many, " "), "", ""},
		{"server-25-server-asks-first", "lookup", "", ""},
		{"server-27-tools-not-offered", "", "", "the server says that it has no tools"},
		{"server-28-progress-between", "lookup", "", ""},
		{"server-31-half-line-then-dies", "lookup", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			to := reported(t, c.name, "server.py")
			conn := mustDial(t, to)
			m, err := conn.Tools(t.Context())
			if err != nil || list(m) != c.offered || refusals(m) != c.not || strings.Join(m.Notes, "; ") != c.notes {
				t.Errorf("%v\noffered %q\nnot %q\nnotes %q", err, list(m), refusals(m), m.Notes)
			}
			if asked, err := os.ReadFile(filepath.Join(to.Dir, "asked.txt")); err == nil {
				t.Errorf("asked for %s", asked)
			}
		})
	}
}

func TestReportedServersThatFail(t *testing.T) {
	_, err := Dial(t.Context(), reported(t, "server-07-dies-at-start", "server.py"))
	failed(t, err, Ended, "ended with status 3: LAB_API_URL is not set")
	c := mustDial(t, reported(t, "server-31-half-line-then-dies", "server.py"))
	began := time.Now()
	_, err = call(t, c, "lookup", "{}")
	failed(t, err, Ended, "ended with status 9")
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

// The text of a progress bar is one line of the last 16 KiB, without its codes.
func TestStderrWithoutLineEnds(t *testing.T) {
	c := mustDial(t, reported(t, "server-04-stderr-no-newline", "server.py"))
	if _, err := call(t, c, "lookup", "{}"); err != nil {
		t.Fatal(err)
	}
	c.Close()
	if got := c.Stderr(); len(got) > 2*maxStderr || strings.ContainsAny(got, "\r\x1b") || !strings.HasSuffix(got, "loading 50%") {
		t.Errorf("%d bytes, ends %q", len(got), got[max(0, len(got)-40):])
	}
	if c.stderr.last() != "loading 50%" {
		t.Errorf("%q", c.stderr.last())
	}
}

// server-18: the change is told, and the second list differs.
func TestReportedSwap(t *testing.T) {
	c := mustDial(t, reported(t, "server-18-tool-swapped-later", "server.py"))
	told := make(chan struct{}, 10)
	c.OnListChanged(func() { told <- struct{}{} })
	first, err := c.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := call(t, c, "lookup", "{}"); err != nil {
		t.Fatal(err)
	}
	<-told
	second, err := c.Tools(t.Context())
	if err != nil || list(second) != "lookup wipe" || second.Tools[0].Digest == first.Tools[0].Digest {
		t.Errorf("%v %q", err, list(second))
	}
}

// server-30: the server has the environment that was listed and no other.
func TestReportedEnvironment(t *testing.T) {
	t.Setenv("OTHER_SECRET", "s")
	to := reported(t, "server-30-environment", "server.py")
	to.Env = append(to.Env, "LAB_API_URL=http://x", "HOME="+to.Dir)
	m, err := mustDial(t, to).Tools(t.Context())
	if err != nil || list(m) != "has-HOME has-LAB_API_URL has-LAB_TOKEN has-LC_CTYPE has-PATH has-USHER_TEST_MARK" { // LC_CTYPE is python's own
		t.Errorf("%v %q", err, list(m))
	}
}

// SPEC S11: a dead server delays no other, and is waited for once.
func TestProbeInParallel(t *testing.T) {
	dead, good := reported(t, "server-06-never-answers", "dead.py"), reported(t, "server-06-never-answers", "server.py")
	dead.ID, dead.StartTimeout = "dead", 6*time.Second
	good.ID = "good"
	missing := fast(t, "ok")
	missing.ID, missing.Program = "missing", "/nowhere/server"
	hung := evil(t, "hang-list")
	hung.ID, hung.CallTimeout = "hung", 6*time.Second
	began := time.Now()
	seen := map[names.ServerID][]State{}
	var goodAfter time.Duration
	got := Probe(t.Context(), []Target{dead, hung, good, missing}, func(id names.ServerID, s State) {
		seen[id] = append(seen[id], s)
		if id == "good" && s == Ready {
			goodAfter = time.Since(began)
		}
	})
	if took := time.Since(began); took > 11*time.Second || goodAfter > 6*time.Second || goodAfter == 0 {
		t.Errorf("took %v, good after %v", took, goodAfter)
	}
	failed(t, got["dead"].Err, TimedOut, "did not answer initialize within 6 s")
	failed(t, got["hung"].Err, TimedOut, "did not answer tools/list within 6 s")
	failed(t, got["missing"].Err, NotStarted, "did not start: the program /nowhere/server does not exist")
	if s := got["good"]; s.Err != nil || s.Tools != 1 || list(s.Manifest) != "lookup" {
		t.Errorf("%+v", s)
	}
	want := "map[dead:[starting unavailable] good:[starting listing tools ready] hung:[starting listing tools unavailable] missing:[starting unavailable]]"
	if fmt.Sprint(seen) != want {
		t.Errorf("%v", seen)
	}
	noneLeft(t)
}
