//go:build linux && !race

package cmd_test

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Odd places to run in: the lines of fault/limits.sh and some more. Wherever it
// is, run-gate ends with 0, 2 or 3, in time, and never allows what a hook refuses
// (SPEC G6). Not here: a clock of another year (nothing of this step has a time),
// and a full disk, which for what is written is the limit on file sizes below.

// limit is one odd place. The words to run come after its shell line as "$@".
type limit struct {
	name  string
	shell string
	env   []string // HOME=… and the like; a name alone is unset
	want  string   // for a call that would be allowed here: allow, deny, or either
	says  string   // somewhere on stderr
	mute  bool     // nothing can be said on stdout
}

func limits() []limit {
	return []limit{
		{name: "as ever", want: "allow"},
		{name: "no HOME", env: []string{"HOME"}, want: "deny", says: "$HOME is not set"},
		{name: "HOME empty", env: []string{"HOME="}, want: "deny", says: "$HOME is not set"},
		{name: "HOME missing", env: []string{"HOME=/nonexistent"}, want: "deny", says: "does not exist"},
		{name: "HOME a file", env: []string{"HOME=/etc/passwd"}, want: "deny", says: "a file, not a folder"},
		{name: "HOME relative", env: []string{"HOME=."}, want: "deny", says: "is not absolute"},
		{name: "USHER_HOME relative", env: []string{"USHER_HOME=x"}, want: "deny", says: "is not absolute"},
		{name: "USHER_STATE relative", env: []string{"USHER_STATE=../x"}, want: "deny", says: "is not absolute"},
		{name: "XDG_CONFIG_HOME relative", env: []string{"XDG_CONFIG_HOME=."}, want: "deny", says: "is not absolute"},
		{name: "no PATH", env: []string{"PATH"}, want: "deny"},
		{name: "PATH relative", env: []string{"PATH=.:bin"}, want: "deny"},
		{name: "no environment at all", shell: `exec env -i "$@"`, want: "deny"},
		{name: "cwd deleted", shell: `mkdir gone.$$; cd gone.$$; rmdir "../gone.$$"; exec "$@"`, want: "deny", says: "working directory"},
		{name: "cwd /proc/self", shell: `cd /proc/self; exec "$@"`, want: "allow"},
		{name: "8 descriptors", shell: `ulimit -n 8; exec "$@"`, want: "either"},
		{name: "5 descriptors", shell: `ulimit -n 5; exec "$@"`, want: "either", mute: true},
		{name: "3 descriptors", shell: `ulimit -n 3; exec "$@"`, want: "deny", mute: true},
		{name: "no file size", shell: `ulimit -f 0; exec "$@"`, want: "allow"},
		{name: "1.5 GB of addresses", shell: `ulimit -v 1500000; exec "$@"`, want: "allow"},
		{name: "100 MB of addresses", shell: `ulimit -v 100000; exec "$@"`, want: "either", mute: true},
		{name: "1 s of processor", shell: `ulimit -t 1; exec "$@"`, want: "allow"},
		{name: "no core", shell: `ulimit -c 0; exec "$@"`, want: "allow"},
		{name: "stdin closed", shell: `exec "$@" <&-`, want: "deny"},
		{name: "stdin empty", shell: `exec "$@" </dev/null`, want: "deny"},
		{name: "stdin a folder", shell: `exec "$@" </etc`, want: "deny"},
		{name: "stdin write-only", shell: `exec "$@" 0>/dev/null`, want: "deny"},
		{name: "stdin endless", shell: `exec "$@" </dev/zero`, want: "deny"},
		{name: "stdout closed", shell: `exec "$@" >&-`, want: "deny", mute: true},
		{name: "stdout full", shell: `exec "$@" >/dev/full`, want: "deny", mute: true},
		{name: "stdout read-only", shell: `exec "$@" 1</dev/null`, want: "deny", mute: true},
		{name: "stdout away", shell: `exec "$@" >/dev/null`, want: "allow", mute: true},
		{name: "stderr closed", shell: `exec "$@" 2>&-`, want: "allow"},
		{name: "stderr full", shell: `exec "$@" 2>/dev/full`, want: "allow"},
		{name: "all closed", shell: `exec "$@" <&- >&- 2>&-`, want: "deny", mute: true},
		{name: "out and err closed", shell: `exec "$@" >&- 2>&-`, want: "deny", mute: true},
		{name: "umask 0", shell: `umask 0; exec "$@"`, want: "allow"},
		{name: "umask 777", shell: `umask 777; exec "$@"`, want: "allow"},
		{name: "niced", shell: `exec nice -n 19 "$@"`, want: "allow"},
		{name: "signals ignored", shell: `trap '' HUP INT QUIT TERM PIPE CHLD USR1 TSTP; exec "$@"`, want: "allow"},
		{name: "odd TZ", env: []string{"TZ=../../etc/passwd"}, want: "allow"},
		{name: "odd LANG", env: []string{"LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8"}, want: "allow"},
		{name: "no LANG", env: []string{"LANG"}, want: "allow"},
		{name: "TMPDIR missing", env: []string{"TMPDIR=/nonexistent"}, want: "allow"},
		{name: "TMPDIR shared", env: []string{"TMPDIR=/tmp"}, want: "allow"},
		{name: "Go knobs", env: []string{"GODEBUG=netdns=go,panicnil=1", "GOTRACEBACK=crash", "GOMAXPROCS=1", "GOGC=1", "GOMEMLIMIT=1"}, want: "allow"},
		{name: "inside a hook", env: []string{"USHER_HOOK_EVENT=PreToolUse"}, want: "deny", says: "inside a hook"},
		{name: "inside any hook", env: []string{"USHER_HOOK_EVENT=Stop"}, want: "deny", says: "inside a hook"},
		{name: "inside an assistant", env: []string{"CLAUDECODE=1", "AI_AGENT=1"}, want: "allow"},
		{name: "NO_COLOR, odd TERM", env: []string{"NO_COLOR=1", "TERM=nonsense", "COLUMNS=1"}, want: "allow"},
		{name: "settings in the environment", env: []string{"USHER_FORMAT=nonsense", "USHER_COLOR=x", "USHER_LOG_LEVEL=x"}, want: "allow"},
	}
}

