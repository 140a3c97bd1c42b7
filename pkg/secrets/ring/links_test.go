package ring

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// HOUSE 2: the library that dials the bus before main is part of this program
// and of no other package or program, on any system.
func TestNothingElseLinksTheKeychainLibrary(t *testing.T) {
	for _, goos := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "usher/...")
		cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		linked := 0
		for line := range strings.Lines(string(out)) {
			name, deps, _ := strings.Cut(strings.TrimSpace(line), " ")
			has := strings.Contains(deps, "github.com/99designs/keyring") || strings.Contains(deps, "github.com/godbus/")
			if has && name != "usher/cmd/usher-keychain" {
				t.Errorf("%s: %s links it", goos, name)
			}
			if has {
				linked++
			}
		}
		if linked != 1 {
			t.Errorf("%s: %d programs link it", goos, linked)
		}
	}
}

// A test binary of the program would link the library too, and leave a bus
// behind wherever there was none: the program's tests are here.
func TestTheProgramHasNoTestsOfItsOwn(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.TestGoFiles}}{{.XTestGoFiles}}", "usher/cmd/usher-keychain").Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != "[][]" {
		t.Errorf("%s %v", got, err)
	}
}
