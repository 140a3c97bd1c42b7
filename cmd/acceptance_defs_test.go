//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Hostile definition files, each with what EXPECT.tsv and the rulings say: LOAD,
// DROP of the entry, or REFUSE of the file. For every one: an end in time and in
// bounded memory, no CANARY anywhere, no secret value in any output.

// definition is a row of EXPECT.tsv about a file of a kind.
type definition struct{ name, want string }

// definitions are the rows of a kind, with the rulings that change a word.
func definitions(t *testing.T, kind string, ruled map[string]string) (rows []definition) {
	t.Helper()
	for _, row := range tsv(t, filepath.Join(attacksDir, "EXPECT.tsv")) {
		name, ok := strings.CutPrefix(row[0], "defs/"+kind+"/")
		if !ok {
			continue
		}
		want := strings.Trim(strings.Fields(row[1])[0], ";")
		if r, ok := ruled[strings.TrimSuffix(name, ".json")[:4]]; ok {
			want = r
		}
		rows = append(rows, definition{name, want})
	}
	files, err := filepath.Glob(filepath.Join(attacksDir, "defs", kind, "*.json"))
	must(t, err)
	if len(files) != len(rows) {
		t.Errorf("%d files of %s, %d rows", len(files), kind, len(rows))
	}
	return rows
}

// hostile reads a file; what it calls kaitoi is usher here (RULINGS).
func hostile(t *testing.T, kind, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(attacksDir, "defs", kind, name))
	must(t, err)
	return strings.ReplaceAll(string(data), `"kaitoi"`, `"usher"`)
}

// silentAbout holds outputs to repeat no secret of the files, and to come in time.
func silentAbout(t *testing.T, rs ...ran) {
	t.Helper()
	for _, r := range rs {
		for _, secret := range []string{"sk-live-abc", "tok@", "//tok"} {
			if strings.Contains(r.out+r.err, secret) {
				t.Errorf("%q is shown: %v", secret, r)
			}
		}
		harmless(t, r)
		if r.took > 2e9+slack {
			t.Errorf("took too long: %v", r)
		}
	}
}

// checkWord is the table's word for what a check command says of a file with
// one entry: the file as a whole, its entry, or no error at all.
func checkWord(t *testing.T, r ran, path string) string {
	t.Helper()
	var out struct {
		Files []struct {
			Path    string
			Entries int
		}
		Problems []problem
	}
	if err := json.Unmarshal([]byte(r.out), &out); err != nil || len(out.Files) != 1 || out.Files[0].Path != path {
		t.Fatalf("not a check of %s (%v): %v", path, err, r)
	}
	errors := slices.DeleteFunc(out.Problems, func(p problem) bool { return p.Severity != "error" })
	if r.code != min(len(errors), 1) {
		t.Errorf("status with %d errors: %v", len(errors), r)
	}
	for _, p := range errors {
		if p.File != path || p.Rule == "" || p.Message == "" || p.Line < 1 && p.Rule[:5] != "file/" {
			t.Errorf("an error without its place: %+v", p)
		}
	}
	switch {
	case len(errors) == 0:
		return "LOAD"
	case out.Files[0].Entries > 0:
		return "DROP some"
	}
	return "not loaded"
}

// TestHostileServerFiles puts every file through "server check" under both sets
// of rules, through "server list" and through run-gate.
func TestHostileServerFiles(t *testing.T) {
	t.Parallel()
	load := func(ids ...string) map[string]string {
		m := map[string]string{}
		for _, id := range ids {
			m[id] = "LOAD"
		}
		return m
	}
	// F2: comments at the tail and in the text, a BOM, keys that begin with _; the
	// cards' rows load and wait for their card; usher's own name is refused at the start.
	ruled := load("0206", "0207", "0208", "0703", "0605", "0608", "0609", "0613", "0623", "0624", "0625", "0626")
	own := load("0300", "0305", "0307") // a literal in one's own file is one's own affair
	rows := definitions(t, "mcp", ruled)
	fan(t, 4, rows, func(d definition) string { return d.name }, func(t *testing.T, d definition) {
		h := newHouse(t)
		h.put(t, "mcp.json", hostile(t, "mcp", d.name))
		project, most := h.measured(t, "", "usher", "server", "check", "--as", "project", "--format", "json", h.mcpFile())
		yours := h.usher(t, "server", "check", "--as", "yours", "--format", "json", h.mcpFile())
		list, listJSON := h.usher(t, "server", "list"), h.usher(t, "server", "list", "-o", "json")
		server := h.decide(t, callOf("lab__x", canAsk))
		web := h.asks(t, callOf("web__x", canAsk), "-v")
		host := h.asks(t, callOf("bash", canAsk), "-v")
		silentAbout(t, project, yours, list, listJSON, server.ran, web.ran, host.ran,
			h.usher(t, "server", "check", h.mcpFile()), h.usher(t, "server", "check", "--as", "project", h.mcpFile()))
		h.canary(t)
		if most > maxMemory {
			t.Errorf("the check took %d KiB", most)
		}

		wantYours := d.want
		if r, ok := own[d.name[:4]]; ok {
			wantYours = r
		}
		if got := checkWord(t, project, h.mcpFile()); got != loaded(d.want) {
			t.Errorf("as project: %s, want %s: %v", got, d.want, project)
		}
		if got := checkWord(t, yours, h.mcpFile()); got != loaded(wantYours) {
			t.Errorf("as yours: %s, want %s: %v", got, wantYours, yours)
		}
		// A file that is refused refuses every call; a dropped entry its own (G1, G2).
		// Nothing here was approved, so nothing of it ever runs.
		for id, v := range map[string]verdict{"lab": server, "web": web} {
			named := strings.Contains(strings.ReplaceAll(hostile(t, "mcp", d.name), " ", ""), `"id":"`+id+`"`)
			if v.word() == "allow" || named && v.word() != "deny" {
				t.Errorf("a call of %s: %v", id, v.ran)
			}
		}
		if refused := host.word() == "deny"; refused != (wantYours == "REFUSE") {
			t.Errorf("a call of no server, with %s: %v", wantYours, host.ran)
		}
		if wantYours == "REFUSE" {
			host.wants(t, "deny", "file "+h.mcpFile())
		}
	})
}