// TestOddPlaces runs every limit against a house whose hook has no opinion and
// one whose hook refuses.
func TestOddPlaces(t *testing.T) {
	houses := map[string]*house{}
	for word, code := range map[string]string{"allow": "0", "deny": "2"} {
		h := newHouse(t)
		h.ready(t, "lookup")
		h.put(t, "exit.sh", "#!/bin/sh\nexit "+code+"\n")
		h.put(t, "hooks.json", hooksFile(t, hook{Name: "guard", Command: "./exit.sh"}))
		houses[word] = h
	}
	fan(t, 4, limits(), func(l limit) string { return l.name }, func(t *testing.T, l limit) {
		for _, program := range []string{"usher", "usher-gate"} {
			v := l.run(t, houses["deny"], program)
			if v.code != 2 {
				t.Errorf("a refusal is lost: %v", v)
			}
			v = l.run(t, houses["allow"], program)
			if want := map[string][]int{"allow": {0}, "deny": {2}, "either": {0, 2}}[l.want]; !slices.Contains(want, v.code) {
				t.Errorf("want %s: %v", l.want, v)
			}
			if !strings.Contains(v.err, l.says) {
				t.Errorf("stderr does not say %q: %v", l.says, v)
			}
			if v.code == 0 && !l.mute && !strings.Contains(v.out, `"decision":"allow"`) {
				t.Errorf("status 0 without an allow: %v", v)
			}
			if v.code != 0 && !l.mute {
				checked(t, v)
			}
		}
	})
	for _, h := range houses {
		h.gone(t)
	}
}

func (l limit) run(t *testing.T, h *house, program string) ran {
	t.Helper()
	shell := l.shell
	if shell == "" {
		shell = `exec "$@"`
	}
	c := h.command("/bin/sh", append([]string{"-c", shell, "sh"}, h.gate(program).Args...)...)
	c.Env = slices.Clone(h.env)
	for _, v := range l.env {
		name, _, set := strings.Cut(v, "=")
		c.Env = slices.DeleteFunc(c.Env, func(e string) bool { return strings.HasPrefix(e, name+"=") })
		if set {
			c.Env = append(c.Env, v)
		}
	}
	r := launch(t, c, callOf("acme__lookup"))
	r.what = l.name + ": " + program
	if r.took > 5e9+slack { // the longest that is specified is stdin's
		t.Errorf("took %v", r.took)
	}
	if strings.Contains(r.out, `"allow"`) && r.code != 0 {
		t.Errorf("says allow and means another thing: %v", r)
	}
	return r
}

