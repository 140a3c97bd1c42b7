package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// table reads the columns of a TSV file, comments left out.
func table(t *testing.T, path string) [][]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

// Rulings on the table: what loads although the table says otherwise (SPEC F2:
// comments, BOM; Q4: usher itself is refused at the start, not in the file).
var ruledToLoad = [...]string{"0206", "0207", "0208", "0703", "0626"}

func expectation(name, column string) string {
	for _, n := range ruledToLoad {
		if strings.HasPrefix(name, n) {
			return "LOAD"
		}
	}
	word, _, _ := strings.Cut(column, " ")
	if word == "ASKSCREEN" { // belongs to the approval card: the file loads
		return "LOAD"
	}
	return word
}

// outcome is the table's word for a file.
func outcome(f File) string {
	switch {
	case f.Unusable:
		return "REFUSE"
	case len(f.Dropped) > 0:
		return "DROP"
	}
	return "LOAD"
}

// SPEC S1-S8, S6: every hostile file comes out as told under a project's rules.
func TestHostileFilesUnderProjectRules(t *testing.T) {
	seen := 0
	for _, row := range table(t, "testdata/attacks/EXPECT.tsv") {
		name, ok := strings.CutPrefix(row[0], "defs/mcp/")
		if !ok {
			continue
		}
		seen++
		f := parseAttack(t, name, Rules{Layer: "project", Project: true, GOOS: "linux"})
		want := expectation(name, row[1])
		if got := outcome(f); got != want {
			t.Errorf("%s: %s, want %s (%s)\n%s", name, got, want, row[2], text(f))
		}
		placed(t, name, f)
	}
	if seen < 80 {
		t.Errorf("only %d files of the table were found", seen)
	}
}

// SPEC S5, S6: as one's own file literals load, code-loading names only by --allow-env.
func TestHostileFilesAsOnesOwn(t *testing.T) {
	own := Rules{Layer: "yours", GOOS: "linux"}
	for _, name := range []string{"0300-env-object.json", "0305-headers.json", "0307-env-secret-arg.json"} {
		if f := parseAttack(t, name, own); outcome(f) != "LOAD" {
			t.Errorf("%s: %s, want LOAD\n%s", name, outcome(f), text(f))
		}
	}
	files, err := filepath.Glob("testdata/attacks/mcp/04*.json")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, path := range files {
		name := filepath.Base(path)
		if f := parseAttack(t, name, own); outcome(f) != "DROP" {
			t.Errorf("%s: %s, want DROP", name, outcome(f))
		}
		allowed := own
		allowed.AllowEnv = []string{envNameIn(t, path)}
		want := "LOAD"
		if name == "0418-env.json" { // BASH_FUNC_x%% is no name at all
			want = "DROP"
		}
		if f := parseAttack(t, name, allowed); outcome(f) != want {
			t.Errorf("%s with --allow-env: %s, want %s\n%s", name, outcome(f), want, text(f))
		}
		allowed.Project = true
		if f := parseAttack(t, name, allowed); outcome(f) != "DROP" {
			t.Errorf("%s: --allow-env must not help a project file", name)
		}
	}
}

func parseAttack(t *testing.T, name string, r Rules) File {
	t.Helper()
	data, err := os.ReadFile("testdata/attacks/mcp/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return ParseFile(data, Source{Path: "mcp.json"}, r)
}

func envNameIn(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Servers []struct{ Env []string } }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Servers[0].Env[0]
}

// SPEC F4: whatever is refused or dropped says where.
func placed(t *testing.T, name string, f File) {
	t.Helper()
	if f.Unusable && len(f.Problems) == 0 {
		t.Errorf("%s: refused in silence", name)
	}
	for _, d := range f.Dropped {
		if d.Problem.Line < 1 || d.Problem.Column < 1 || d.Problem.File == "" || d.Problem.Rule == "" {
			t.Errorf("%s: dropped without a place: %+v", name, d.Problem)
		}
	}
}

func text(f File) string {
	var b strings.Builder
	for _, p := range f.Problems {
		b.WriteString("  " + p.String() + " | " + p.Hint + "\n")
	}
	return b.String()
}

// SPEC S8: https anywhere, http to this computer only, one reading of the host.
func TestURLTable(t *testing.T) {
	rows := table(t, "testdata/attacks/urls.tsv")
	if len(rows) < 90 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		var raw string
		if err := json.Unmarshal([]byte(row[0]), &raw); err != nil {
			t.Fatal(err)
		}
		problem := CheckURL(raw)
		if (problem == "") != (row[1] == "yes") {
			t.Errorf("CheckURL(%s) = %q, want may connect: %s (%s)", row[0], problem, row[1], row[3])
		}
		for _, secret := range []string{"pw", "token", "evil.example/"} {
			if strings.Contains(raw, secret+"@") && strings.Contains(problem, secret) {
				t.Errorf("CheckURL(%s) repeats the user info: %q", row[0], problem)
			}
		}
	}
}
