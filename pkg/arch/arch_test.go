package arch

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// pkg is what go list says of a package.
type pkg struct {
	ImportPath string
	Dir        string
	Doc        string
	GoFiles    []string
	Imports    []string
	Standard   bool
}

func (p pkg) ours() bool { return p.ImportPath == "usher" || strings.HasPrefix(p.ImportPath, "usher/") }

// systems are those usher is built for; files differ by system, not by processor.
func systems() []string { return []string{"linux", "darwin", "windows"} }

// list asks the go tool about packages, as they are for one system.
func list(t *testing.T, goos string, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Dir,Doc,GoFiles,Imports,Standard"}, args...)...)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=amd64", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var all []pkg
	for decoder := json.NewDecoder(out); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if len(p.GoFiles) > 0 || p.Standard {
			all = append(all, p)
		}
	}
	if err := cmd.Wait(); err != nil || len(all) == 0 {
		t.Fatalf("go list for %s: %v, %d packages", goos, err, len(all))
	}
	return all
}

// among reports whether path is one of the listed short names.
func among(path, shorts string) bool {
	return slices.ContainsFunc(strings.Fields(shorts), func(s string) bool { return full(s) == path })
}

// TestEveryPackageImportsOnlyWhatTheTableAllows holds both halves of the table:
// ours among ourselves, and each outside library in its own room.
func TestEveryPackageImportsOnlyWhatTheTableAllows(t *testing.T) {
	for _, goos := range systems() {
		for _, p := range list(t, goos, "./...") {
			short, known := shortOf(p.ImportPath)
			if !known {
				t.Errorf("%s is not in the table of rooms: give it a line, with what it may import", p.ImportPath)
				continue
			}
			for _, path := range p.Imports {
				switch (pkg{ImportPath: path}).ours() {
				case true:
					if !among(path, rooms[short]) {
						t.Errorf("%s: %s may not import %s", goos, p.ImportPath, path)
					}
				case false:
					checkLibrary(t, goos, p.ImportPath, path)
				}
			}
		}
	}
}

func shortOf(path string) (string, bool) {
	for short := range rooms {
		if full(short) == path {
			return short, true
		}
	}
	return "", false
}

func checkLibrary(t *testing.T, goos, importer, path string) {
	t.Helper()
	for library, allowed := range libraries {
		if !within(path, library) {
			continue
		}
		if !among(importer, allowed) {
			t.Errorf("%s: %s may not import %s: its room is %q", goos, importer, path, allowed)
		}
		return
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		t.Errorf("%s: %s imports %s, a library without a room", goos, importer, path)
	}
}

// within reports whether a package is root or below it.
func within(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// TestEveryPackageSaysWhatItIs: a package comment each.
func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for _, p := range list(t, "linux", "./...") {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

// TestProgramsLinkOnlyWhatTheyMay asks what each program is made of, however
// far down: the guard must stay small and quick to start.
func TestProgramsLinkOnlyWhatTheyMay(t *testing.T) {
	for program, bans := range links {
		for _, goos := range systems() {
			for _, p := range list(t, goos, "-deps", "."+program) {
				for _, ban := range strings.Fields(bans) {
					if banned(p.ImportPath, ban) {
						t.Errorf("%s: %s links %s", goos, full(program), p.ImportPath)
					}
				}
				if only, ok := linksOnly[program]; ok && p.ours() && !among(p.ImportPath, only) {
					t.Errorf("%s: %s links %s", goos, full(program), p.ImportPath)
				}
			}
		}
	}
}

// banned matches one package of ours, or an outside one and all below it.
func banned(path, ban string) bool {
	if strings.HasPrefix(ban, "/") {
		return path == full(ban)
	}
	return within(path, ban)
}