// TestAnswerThatNobodyReadsIsADenial (SPEC G6): whatever stands behind stdout.
func TestAnswerThatNobodyReadsIsADenial(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.ready(t, "lookup")
	type reader struct {
		name, program string
		stdout        *os.File
	}
	var rows []reader
	for _, program := range []string{"usher", "usher-gate"} {
		rows = append(rows, reader{"pipe", program, deadPipe(t)}, reader{"socket", program, deadSocket(t)}, reader{"full pipe", program, fullPipe(t)})
	}
	fan(t, len(rows), rows, func(r reader) string { return r.program + " " + r.name }, func(t *testing.T, row reader) {
		c := h.gate(row.program)
		c.Stdout = row.stdout
		r := launch(t, c, callOf("acme__lookup"))
		if r.code != 2 || !strings.Contains(r.err, "the answer could not be written") || r.took > 5e9+slack {
			t.Error(r)
		}
	})
}

func deadPipe(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	must(t, err)
	must(t, r.Close())
	t.Cleanup(func() { _ = w.Close() })
	return w
}

func deadSocket(t *testing.T) *os.File {
	t.Helper()
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	must(t, err)
	must(t, syscall.Close(ends[0]))
	f := os.NewFile(uintptr(ends[1]), "socket")
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// fullPipe has a reader that never reads.
func fullPipe(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	must(t, err)
	t.Cleanup(func() { _ = r.Close(); _ = w.Close() })
	must(t, w.SetWriteDeadline(time.Now().Add(100*time.Millisecond)))
	if _, err := w.Write(make([]byte, 1<<20)); err == nil {
		t.Fatal("the pipe took a MiB")
	}
	return w
}

// TestSocketsServeAsStreams: some callers' pipes are sockets.
func TestSocketsServeAsStreams(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	for range 2 {
		in, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
		must(t, err)
		out, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
		must(t, err)
		c := h.command("usher-gate")
		theirIn, theirOut := os.NewFile(uintptr(in[1]), "in"), os.NewFile(uintptr(out[1]), "out")
		c.Stdin, c.Stdout = theirIn, theirOut
		ourIn, ourOut := os.NewFile(uintptr(in[0]), "in"), os.NewFile(uintptr(out[0]), "out")
		answer := make(chan string, 1)
		go func() {
			data, _ := io.ReadAll(ourOut)
			answer <- string(data)
		}()
		go func() {
			time.Sleep(50 * time.Millisecond) // there is nothing to read yet
			_, _ = ourIn.WriteString(callOf("acme__lookup"))
			_ = ourIn.Close()
		}()
		r := launch(t, c, "")
		_, _ = theirIn.Close(), theirOut.Close()
		r.out = <-answer
		checked(t, r).wants(t, "allow")
	}
}

// TestUmaskHasNoSay (SPEC L4): what usher writes is the person's alone, and
// usable, whatever the umask; a limit on file sizes leaves the ledger whole.
func TestUmaskHasNoSay(t *testing.T) {
	for _, umask := range []string{"0", "777", "077"} {
		h := newHouse(t)
		must(t, os.RemoveAll(h.home))
		must(t, os.Mkdir(h.home, 0o700))
		with := func(shell string, args ...string) ran {
			words := append([]string{"-c", shell + `; exec "$@"`, "sh", filepath.Join(h.bin, "usher")}, args...)
			return launch(t, h.command("/bin/sh", words...), "")
		}
		if r := with("umask "+umask, "home", "--create"); r.code != 0 {
			t.Fatalf("umask %s: %v", umask, r)
		}
		h.put(t, "mcp.json", acmeServers)
		h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
		digest := h.digest(t, "acme")
		for _, args := range [][]string{{"server", "approve", "acme", "--digest", digest}, {"grant", "set", "acme", "lookup", "--allow", "--digest", digest}} {
			if r := with("umask "+umask, args...); r.code != 0 {
				t.Fatalf("umask %s: %v", umask, r)
			}
		}
		_ = filepath.WalkDir(h.home, func(path string, d fs.DirEntry, err error) error {
			must(t, err)
			info, err := d.Info()
			must(t, err)
			want := fs.FileMode(0o600)
			if d.IsDir() {
				want = 0o700
			}
			if inPlace := strings.Contains(path, "usher"); inPlace && info.Mode().Perm() != want {
				t.Errorf("umask %s: %s has mode %v", umask, path, info.Mode())
			}
			return nil
		})
		h.asks(t, callOf("acme__lookup")).wants(t, "allow")

		ledger := filepath.Join(h.state, "ledger.json")
		before, err := os.ReadFile(ledger)
		must(t, err)
		if r := with("ulimit -f 0", "grant", "set", "acme", "wipe", "--deny"); r.code != 1 || !strings.Contains(r.err, "usher: error: ") {
			t.Errorf("no file size: %v", r)
		}
		if after, err := os.ReadFile(ledger); err != nil || string(after) != string(before) {
			t.Errorf("the ledger is damaged: %q", after)
		}
		rest, err := filepath.Glob(filepath.Join(h.state, "*"))
		if must(t, err); len(rest) > 2 { // the ledger and its lock
			t.Errorf("left over: %v", rest)
		}
	}
}

// asNobody makes a command another, ordinary user's, who then owns the house.
func (h *house) asNobody(t *testing.T, c *exec.Cmd) *exec.Cmd {
	t.Helper()
	if os.Geteuid() == 0 {
		must(t, giveAway(h.home))
		c.SysProcAttr.Credential = &syscall.Credential{Uid: 65534, Gid: 65534, NoSetGroups: true}
	}
	return c
}

// TestWhatCannotBeReadRefuses (SPEC H13, G1, Q10, L4): as an ordinary user, whom
// permissions bind.
func TestWhatCannotBeReadRefuses(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "hooks.json", `{"hooks":[]}`)
	gate := func() verdict {
		return checked(t, launch(t, h.asNobody(t, h.command("usher-gate")), callOf("acme__lookup", canAsk)))
	}
	gate().wants(t, "allow")
	ledger := filepath.Join(h.state, "ledger.json")
	for _, c := range []struct {
		path string
		mode fs.FileMode
	}{
		{h.hooksFile(), 0}, {h.mcpFile(), 0}, {filepath.Join(h.conf, "policy.json"), 0}, {ledger, 0},
		{h.hooksFile(), 0o666}, {h.mcpFile(), 0o666}, {filepath.Join(h.conf, "policy.json"), 0o666}, {ledger, 0o666},
		{h.conf, 0}, {h.state, 0}, {h.conf, 0o777}, {h.state, 0o777}, {h.conf, 0o300},
	} {
		before, err := os.Stat(c.path)
		must(t, err)
		must(t, os.Chmod(c.path, c.mode))
		v := gate()
		if c.mode == 0o300 { // the names cannot be listed, and need not be
			v.wants(t, "allow")
		} else {
			v.wants(t, "deny", c.path)
		}
		must(t, os.Chmod(c.path, before.Mode().Perm()))
	}
	for path, bad := range map[string]string{ledger: "{", h.hooksFile(): "{", h.mcpFile(): "{", filepath.Join(h.conf, "policy.json"): `{"approve":{}}}`} {
		before, err := os.ReadFile(path)
		must(t, err)
		for _, text := range []string{bad, "", "null", "\xff\xfe{\x00", strings.Repeat(" ", 17<<20)} {
			must(t, os.WriteFile(path, []byte(text), 0o600))
			gate().wants(t, "deny", path)
		}
		must(t, os.Remove(path))
		must(t, os.Symlink("/etc/passwd", path))
		gate().wants(t, "deny", path)
		must(t, os.Remove(path))
		must(t, syscall.Mkfifo(path, 0o600))
		v := gate()
		v.wants(t, "deny", path)
		if v.took > slack {
			t.Errorf("a pipe took %v", v.took)
		}
		must(t, os.Remove(path))
		must(t, os.Mkdir(path, 0o700))
		gate().wants(t, "deny", path)
		must(t, os.Remove(path))
		must(t, os.WriteFile(path, before, 0o600))
	}
	gate().wants(t, "allow")
}

// TestNoProcessesLeft: a person who may start no more of them is refused.
func TestNoProcessesLeft(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "guard", Command: "/bin/true"}))
	for _, n := range []string{"0", "1"} {
		for _, program := range []string{"usher", "usher-gate"} {
			words := append([]string{"-c", "ulimit -u " + n + `; exec "$@"`, "bash"}, h.gate(program).Args...)
			r := launch(t, h.asNobody(t, h.command("/bin/bash", words...)), callOf("acme__lookup"))
			if r.code != 2 {
				t.Errorf("%s processes, %s: %v", n, program, r)
			}
		}
	}
}
