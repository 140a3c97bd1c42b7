package places

import (
	"os"
	"path/filepath"
	"testing"
)

func symlink(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

// L5: --project wins over $USHER_PROJECT; either is the real path, in whatever
// spelling it was given; --no-project ignores both.
func TestProjectIsTheRealPath(t *testing.T) {
	top := folder(t, "home", "proj/sub", "other")
	at := func(name string) string { return filepath.Join(top, name) }
	symlink(t, "proj", at("link"))
	symlink(t, at("link")+"/sub", at("deep"))
	for _, c := range []struct {
		name, flag, variable, work, want string
		none                             bool
	}{
		{"absolute", at("proj"), "", "/", at("proj"), false},
		{"through a link", at("link"), "", "/", at("proj"), false},
		{"through two", at("deep"), "", "/", at("proj/sub"), false},
		{"slash and dots", at("proj") + "/./sub/../", "", "/", at("proj"), false},
		{"relative to the working directory", "proj", "", top, at("proj"), false},
		{"dot", ".", "", at("proj"), at("proj"), false},
		{"above", "../proj", "", at("other"), at("proj"), false},
		{"variable", "", at("link"), "/", at("proj"), false},
		{"flag wins", at("proj"), at("other"), "/", at("proj"), false},
		{"flag wins over a bad variable", at("proj"), "relative", "/", at("proj"), false},
		{"none said", "", "", at("proj"), "", false},
		{"none wanted", "", "relative", at("proj"), "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			getenv := env("HOME", at("home"), "USHER_PROJECT", c.variable)
			p, err := Find(Input{Getenv: getenv, GOOS: "linux", Project: c.flag, WorkDir: c.work, NoProject: c.none})
			if err != nil || p.Project != c.want {
				t.Errorf("got %q, %v, want %q", p.Project, err, c.want)
			}
		})
	}
}

