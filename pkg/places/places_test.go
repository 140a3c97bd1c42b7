package places

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/fault"
)

func env(pairs ...string) func(string) string {
	vars := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		vars[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return vars[name] }
}

// folder is a temporary folder by its real path, with folders in it.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if err := os.MkdirAll(filepath.Join(dir, n), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// wantRefused checks the shape of every error here and its words; the value of
// a variable is never among them.
func wantRefused(t *testing.T, err error, says string, hints ...string) {
	t.Helper()
	var e *fault.Error
	if !errors.As(err, &e) || e.Kind != fault.Refused {
		t.Fatalf("got %v, want a refusal that says %q", err, says)
	}
	if !strings.Contains(e.Message, says) {
		t.Errorf("got %q, want %q in it", e.Message, says)
	}
	for _, h := range hints {
		if !strings.Contains(strings.Join(e.Hints, "\n"), h) {
			t.Errorf("hints %q do not hold %q", e.Hints, h)
		}
	}
}

// L2, L3, L4: where things live on each system when nobody says otherwise.
func TestDefaultsOfEachSystem(t *testing.T) {
	h := folder(t)
	for _, c := range []struct {
		name, goos                 string
		getenv                     func(string) string
		home, state, data, machine string
	}{
		{"linux", "linux", env("HOME", h), h + "/.config/usher", h + "/.local/state/usher", h + "/.local/share/usher", "/etc/usher"},
		{"a bsd", "freebsd", env("HOME", h), h + "/.config/usher", h + "/.local/state/usher", h + "/.local/share/usher", "/etc/usher"},
		{"linux, XDG", "linux", env("HOME", h, "XDG_CONFIG_HOME", "/c", "XDG_STATE_HOME", "/s/../t", "XDG_DATA_HOME", "/d/"),
			"/c/usher", "/t/usher", "/d/usher", "/etc/usher"},
		{"linux, XDG without HOME", "linux", env("XDG_CONFIG_HOME", "/c", "XDG_STATE_HOME", "/s", "XDG_DATA_HOME", "/d"),
			"/c/usher", "/s/usher", "/d/usher", "/etc/usher"},
		{"darwin", "darwin", env("HOME", h, "XDG_CONFIG_HOME", "/c"),
			h + "/Library/Application Support/usher", h + "/Library/Application Support/usher-state",
			h + "/Library/Application Support/usher-data", "/Library/Application Support/usher"},
		{"windows", "windows", env("USERPROFILE", h, "APPDATA", "/r", "LOCALAPPDATA", "/l", "ProgramData", "/p", "HOME", "x"),
			"/r/usher", "/l/usher/state", "/l/usher/data", "/p/usher"},
		{"windows, profile only", "windows", env("USERPROFILE", h, "ProgramData", "/p"),
			h + "/AppData/Roaming/usher", h + "/AppData/Local/usher/state", h + "/AppData/Local/usher/data", "/p/usher"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Find(Input{Getenv: c.getenv, GOOS: c.goos, WorkDir: "/w"})
			want := Places{Home: c.home, State: c.state, Data: c.data, Machine: c.machine, WorkDir: "/w"}
			if err != nil || got != want {
				t.Errorf("got %+v, %v\nwant %+v", got, err, want)
			}
		})
	}
}

// C3: the flag wins over usher's variable, that over the system's.
func TestFlagsWinOverVariables(t *testing.T) {
	all := []string{"HOME", folder(t), "XDG_CONFIG_HOME", "/x", "XDG_STATE_HOME", "/x", "XDG_DATA_HOME", "/x",
		"USHER_HOME", "/uh", "USHER_STATE", "/us", "USHER_DATA", "/ud"}
	got, err := Find(Input{Getenv: env(all...), GOOS: "linux", WorkDir: "/w", MachineDir: "/m"})
	if want := (Places{Home: "/uh", State: "/us", Data: "/ud", Machine: "/m", WorkDir: "/w"}); err != nil || got != want {
		t.Errorf("variables: %+v, %v", got, err)
	}
	in := Input{Getenv: env(all...), GOOS: "linux", WorkDir: "/w", MachineDir: "/m", Home: "/fh/", State: "rel/./s", Data: "../d"}
	got, err = Find(in)
	if want := (Places{Home: "/fh", State: "/w/rel/s", Data: "/d", Machine: "/m", WorkDir: "/w"}); err != nil || got != want {
		t.Errorf("flags: %+v, %v", got, err)
	}
	in.Getenv = env("USHER_HOME", "bad", "USHER_STATE", "bad", "USHER_DATA", "bad", "HOME", "bad", "XDG_STATE_HOME", "bad")
	if again, err := Find(in); err != nil || again != got {
		t.Errorf("a flag does not hide a bad variable: %v", err)
	}
	in.WorkDir = ""
	_, err = Find(in)
	wantRefused(t, err, "--state is not absolute, and the working directory cannot be told", "--state DIR")
}

