package trust

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// T5: an absolute path that leads into the folder through a link outside names
// what is there; one that leads elsewhere does not.
func TestPathsThroughLinksLeadIntoTheFolder_T5(t *testing.T) {
	dir := tree{".usher/mcp.json": "x", "tools/guard": "g"}.in(t, newFolder(t))
	out := newFolder(t)
	for name, to := range map[string]string{"p": dir, "up": filepath.Dir(dir), "tools": dir + "/tools", "guard": dir + "/tools/guard", "twice": out + "/p", "else": out} {
		must(t, os.Symlink(to, at(out, name)))
	}
	for name, want := range map[string]string{
		"p/tools/guard": "tools/guard", "up/" + filepath.Base(dir) + "/tools/guard": "tools/guard", "tools/guard": "tools/guard", "guard": "tools/guard",
		"twice/tools/guard": "tools/guard", "else/p/tools/guard": "tools/guard", "else/tools/none": "", "p/tools/none": "", "p": "", "else/x": "",
	} {
		f := ReadFolder(dir, func(string, []byte) ([]string, []Uncovered) { return Named("", out+"/"+name), nil })
		_, ok := f.File("tools/guard")
		if f.Err != nil || ok != (want != "") || ok && len(f.Uncovered) > 0 {
			t.Errorf("%s: %v %+v %v", name, ok, f.Uncovered, f.Err)
		}
	}
}

// Without a shell nothing is read otherwise than word by word.
func TestReachedIsNamedWithoutAShell_T5(t *testing.T) {
	for _, argv := range [][]string{nil, {"node", "-c", "a; b $X"}, {"find", ".", "-S", "cd x"}, {"--sh=bash", "-c", "tools/x y"}, {"make", "-C", "tools"}} {
		names, open := Reached("sub", argv...)
		if !slices.Equal(names, Named("sub", argv...)) || open {
			t.Errorf("%q: %q %v", argv, names, open)
		}
	}
}

// A line of any size and kind is read soon, and names no more than a bounded
// number of words: nobody trusts who wrote it.
func TestHostileLinesAreReadSoon_T5_18(t *testing.T) {
	const size = 1 << 19
	for _, unit := range []string{"eval ", "sh -c ", "sh -o ", "cmd ", "env ", "env -S ", "trap ", "cd -x ", "cd a;", "cd a/b ", "$", "${", "${a", "`", "\"$(", "'\"", "\\", "%A%", "a b", "a;", "x=", "((", "pwsh ", "a$b\\\"", "xxxxxxxxx", strings.Repeat("d", 200) + " cd "} {
		start := time.Now()
		names, _ := Reached("", "sh", "-c", strings.Repeat(unit, size/len(unit)))
		if took := time.Since(start); took > 20*time.Second || len(names) > 100_000 {
			t.Errorf("%q: %d names in %v", unit, len(names), took)
		}
	}
	if _, open := ReachedLine("", strings.Repeat("a ", 600)); !open {
		t.Error("a command that is not looked at whole is told")
	}
}

func FuzzReachedLine(f *testing.F) {
	for _, s := range []string{`"$PWD"/x`, `a\`, `$`, `${`, `"`, "`x`", `$(a "b")`, `sh -c "sh -c 'x'"`, `cd a; cd b`, `env -S`, `%A%`} {
		f.Add("sub", s)
	}
	f.Fuzz(func(t *testing.T, cwd, line string) {
		names, _ := ReachedLine(cwd, line)
		for _, n := range names {
			if n == "" {
				t.Errorf("%q names nothing", line)
			}
		}
		if plain := "tools/x"; !strings.ContainsAny(line, "'\"\\$`") {
			if names, _ := ReachedLine("", line+";"+plain); !slices.Contains(names, plain) && len(names) < maxLineWords {
				t.Errorf("%q loses %s: %q", line, plain, names)
			}
		}
	})
}