// A17: standing in a project, with every layout in it, makes it none.
func TestWorkingDirectoryIsNoProject(t *testing.T) {
	top := folder(t, "home", "proj/.usher", "proj/.git")
	for _, name := range []string{"proj/.env", "proj/.usher/mcp.json"} {
		if err := os.WriteFile(filepath.Join(top, name), []byte("USHER_PROJECT="+top), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Find(Input{Getenv: env("HOME", filepath.Join(top, "home")), GOOS: "linux", WorkDir: filepath.Join(top, "proj")})
	if err != nil || p.Project != "" {
		t.Errorf("%+v %v", p, err)
	}
}

// L5, H9, trust-09: a set project that is not there, or is the home folder under
// any name, has a sentence of its own.
func TestImpossibleProjectsAreRefused(t *testing.T) {
	top := folder(t, "home", "proj")
	at := func(name string) string { return filepath.Join(top, name) }
	if err := os.WriteFile(at("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	symlink(t, "gone", at("dangling"))
	symlink(t, "loop", at("loop"))
	symlink(t, "home", at("homelink"))
	for _, c := range []struct{ flag, variable, work, says, hint string }{
		{at("none"), "", "/", "the project folder " + at("none") + " does not exist", "--no-project"},
		{"none", "", top, "the project folder " + at("none") + " does not exist", "--project DIR"},
		{at("dangling"), "", "/", "the project folder " + at("dangling") + " does not exist", "--project DIR"},
		{at("file"), "", "/", "the project folder " + at("file") + " is not a folder", "--project DIR"},
		{at("file/x"), "", "/", "the project folder " + at("file/x") + " cannot be looked at", "--project DIR"},
		{at("loop"), "", "/", "the project folder " + at("loop") + " cannot be looked at", "--project DIR"},
		{at("home"), "", "/", "the project folder " + at("home") + " is your home folder, which is never a project", "--no-project"},
		{at("homelink"), "", "/", "is your home folder", "--project DIR"},
		{"~", "", top, "the project folder " + at("~") + " does not exist", "--project DIR"},
		{".", "", "", "--project is not absolute, and the working directory cannot be told", "--project DIR"},
		{"", at("none"), "/", "the project folder " + at("none") + " does not exist", "set USHER_PROJECT right, or give --project DIR, which wins"},
		{"", at("homelink"), "/", "is your home folder", "USHER_PROJECT"},
		{"", "proj", top, "$USHER_PROJECT is not absolute", "--project DIR, which wins"},
		{"", "~", top, "$USHER_PROJECT is not absolute", "USHER_PROJECT"},
	} {
		t.Run(c.flag+c.variable, func(t *testing.T) {
			getenv := env("HOME", at("homelink"), "USHER_PROJECT", c.variable)
			_, err := Find(Input{Getenv: getenv, GOOS: "linux", Project: c.flag, WorkDir: c.work})
			wantRefused(t, err, c.says, c.hint)
		})
	}
	p, err := Find(Input{Getenv: env(), GOOS: "linux", Home: "/h", State: "/s", Project: at("proj")})
	if err != nil || p.Project != at("proj") {
		t.Errorf("without a home folder to compare with: %+v %v", p, err)
	}
}

// C3, A18: no variable puts usher's own files into the project, under any name;
// a flag may, since a person wrote it. A project inside the home folder is
// ordinary.
func TestEnvironmentMayNotLeadIntoTheProject(t *testing.T) {
	top := folder(t, "home", "proj/deep", "project2")
	at := func(name string) string { return filepath.Join(top, name) }
	symlink(t, at("proj/deep"), at("link"))
	symlink(t, at("proj"), at("same"))
	good := []string{"HOME", at("home")}
	for _, c := range []struct {
		vars []string
		says string
		flag string
	}{
		{append(good, "USHER_HOME", at("proj")), "$USHER_HOME leads into the project folder " + at("proj"), "--home DIR"},
		{append(good, "USHER_HOME", at("proj/new/er")), "$USHER_HOME leads into", "--home DIR"},
		{append(good, "USHER_STATE", at("home/../proj/x")), "$USHER_STATE leads into", "--state DIR"},
		{append(good, "USHER_DATA", at("link/new")), "$USHER_DATA leads into", "--data DIR"},
		{append(good, "XDG_CONFIG_HOME", at("proj")), "$XDG_CONFIG_HOME leads into", "--home DIR"},
		{append(good, "XDG_STATE_HOME", at("same")), "$XDG_STATE_HOME leads into", "--state DIR"},
		{append(good, "XDG_DATA_HOME", at("proj")), "$XDG_DATA_HOME leads into", "--data DIR"},
		{[]string{"HOME", at("proj/deep")}, "$HOME leads into", "--home DIR"},
		{append(good, "USHER_HOME", at("project2"), "USHER_STATE", at("proj.x")), "", ""},
		{good, "", ""},
	} {
		t.Run(c.says, func(t *testing.T) {
			in := Input{Getenv: env(c.vars...), GOOS: "linux", Project: at("same"), WorkDir: "/"}
			_, err := Find(in)
			if c.says == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantRefused(t, err, c.says, c.flag)
			in.Project, in.NoProject = "", true
			if _, err := Find(in); err != nil {
				t.Errorf("without a project: %v", err)
			}
		})
	}
	p, err := Find(Input{Getenv: env(good...), GOOS: "linux", Project: at("proj"), Home: at("proj/h"), State: at("proj/s"), Data: at("proj/d")})
	if err != nil || p.Home != at("proj/h") {
		t.Errorf("flags: %+v %v", p, err)
	}
}

// Paths are compared by element, not as strings.
func TestInside(t *testing.T) {
	for _, c := range []struct {
		dir, path string
		want      bool
	}{
		{"/a/b", "/a/b", true}, {"/a/b", "/a/b/c", true}, {"/a/b", "/a/bc", false}, {"/a/b", "/a", false},
		{"/a/b", "/a/b/../c", false}, {"/a/b", "/a/x/../b/c", true}, {"/a/b/", "/a/b//", true}, {"/", "/a", true},
		{"/a", "/a/..b", true}, {"/a", "/a/...", true}, {"/a", "/", false}, {"/a", "b", false}, {"a", "a/b", true},
	} {
		if got := Inside(c.dir, c.path); got != c.want {
			t.Errorf("Inside(%q, %q) is %t", c.dir, c.path, got)
		}
	}
}

// C3: what is refused of a project that was named is refused of a folder that may
// be one, also where it cannot be looked at; flags are a person's.
func TestOutsideIsHeldToTheSame(t *testing.T) {
	top := folder(t, "home", "proj/deep")
	at := func(name string) string { return filepath.Join(top, name) }
	symlink(t, at("proj/deep"), at("link"))
	good := []string{"HOME", at("home")}
	for _, c := range []struct {
		vars   []string
		folder string
		says   string
	}{
		{good, at("proj"), ""},
		{append(good, "USHER_HOME", at("proj/evil")), at("proj"), "$USHER_HOME leads into the project folder " + at("proj")},
		{append(good, "USHER_STATE", at("link/x")), at("proj"), "$USHER_STATE leads into"},
		{append(good, "USHER_DATA", at("proj")), at("proj"), "$USHER_DATA leads into"},
		{append(good, "XDG_CONFIG_HOME", at("proj")), at("proj"), "$XDG_CONFIG_HOME leads into"},
		{[]string{"HOME", at("proj/deep")}, at("proj"), "$HOME leads into"},
		{append(good, "USHER_HOME", at("gone/evil")), at("gone"), "$USHER_HOME leads into"},
		{append(good, "USHER_HOME", at("proj")), at("proj/deep"), ""},
	} {
		in := Input{Getenv: env(c.vars...), GOOS: "linux", WorkDir: at("proj")}
		err := Outside(in, c.folder)
		if c.says == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		wantRefused(t, err, c.says, "DIR")
		in.Home, in.State, in.Data = "/h", "/s", "/d"
		if err := Outside(in, c.folder); err != nil {
			t.Errorf("flags do not win: %v", err)
		}
	}
}
