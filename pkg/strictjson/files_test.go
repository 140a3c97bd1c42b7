package strictjson_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/strictjson"
)

// Real files that people have been bitten by: what is wrong with each as a
// document, all else being for the room that knows its keys.
func TestRealFiles(t *testing.T) {
	want := map[string][]string{
		"attacks/hooks/0203-truncated.json":            {"1:44 syntax"},
		"attacks/hooks/0204-empty.json":                {"1:1 empty"},
		"attacks/hooks/0205-null.json":                 {"1:1 null"},
		"attacks/mcp/0204-dup-top.json":                {"1:15 duplicate-key"},
		"attacks/mcp/0205-trailing.json":               {"1:69 trailing"},
		"attacks/mcp/0210-bad-utf8.json":               {"1:55 utf8"},
		"attacks/mcp/0211-lone-surrogate.json":         {"1:52 lone-surrogate"},
		"attacks/mcp/0212-empty.json":                  {"1:1 empty"},
		"attacks/mcp/0219-number-exp.json":             {"9:17 syntax"},
		"attacks/mcp/0220-nan.json":                    {"1:55 syntax"},
		"attacks/mcp/0617-args-null.json":              {"7:5 null"},
		"cases/config-04-utf16/mcp.json":               {"1:1 utf16"},
		"cases/config-13-windows-backslashes/mcp.json": {"1:36 syntax"},
		"cases/hook-27-wrong-shapes/hooks-empty.json":  {"1:1 empty"},
		"cases/hook-27-wrong-shapes/hooks-null.json":   {"1:1 null"},
		"cases/hook-36-timeout-values/hooks.json":      {"1:728 null"},
	}
	seen := 0
	err := filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(filepath.ToSlash(path), "testdata/")
		if err != nil || d.IsDir() || !strings.HasPrefix(name, "attacks/") && !strings.HasPrefix(name, "cases/") {
			return err
		}
		seen++
		v, ps := strictjson.Decode(read(t, name), file)
		got := told(ps)
		if !slices.Equal(got, want[name]) {
			t.Errorf("%s: got %q, want %q", name, got, want[name])
		}
		if refused := len(got) > 0 && !strings.HasSuffix(got[0], " null"); refused != (v == nil) {
			t.Errorf("%s: value %v, problems %q", name, v, got)
		}
		return nil
	})
	if err != nil || seen < 100 {
		t.Errorf("%d files, %v", seen, err)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// open decodes a real file that is sound.
func open(t *testing.T, name string) *strictjson.Value {
	t.Helper()
	return must(t, string(read(t, name)), file)
}

// config-01: comments are read past, and // inside a text is not one.
func TestCommentsAreReadPast(t *testing.T) {
	servers := open(t, "cases/config-01-comments/mcp.json").Get("servers").Items()
	if len(servers) != 1 || servers[0].Place().String() != "5:5" {
		t.Fatalf("servers: %v", servers)
	}
	if url, _ := servers[0].Get("url").Text(); url != "https://lab.example/mcp//v2" {
		t.Errorf("url: %q", url)
	}
}

// config-03: a BOM and CR LF change nothing.
func TestABOMChangesNothing(t *testing.T) {
	id := open(t, "cases/config-03-bom/mcp.json").Get("servers").Items()[0].Get("id")
	if s, _ := id.Text(); s != "good" || id.Place().String() != "4:13" {
		t.Errorf("id %q at %v", s, id.Place())
	}
	if name, _ := open(t, "cases/config-03-bom/hooks.json").Get("hooks").Items()[0].Get("name").Text(); name != "guard" {
		t.Errorf("hook %q", name)
	}
}

// config-13: a legal escape keeps its meaning, so that the room of servers can
// refuse the control character it makes.
func TestALegalEscapeIsRead(t *testing.T) {
	command := open(t, "cases/config-13-windows-backslashes/mcp2.json").Get("servers").Items()[0].Get("command")
	if s, _ := command.Text(); s != "C:\nvm4w\tools\node.exe" {
		t.Errorf("command: %q", s)
	}
}

// hook-36: 1e3 is the whole number 1000, "5000" is none, null is told.
func TestTimeoutsAreExactNumbers(t *testing.T) {
	v, _ := strictjson.Decode(read(t, "cases/hook-36-timeout-values/hooks.json"), file)
	got := map[string]int64{}
	for _, h := range v.Get("hooks").Items() {
		name, _ := h.Get("name").Text()
		if n, ok := h.Get("timeoutMs").Int(); ok {
			got[name] = n
		}
	}
	want := map[string]int64{"t0": 60, "t1": 0, "t2": -1, "t3": 2000000, "t5": 1000, "t6": 99}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s: %d, want %d", name, got[name], n)
		}
	}
	for _, name := range []string{"t4", "t7"} {
		if n, ok := got[name]; ok {
			t.Errorf("%s has the timeout %d", name, n)
		}
	}
}
