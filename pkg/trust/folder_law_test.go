package trust

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// T2, T5: every definition of every layout, all that is in skills and prompts,
// and what definitions name, each with the bytes that were hashed.
func TestFolderCarriesEveryCoveredFile_T2(t *testing.T) {
	files := wholeProject()
	dir := files.in(t, newFolder(t))
	put(t, dir, "README.md", "not covered")
	put(t, dir, ".usher/notes.txt", "not covered either")
	f := read(t, dir)
	var got []string
	for _, a := range f.Files {
		got = append(got, a.Path)
		if string(a.Data) != files[a.Path] || !a.Digest.Valid() {
			t.Errorf("%s holds %q", a.Path, a.Data)
		}
		if named := a.Part == PartNamed; named == a.Definition || named == strings.HasPrefix(a.Path, ".") {
			t.Errorf("%s: part %q, definition %v", a.Path, a.Part, a.Definition)
		}
	}
	if want := slices.Sorted(maps.Keys(files)); !slices.Equal(got, want) {
		t.Errorf("covered %q\nwant    %q", got, want)
	}
	if f.Path != dir || len(f.Absent)+len(f.Uncovered) != 0 || !slices.Equal(f.Layouts(), []string{"usher", "kkss", "kaitoi", "claude", "agents"}) {
		t.Errorf("%+v", f)
	}
	var layouts []string
	for _, a := range f.InOrder() {
		if !a.Definition || len(layouts) > 0 && layouts[len(layouts)-1] == a.Layout {
			continue
		}
		layouts = append(layouts, a.Layout)
	}
	if !slices.Equal(layouts, f.Layouts()) || len(Layouts()) < 2 || Layouts()[0].Name != "usher" {
		t.Errorf("the order of the layouts is %q", layouts)
	}
	if a, ok := f.File(".usher/hooks.json"); !ok || a.Part != PartHooks || a.Layout != "usher" {
		t.Errorf("%+v", a)
	}
	if _, ok := f.File(".usher/none"); ok {
		t.Error("a file that is not there was found")
	}
}

// F-2, A10: for each covered file, any one of these makes it another folder, and
// the same bytes again make it the trusted one again.
func TestAnyChangeOfACoveredFileChangesTheState_T2_A10(t *testing.T) {
	dir := wholeProject().in(t, newFolder(t))
	l := trusted(t, dir)
	changes := map[string]func(path string, data []byte) error{
		"append":  func(p string, d []byte) error { return os.WriteFile(p, append(d, '\n'), 0o644) },
		"prepend": func(p string, d []byte) error { return os.WriteFile(p, append([]byte(" "), d...), 0o644) },
		"line ends": func(p string, d []byte) error {
			return os.WriteFile(p, append(bytes.ReplaceAll(d, []byte("\n"), []byte("\r\n")), '\r'), 0o644)
		},
		"delete": func(p string, _ []byte) error { return os.Remove(p) },
		"rename": func(p string, _ []byte) error { return os.Rename(p, p+"x") },
		"case": func(p string, _ []byte) error {
			return os.Rename(p, filepath.Join(filepath.Dir(p), strings.ToUpper(filepath.Base(p))+"X"))
		},
		"to folder":  func(p string, _ []byte) error { return errFirst(os.Remove(p), os.Mkdir(p, 0o755)) },
		"to a link":  func(p string, d []byte) error { return errFirst(os.Rename(p, p+".real"), os.Symlink(p+".real", p)) },
		"to nowhere": func(p string, _ []byte) error { return errFirst(os.Remove(p), os.Symlink("/nonexistent/x", p)) },
	}
	for name, text := range wholeProject() {
		path := at(dir, name)
		if text != "" {
			changes["flip a bit"] = func(p string, d []byte) error {
				d[len(d)/2] ^= 1
				return os.WriteFile(p, d, 0o644)
			}
			changes["truncate"] = func(p string, d []byte) error { return os.Truncate(p, int64(len(d)-1)) }
		} else {
			delete(changes, "flip a bit")
			delete(changes, "truncate")
		}
		for what, change := range changes {
			must(t, change(path, []byte(text)))
			if s := l.FolderState(ReadFolder(dir, words)); s != Changed && s != Unreadable {
				t.Errorf("%s of %s: %q", what, name, s)
			}
			must(t, restored(path, text))
			wantState(t, l, dir, Trusted, what+" of "+name+" undone")
		}
	}
}

