//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// dig makes the house of a cellar: a home with a key, a project with git, sockets,
// another server's data, and usher held to the tier.
func (c cellar) dig(t *testing.T) cellar {
	t.Helper()
	c.house, c.yard = newHouse(t), around(t)
	run := filepath.Join(c.bin, "usher-run") // not a link: usher remembers a sandbox for this very file, which another link changes
	binary, err := os.ReadFile(run)
	must(t, err)
	must(t, os.Remove(run))
	must(t, os.WriteFile(run, binary, 0o755))
	y := c.yard
	c.work = filepath.Join(c.home, "work", "project")
	y.Caged, y.Home, y.Project, y.Data = c.tier != "", c.home, c.work, c.data()
	y.Key, y.Other = filepath.Join(c.home, ".ssh", "id"), filepath.Join(filepath.Dir(c.data()), "other", "notes")
	y.Ushers = []string{filepath.Join(c.conf, "policy.json"), filepath.Join(c.state, "ledger.json")}
	y.Socket = filepath.Join(c.home, "run", "agent")
	for _, path := range []string{y.Key, y.Other, c.work + "/plan.txt", c.work + "-other/plan.txt", c.work + "/.git/hooks/pre-commit", c.work + "/.git/config",
		c.work + "/.usher/mcp.json", c.work + "/store/HEAD", c.work + "/store/objects/x", c.work + "/store/refs/x", y.Socket} {
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(y.Token), 0o600))
	}
	must(t, os.Chmod(filepath.Dir(filepath.Dir(c.data())), 0o700))
	must(t, os.Remove(y.Socket))
	must(t, os.MkdirAll(c.data(), 0o700)) // without a sandbox nobody makes it
	y.listens(t, "unix", y.Socket)
	y.listens(t, "unix", c.work+"/socket")
	y.answers(t, "unixgram", y.Socket+".d")
	program, err := os.ReadFile("testdata/sandbox/probe.py")
	must(t, err)
	must(t, os.Mkdir(filepath.Dir(c.probe()), 0o755))
	must(t, os.WriteFile(c.probe(), program, 0o644))
	c.put(t, "policy.json", `{"approve":{"unattended":true},"sandbox":{"minimum":"landlock"}}`)
	c.env = append(c.env, "CANARY_KEY="+y.Token, "SSH_AUTH_SOCK="+y.Socket, "DBUS_SESSION_BUS_ADDRESS=unix:path="+y.Socket, "DISPLAY=:0")
	c.owned(t, c.home)
	c.owned(t, filepath.Dir(c.probe()))
	y.victimize(t, c.who())
	if c.tier != "" {
		c.held(t)
	}
	return c
}

func (c cellar) probe() string { return filepath.Join(c.dir, "server", "probe.py") }
func (c cellar) data() string {
	return filepath.Join(c.home, ".local", "share", "usher", "servers", "probe")
}

const nobodys = 65534

// who is the user that everything in the cellar runs as, where it is not the test's.
func (c cellar) who() *syscall.Credential {
	if c.ordinary && os.Geteuid() == 0 {
		return &syscall.Credential{Uid: nobodys, Gid: nobodys}
	}
	return nil
}

// owned gives a tree to who will use it.
func (c cellar) owned(t *testing.T, top string) {
	t.Helper()
	if c.who() == nil {
		return
	}
	must(t, filepath.WalkDir(top, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, nobodys, nobodys)
	}))
}

// usher is a command as that user, started by somebody who left a secret open.
func (c cellar) usher(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	left, err := os.Open(c.yard.Key)
	must(t, err)
	t.Cleanup(func() { _ = left.Close() })
	cmd := c.command("usher", args...)
	cmd.SysProcAttr.Credential, cmd.ExtraFiles = c.who(), []*os.File{left}
	return cmd
}

func (c cellar) does(t *testing.T, code int, args ...string) ran {
	t.Helper()
	r := launch(t, c.usher(t, args...), "")
	if r.code != code {
		t.Fatalf("want status %d: %v", code, r)
	}
	return r
}

func (c cellar) digest(t *testing.T) string {
	t.Helper()
	var list struct{ Servers []serverRow }
	must(t, json.Unmarshal([]byte(c.does(t, 0, "server", "list", "--no-probe", "-o", "json").out), &list))
	if len(list.Servers) != 1 {
		t.Fatalf("%+v", list)
	}
	return list.Servers[0].Digest
}