// C3, A18: what cannot be told for certain is refused, with the variable and the
// flag that wins; the value is not repeated.
func TestDoubtfulEnvironmentIsRefused(t *testing.T) {
	h := folder(t)
	file := filepath.Join(h, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		goos string
		vars []string
		says string
		flag string
	}{
		{"linux", nil, "$HOME is not set", "--home DIR"},
		{"linux", []string{"HOME", "."}, "$HOME is not absolute", "--home DIR"},
		{"linux", []string{"HOME", "SECRET"}, "$HOME is not absolute", "--home DIR"},
		{"linux", []string{"HOME", file}, "$HOME names a file, not a folder", "--home DIR"},
		{"linux", []string{"HOME", file + "/x"}, "$HOME names a folder that cannot be looked at", "--home DIR"},
		{"linux", []string{"HOME", h + "/none"}, "$HOME names a folder that does not exist", "--home DIR"},
		{"linux", []string{"HOME", h, "XDG_CONFIG_HOME", "SECRET"}, "$XDG_CONFIG_HOME is not absolute", "--home DIR"},
		{"linux", []string{"HOME", h, "XDG_STATE_HOME", "./SECRET"}, "$XDG_STATE_HOME is not absolute", "--state DIR"},
		{"linux", []string{"HOME", h, "XDG_DATA_HOME", "~/SECRET"}, "$XDG_DATA_HOME is not absolute", "--data DIR"},
		{"linux", []string{"HOME", h, "USHER_HOME", "SECRET"}, "$USHER_HOME is not absolute", "--home DIR"},
		{"linux", []string{"HOME", h, "USHER_STATE", "SECRET"}, "$USHER_STATE is not absolute", "--state DIR"},
		{"linux", []string{"HOME", h, "USHER_DATA", "SECRET"}, "$USHER_DATA is not absolute", "--data DIR"},
		{"linux", []string{"XDG_CONFIG_HOME", "/c"}, "$HOME is not set", "--state DIR"},
		{"darwin", []string{"XDG_CONFIG_HOME", "/c"}, "$HOME is not set", "--home DIR"},
		{"windows", []string{"HOME", h}, "$USERPROFILE is not set", "--home DIR"},
		{"windows", []string{"USERPROFILE", h, "APPDATA", "SECRET"}, "$APPDATA is not absolute", "--home DIR"},
	} {
		t.Run(c.says, func(t *testing.T) {
			p, err := Find(Input{Getenv: env(c.vars...), GOOS: c.goos, WorkDir: "/w"})
			wantRefused(t, err, c.says, c.flag)
			if (p != Places{}) || strings.Contains(err.Error(), "SECRET") {
				t.Errorf("%+v %v", p, err)
			}
		})
	}
}

// A host starts usher-gate with --home and --state; without a home folder only
// the data folder, which nothing that decides needs, is missing. What was set
// for it and will not do is refused all the same.
func TestDataAloneMayBeUntold(t *testing.T) {
	in := Input{Getenv: env(), GOOS: "linux", Home: "/h", State: "/s", WorkDir: "/w"}
	if p, err := Find(in); err != nil || p.Data != "" || p.Home != "/h" || p.State != "/s" {
		t.Errorf("%+v %v", p, err)
	}
	in.Getenv, in.Project = env("HOME", folder(t)), "/"
	if p, err := Find(in); err != nil || p.Data != "" || p.Project != "/" {
		t.Errorf("an assistant started in /: %+v %v", p, err)
	}
	in.Getenv = env("XDG_DATA_HOME", "rel")
	_, err := Find(in)
	wantRefused(t, err, "$XDG_DATA_HOME is not absolute", "--data DIR")
}

// L2: nothing but the system says where the machine's folder is.
func TestMachineDir(t *testing.T) {
	hostile := env("XDG_CONFIG_HOME", "/x", "HOME", "/x", "USHER_MACHINE", "/x", "ETC", "/x")
	if got := MachineDir("linux", hostile); got != "/etc/usher" {
		t.Error(got)
	}
	if got := MachineDir("windows", hostile); !strings.HasPrefix(got, `C:\ProgramData`) || filepath.Base(got) == "x" {
		t.Error(got)
	}
}
