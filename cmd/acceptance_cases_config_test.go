//go:build linux && !race

package cmd_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// The config cases from real reports, as far as "server check", "server list" and
// run-gate read files. What needs "server add" comes with it: config-21 (one line
// of arguments), the second halves of config-03, -06 and -15, and config-19's
// twenty writers, which here write decisions instead.

// configHouse is a case's files as the assistant folder, nothing approved.
func configHouse(t *testing.T, name string) *house {
	t.Helper()
	h := newHouse(t)
	h.copies(t, filepath.Join(casesDir, name))
	return h
}

// errorsOf counts the errors of one entry and joins their words.
func errorsOf(ps []problem, entry string) (n int, words string) {
	for _, p := range named(ps, entry) {
		if p.Severity == "error" {
			n++
			words += p.Message + " " + p.Hint + "\n"
		}
	}
	return n, words
}

// dropped holds that an entry is dropped with these words, everywhere it shows.
func (h *house) dropped(t *testing.T, ps []problem, entry string, words ...string) {
	t.Helper()
	n, all := errorsOf(ps, entry)
	if n == 0 {
		t.Errorf("%s is not dropped: %+v", entry, ps)
	}
	for _, w := range words {
		if !strings.Contains(all, w) {
			t.Errorf("%s: nothing says %q: %s", entry, w, all)
		}
	}
}

func TestCommentsAreRead_config01(t *testing.T) {
	h := configHouse(t, "config-01-comments")
	before, err := os.ReadFile(h.mcpFile())
	must(t, err)
	for _, as := range []string{"yours", "project"} {
		if ps := h.check(t, 0, "server", "check", "--as", as, h.mcpFile()); len(ps) != 0 {
			t.Errorf("%+v", ps)
		}
	}
	list := h.servers(t)
	if len(list) != 1 || list[0].ID != "good" || !strings.Contains(list[0].Runs, "https://lab.example/mcp//v2") {
		t.Errorf("%+v", list)
	}
	after, err := os.ReadFile(h.mcpFile())
	if err != nil || !bytes.Equal(before, after) {
		t.Error("the file was changed")
	}
}

func TestByteOrderMarkAndLineEnds_config03(t *testing.T) {
	h := configHouse(t, "config-03-bom")
	h.check(t, 0, "server", "check", "--as", "project", h.mcpFile())
	h.check(t, 0, "hooks", "check", h.hooksFile())
	if ids := h.ids(t, "needs approval"); ids != "good" {
		t.Errorf("loaded: %q", ids)
	}
	h.does(t, 0, "server", "list")
	h.put(t, "policy.json", "\uFEFF"+`{"approve":{"unattended":true}}`)
	digest := h.digest(t, "good")
	h.does(t, 0, "server", "approve", "good", "--digest", digest)
	h.does(t, 0, "server", "mark", "good", "x", "read-only", "--digest", digest)
	h.decide(t, callOf("good__x")).wants(t, "deny", "hook guard: refused")
}

func TestUTF16IsNamed_config04(t *testing.T) {
	h := configHouse(t, "config-04-utf16")
	before, err := os.ReadFile(h.mcpFile())
	must(t, err)
	ps := h.check(t, 1, "server", "check", h.mcpFile())
	if len(ps) != 1 || !strings.Contains(ps[0].Message, "UTF-16") || !strings.Contains(ps[0].Message+ps[0].Hint, "UTF-8") {
		t.Errorf("%+v", ps)
	}
	h.decide(t, callOf("bash", canAsk)).wants(t, "deny", "file "+h.mcpFile(), "UTF-16")
	if after, err := os.ReadFile(h.mcpFile()); err != nil || !bytes.Equal(before, after) {
		t.Error("the file was changed")
	}
}

func TestFirstOfTwoStands_config06(t *testing.T) {
	h := configHouse(t, "config-06-duplicate-ids")
	h.dropped(t, h.check(t, 1, "server", "check", h.mcpFile()), "lab", `"lab"`)
	for _, s := range h.servers(t) {
		if s.ID == "lab" && s.Status != "dropped" && !strings.HasSuffix(s.Runs, "a.py") {
			t.Errorf("%+v", s)
		}
	}
	h.decide(t, callOf("lab__x", canAsk)).wants(t, "deny", "server lab: the server is not approved")
}