func errFirst(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// restored removes every name that a change left and writes the file again.
func restored(path, text string) error {
	upper := filepath.Join(filepath.Dir(path), strings.ToUpper(filepath.Base(path))+"X")
	for _, p := range []string{path, path + "x", path + ".real", upper} {
		if err := os.RemoveAll(p); err != nil {
			return err
		}
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// A10, trust-03: a new definition, or anything new in a folder of definitions,
// is a change, and so is a deleted one; each layout, each kind.
func TestNewDefinitionsChangeTheState_T2(t *testing.T) {
	for _, first := range []string{".usher/mcp.json", ".kkss/assistant/mcp.json"} {
		dir := tree{first: "x"}.in(t, newFolder(t))
		l := trusted(t, dir)
		for _, d := range definitions() {
			name := d.path
			if d.tree {
				name += "/a/ref.txt"
			}
			if name == first {
				continue
			}
			put(t, dir, name, "")
			wantState(t, l, dir, Changed, "new "+name)
			must(t, os.Remove(at(dir, name)))
			wantState(t, l, dir, Trusted, "gone again "+name)
		}
		must(t, os.Remove(at(dir, first)))
		wantState(t, l, dir, Changed, "all definitions gone")
	}
}

// T2, trust-04: times, modes, the order of making, and the same bytes written
// anew do not matter; nor do files that no definition is or names.
func TestOnlyNamesAndBytesCount_T2(t *testing.T) {
	files := wholeProject()
	dir := files.in(t, newFolder(t))
	l := trusted(t, dir)
	for name, text := range files {
		path := at(dir, name)
		must(t, os.Chtimes(path, time.Unix(1, 0), time.Unix(2, 0)))
		must(t, os.Chmod(path, 0o500))
		wantState(t, l, dir, Trusted, "other time and mode of "+name)
		must(t, os.Remove(path))
		must(t, os.WriteFile(path, []byte(text), 0o600))
		wantState(t, l, dir, Trusted, "same bytes anew of "+name)
	}
	names := slices.Sorted(maps.Keys(files))
	slices.Reverse(names)
	for _, name := range names {
		must(t, os.Remove(at(dir, name)))
	}
	for _, name := range names {
		put(t, dir, name, files[name])
	}
	put(t, dir, "src/main.go", "package main")
	put(t, dir, ".usher/settings.json", "{}")
	put(t, dir, ".git/commondir", "/elsewhere") // A03
	must(t, os.MkdirAll(at(dir, ".usher/skills/empty/deep"), 0o755))
	wantState(t, l, dir, Trusted, "made in another order, with neighbours")
}

// T2, Q3: the digest is of content alone, so a copy has the same one; trust is
// of the place as well, so it is not trusted.
func TestTheDigestIsOfContentAndTrustOfThePlace_T2(t *testing.T) {
	a, b := wholeProject().in(t, newFolder(t)), wholeProject().in(t, newFolder(t))
	l := trusted(t, a)
	if read(t, a).Digest != read(t, b).Digest || read(t, a).Definitions != read(t, b).Definitions {
		t.Error("two folders of the same content have two digests")
	}
	wantState(t, l, b, NotTrusted, "a copy")
}

// Q3, F-3, A09: two different sets never give one digest: names, bytes, where
// one ends, absent names, names that are not covered, and what is left out.
func TestTwoSetsNeverGiveOneDigest_Q3(t *testing.T) {
	seen := map[string]string{}
	names := []string{"a", "ab", "b", "covers", "a\x00b", "uncovered"}
	contents := []string{"", "a", "ab", "b", "a\x00", "all"}
	check := func(f Folder) {
		f.seal()
		if f.Digest == f.Definitions {
			t.Errorf("%+v: one digest for all and for the definitions", f)
		}
		what := fmt.Sprintf("%q %q %q", pairs(f.Files, false), f.Absent, f.Uncovered)
		only := fmt.Sprintf("only %q %q", pairs(f.Files, true), f.Absent)
		for d, text := range map[string]string{string(f.Digest): what, string(f.Definitions): only} {
			if other, ok := seen[d]; ok && other != text {
				t.Fatalf("one digest for\n%s\n%s", other, text)
			}
			seen[d] = text
		}
	}
	// each name is absent, not covered, unheard of, or a file of some content
	choices := len(contents) + 3
	total := 1
	for range names {
		total *= choices
	}
	for n := 0; n < total; n += 31 { // 31 and the number of choices have no common factor
		var f Folder
		for i, rest := 0, n; i < len(names); i, rest = i+1, rest/choices {
			switch c := rest % choices; c {
			case 0:
			case 1:
				f.Absent = append(f.Absent, names[i])
			case 2:
				f.Uncovered = append(f.Uncovered, Uncovered{Path: names[i]})
			default:
				a := newFile(names[i], []byte(contents[c-3]))
				a.Definition = i%2 == 0
				f.Files = append(f.Files, a)
			}
		}
		check(f)
	}
	if len(seen) < total/31 {
		t.Errorf("%d sets gave %d digests", total/31, len(seen))
	}
}

func pairs(files []File, definitions bool) (out [][2]string) {
	for _, f := range files {
		if !definitions || f.Definition {
			out = append(out, [2]string{f.Path, string(f.Data)})
		}
	}
	return out
}