// held has usher find what it can build, and keeps it to one tier of these: what it
// remembers for this boot is the one place that says which.
func (c cellar) held(t *testing.T) {
	t.Helper()
	c.gives(t, "off", "none")
	c.does(t, 0, "server", "show", "probe")
	file := filepath.Join(c.state, "sandbox.json")
	data, err := os.ReadFile(file)
	must(t, err)
	var kept map[string]map[string]any
	must(t, json.Unmarshal(data, &kept))
	found := kept["found"]
	if c.tier != "landlock" && !slices.Contains(found["tiers"].([]any), any("namespaces")) {
		forbidden(t, found["settings"].(map[string]any), data)
	}
	if c.tier == "landlock" && found["settings"].(map[string]any)["landlock"].(float64) < 4 {
		t.Skipf("the kernel's Landlock is too old here: %s", data)
	}
	found["tiers"] = []string{c.tier}
	if c.tier == "bubblewrap" {
		found["bubblewrap"], found["options"] = bubblewrap(t)
	}
	data, err = json.Marshal(kept)
	must(t, err)
	must(t, os.WriteFile(file, data, 0o600))
}

// forbidden skips where a setting of the kernel, or a container, forbids namespaces,
// and fails where nothing explains that there are none.
func forbidden(t *testing.T, s map[string]any, data []byte) {
	t.Helper()
	if s["maxUserNamespaces"] == "0" || s["unprivilegedClone"] == "0" || s["apparmorRestricted"] == "1" || s["filtered"] == true || s["userNamespaces"] == false {
		t.Skipf("namespaces are forbidden here: user.max_user_namespaces=%v kernel.unprivileged_userns_clone=%v kernel.apparmor_restrict_unprivileged_userns=%v, "+
			"built in: %v, under a container's filter: %v", s["maxUserNamespaces"], s["unprivilegedClone"], s["apparmorRestricted"], s["userNamespaces"], s["filtered"])
	}
	t.Fatalf("no namespaces, and no setting forbids them: %s", data)
}

// bubblewrap is bwrap, and the newer options that it knows.
func bubblewrap(t *testing.T) (path string, options []string) {
	t.Helper()
	path, err := exec.LookPath("/usr/bin/bwrap")
	if err != nil {
		t.Fatalf("bubblewrap is not installed (scripts/deps.sh installs it): %v", err)
	}
	help, _ := exec.Command(path, "--help").CombinedOutput()
	for _, o := range []string{"--disable-userns", "--perms", "--size"} {
		if slices.Contains(strings.Fields(string(help)), o) {
			options = append(options, o)
		}
	}
	return path, options
}

// ended waits until the daemon that the probe left is dead: it holds a lock while it lives.
func (c cellar) ended(t *testing.T, what string) {
	t.Helper()
	for end := time.Now().Add(slack); c.lives(t); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: the daemon that it left behind lives on", what)
		}
	}
}

// lives reports whether somebody holds the daemon's lock.
func (c cellar) lives(t *testing.T) bool {
	t.Helper()
	f, err := os.Open(filepath.Join(c.data(), "alive"))
	if os.IsNotExist(err) {
		return false
	}
	must(t, err)
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil
}

// dies: usher is killed in the middle of a call, and everything inside dies with it,
// also a daemon; the data folder stays.
func (c cellar) dies(t *testing.T) {
	t.Helper()
	c.gives(t, "localhost", "none")
	c.yard.Hang = true
	args, err := json.Marshal(c.yard)
	must(t, err)
	r := begin(t, c.usher(t, "call", "probe__try", "--args", string(args)), "")
	for end := time.Now().Add(tooLong); !c.lives(t); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the server does not hang: %v", r.Process.Kill())
		}
	}
	must(t, r.Process.Kill())
	_ = r.end(t)
	c.ended(t, "usher was killed")
}

// untouched looks from outside whether anything got out that the probe cannot see.
func (c cellar) untouched(t *testing.T, what string, on bool) {
	t.Helper()
	if !c.yard.alive() {
		t.Fatalf("%s: it ended another process", what)
	}
	if n := c.yard.fromOutside.Swap(0); n > 0 && !on {
		t.Errorf("%s: it was reached from outside, %d times", what, n)
	}
	for _, path := range []string{c.yard.Mark, filepath.Join(c.home, "left-by-try"), filepath.Join(c.home, "moved"), filepath.Join(c.dir, "server", "made")} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s: it made %s", what, path)
		}
	}
	st, err := os.Stat(c.yard.Key)
	if must(t, err); time.Since(st.ModTime()) > 24*time.Hour {
		t.Errorf("%s: it changed the key's times", what)
	}
}