func TestOneBadEntryCostsItself_config07(t *testing.T) {
	h := configHouse(t, "config-07-one-bad-entry")
	ps := h.check(t, 1, "server", "check", h.mcpFile())
	for _, entry := range []string{"servers[1]", "servers[2]", "servers[3]", "nocmd"} {
		h.dropped(t, ps, entry)
	}
	for _, p := range ps {
		if p.Line == 0 || p.Column == 0 || p.Rule == "" {
			t.Errorf("no place or rule: %+v", p)
		}
	}
	if ids := h.ids(t, "needs approval"); ids != "good" {
		t.Errorf("loaded: %q", ids)
	}
	h.decide(t, callOf("nocmd__x", canAsk)).wants(t, "deny", "its entry was dropped")
	h.decide(t, callOf("elsewhere__x", canAsk)).wants(t, "ask")
}

func TestUnknownFieldsDropTheEntry_config09(t *testing.T) {
	h := configHouse(t, "config-09-unknown-fields")
	ps := h.check(t, 1, "server", "check", h.mcpFile())
	h.dropped(t, ps, "a", `"environment"`, `"env"`)
	h.dropped(t, ps, "b", `"tokenenv"`, `"tokenEnv"`)
	h.dropped(t, ps, "c", `"alwaysAllow"`)
	if ids := h.ids(t, "dropped"); ids != "a b c" {
		t.Errorf("dropped: %q", ids)
	}
	h.decide(t, callOf("a__x", canAsk)).wants(t, "deny", `"environment"`)
}

func TestEnvIsNames_config10(t *testing.T) {
	h := configHouse(t, "config-10-env-types")
	ps := h.check(t, 1, "server", "check", "--as", "project", h.mcpFile())
	h.dropped(t, ps, "map", "project")
	h.dropped(t, ps, "str")
	h.dropped(t, ps, "num")
	h.dropped(t, ps, "bad", `"A=…"`, `""`, `"MY VAR"`, `"1X"`)
	if n, _ := errorsOf(ps, "good"); n != 0 {
		t.Errorf("good: %+v", ps)
	}
	for _, r := range []ran{
		h.usher(t, "server", "check", "--as", "project", h.mcpFile()), h.usher(t, "server", "check", h.mcpFile()),
		h.usher(t, "server", "list"), h.usher(t, "server", "list", "-o", "json"), h.usher(t, "server", "list", "-v"),
		h.decide(t, callOf("map__x")).ran, h.asks(t, callOf("map__x"), "-v").ran,
	} {
		if strings.Contains(r.out+r.err, "hunter2") {
			t.Errorf("the value is printed: %v", r)
		}
	}
}

func TestBothOrNeither_config12(t *testing.T) {
	h := configHouse(t, "config-12-both-or-neither")
	ps := h.check(t, 1, "server", "check", h.mcpFile())
	h.dropped(t, ps, "both", "command", "url")
	h.dropped(t, ps, "none", "command", "url")
	if ids := h.ids(t, "needs approval"); ids != "good" {
		t.Errorf("loaded: %q", ids)
	}
}

func TestBackslashes_config13(t *testing.T) {
	h := configHouse(t, "config-13-windows-backslashes")
	ps := h.check(t, 1, "server", "check", h.mcpFile())
	if len(ps) == 0 || ps[0].Line != 1 || !strings.Contains(ps[0].Message+ps[0].Hint, `\\ (the backslash twice)`) {
		t.Errorf("%+v", ps)
	}
	h.decide(t, callOf("bash", canAsk)).wants(t, "deny", "file "+h.mcpFile())
	h.dropped(t, h.check(t, 1, "server", "check", filepath.Join(h.conf, "mcp2.json")), "b", `\n`)
}