// loaded is what checkWord can tell of a row's word.
func loaded(want string) string {
	if want == "LOAD" {
		return "LOAD"
	}
	return "not loaded"
}

// TestHostileHooksFiles puts every file through "hooks check", "hooks list" and
// run-gate, where the tool is marked read-only: what the file does not refuse runs.
func TestHostileHooksFiles(t *testing.T) {
	t.Parallel()
	// F2: a trailing comma is no fault; of two names the first stands; TurnEnd
	// stands before no call, so a dropped one guards nothing.
	rows := definitions(t, "hooks", map[string]string{"0210": "LOAD", "0200": "DROP some", "0125": "DROP idle"})
	fan(t, 4, rows, func(d definition) string { return d.name }, func(t *testing.T, d definition) {
		h := newHouse(t)
		h.ready(t, "lookup")
		h.put(t, "hooks.json", hostile(t, "hooks", d.name))
		check, most := h.measured(t, "", "usher", "hooks", "check", "--format", "json", h.hooksFile())
		list := h.usher(t, "hooks", "list")
		v := h.decide(t, callOf("acme__lookup", canAsk))
		host := h.asks(t, callOf("bash", canAsk), "-v")
		silentAbout(t, check, list, v.ran, host.ran, h.usher(t, "hooks", "check", h.hooksFile()))
		h.canary(t)
		if most > maxMemory {
			t.Errorf("the check took %d KiB", most)
		}
		want := loaded(d.want)
		if d.want == "DROP some" {
			want = d.want
		}
		if got := checkWord(t, check, h.hooksFile()); got != want {
			t.Errorf("%s, want %s: %v", got, d.want, check)
		}
		switch {
		case d.want == "DROP idle", d.name[:3] == "000", d.name[:4] == "0210":
			v.wants(t, "allow")
		case d.want == "LOAD": // usher itself, or a program that is not there
			v.wants(t, "deny", "hook guard: the hook failed: could not start")
		case d.want == "REFUSE":
			v.wants(t, "deny", "file "+h.hooksFile())
			host.wants(t, "deny", "file "+h.hooksFile())
		default:
			v.wants(t, "deny", "could have guarded this call")
			host.wants(t, "deny", "could have guarded this call")
		}
	})
}

// TestDroppedGuardRefusesWhatItCouldHaveMatched (SPEC H13): the same faults with a
// pattern refuse the calls of that pattern and no others; where the pattern itself
// is at fault it stands for every tool.
func TestDroppedGuardRefusesWhatItCouldHaveMatched(t *testing.T) {
	rows := definitions(t, "hooks", nil)
	fan(t, 4, rows, func(d definition) string { return d.name }, func(t *testing.T, d definition) {
		if d.want != "DROP" || d.name[:4] == "0125" {
			return
		}
		var file struct {
			Hooks []map[string]any `json:"hooks"`
		}
		must(t, json.Unmarshal([]byte(hostile(t, "hooks", d.name)), &file))
		own := false
		for _, entry := range file.Hooks {
			if _, ok := entry["match"]; ok {
				own = true
				continue
			}
			entry["match"] = "acme__b*"
		}
		data, err := json.Marshal(file)
		must(t, err)
		h := newHouse(t)
		h.ready(t, "aread", "bread")
		h.put(t, "hooks.json", string(data))
		h.decide(t, callOf("acme__bread")).wants(t, "deny", "could have guarded this call")
		other := h.decide(t, callOf("acme__aread"))
		if own {
			other.wants(t, "deny", "could have guarded this call")
		} else {
			other.wants(t, "allow")
		}
	})
}
