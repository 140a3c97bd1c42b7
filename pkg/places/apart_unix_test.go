//go:build unix

package places

import (
	"os"
	"path/filepath"
	"testing"
)

// SPEC C3: an assistant folder that somebody named does not belong to the person's
// own state, under whatever name either goes; the person's own does.
func TestNamedHomeIsApartFromTheOwnState_C3(t *testing.T) {
	user := t.TempDir()
	own, state := filepath.Join(user, ".config/usher"), filepath.Join(user, ".local/state/usher")
	link, evil, other := filepath.Join(user, "link"), filepath.Join(user, "evil"), filepath.Join(user, "other")
	if err := os.MkdirAll(own, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(own, link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		law                      string
		flagHome, flagState      string
		variableHome, variableSt string
		apart                    bool
	}{
		{law: "nothing named"},
		{law: "another home by flag", flagHome: evil, apart: true},
		{law: "another home by variable", variableHome: evil, apart: true},
		{law: "a home relative to the working directory", flagHome: "evil", apart: true},
		{law: "the own home by its name", flagHome: own},
		{law: "the own home through a link", flagHome: link},
		{law: "the own home spelled otherwise", variableHome: own + "/../usher/"},
		{law: "another home with a state of its own", flagHome: evil, flagState: other},
		{law: "the same by variables", variableHome: evil, variableSt: other},
		{law: "another home with the own state named", flagHome: evil, flagState: state, apart: true},
		{law: "the same by variables", variableHome: evil, variableSt: state, apart: true},
		{law: "another state alone", flagState: other},
	} {
		in := Input{GOOS: "linux", WorkDir: user, Home: c.flagHome, State: c.flagState, MachineDir: filepath.Join(user, "machine"),
			Getenv: env("HOME", user, "USHER_HOME", c.variableHome, "USHER_STATE", c.variableSt)}
		p, err := Find(in)
		if err != nil {
			t.Errorf("%s: %v", c.law, err)
		} else if got := Apart(in, p); got != c.apart {
			t.Errorf("%s: apart %v, places %+v", c.law, got, p)
		}
	}
}