func TestReservedIds_config15(t *testing.T) {
	h := configHouse(t, "config-15-reserved-ids")
	for _, as := range []string{"yours", "project"} {
		ps := h.check(t, 1, "server", "check", "--as", as, h.mcpFile())
		for _, id := range strings.Fields("cad mesh kratos pdf app mcp") {
			h.dropped(t, ps, id, "reserved")
		}
	}
	if ids := h.ids(t, "needs approval"); ids != "app-2 cads" {
		t.Errorf("loaded: %q", ids)
	}
}

func TestURLs_config16(t *testing.T) {
	h := configHouse(t, "config-16-url-rules")
	ps := h.check(t, 1, "server", "check", h.mcpFile())
	for i := range 8 {
		if id := fmt.Sprintf("u%d", i); id != "u5" { // an outer blank may be trimmed or refused
			h.dropped(t, ps, id)
		}
	}
	for _, r := range []ran{
		h.usher(t, "server", "check", h.mcpFile()), h.usher(t, "server", "check", "--as", "project", h.mcpFile()),
		h.usher(t, "server", "list"), h.usher(t, "server", "list", "-o", "json"), h.decide(t, callOf("u3__x")).ran,
	} {
		if strings.Contains(r.out+r.err, "pa55") {
			t.Errorf("the password is printed: %v", r)
		}
	}
}

// TestRootAndSize_config18: one message that names the file and what was
// expected, in bounded time and memory (SPEC F2, 18).
func TestRootAndSize_config18(t *testing.T) {
	h := configHouse(t, "config-18-root-and-size")
	h.put(t, "deep.json", strings.Repeat("[", 100000))
	h.put(t, "big.json", `{"servers":[`+strings.Repeat(`{"id":"x","command":"y"},`, 1200000)+`0]}`)
	for name, says := range map[string]string{
		"empty.json": "empty", "blank.json": "", "root-list.json": "object", "root-null.json": "", "root-text.json": "object",
		"deep.json": "deep", "big.json": "at most 1048576",
	} {
		path := filepath.Join(h.conf, name)
		r, most := h.measured(t, "", "usher", "server", "check", path)
		if r.code != 1 || !strings.Contains(r.out, path) || !strings.Contains(r.out, says) || strings.Count(r.out, "error: ") != 1 {
			t.Errorf("%s: %v", name, r)
		}
		if r.took > slack || most > maxMemory {
			t.Errorf("%s took %v and %d KiB", name, r.took, most)
		}
		must(t, os.Rename(path, h.mcpFile()))
		v := h.decide(t, callOf("bash", canAsk))
		v.wants(t, "deny", h.mcpFile(), says)
		if v.took > slack {
			t.Errorf("%s: %v", name, v.ran)
		}
		r, most = h.measured(t, callOf("bash"), "usher-gate")
		if r.code != 2 || most > maxMemory {
			t.Errorf("%s: %d KiB: %v", name, most, r)
		}
	}
}

// TestTwentyWritersLoseNothing_config19 (SPEC F5).
func TestTwentyWritersLoseNothing_config19(t *testing.T) {
	h := newHouse(t)
	h.ready(t)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			c := h.command("usher", "grant", "set", "acme", fmt.Sprintf("t%d", i), "--deny")
			if r := launch(t, c, ""); r.code != 0 {
				t.Errorf("%v", r)
			}
		})
	}
	all.Wait()
	for i := range 20 {
		h.asks(t, callOf(fmt.Sprintf("acme__t%d", i), canAsk)).wants(t, "deny", "never to be called")
	}
	info, err := os.Stat(filepath.Join(h.state, "ledger.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestNothingIsExpanded_config22(t *testing.T) {
	h := configHouse(t, "config-22-tilde-in-args")
	list := h.servers(t)
	if len(list) != 1 || !strings.Contains(list[0].Runs, "~/Projects") || !strings.Contains(list[0].Runs, "$USER") {
		t.Errorf("%+v", list)
	}
	notes := named(h.check(t, 0, "server", "check", h.mcpFile()), "fs")
	if len(notes) == 0 {
		t.Error("nothing says that ~ and $ are passed as they are")
	}
}
