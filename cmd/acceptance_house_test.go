//go:build linux && !race

package cmd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The acceptance tests drive the built programs from outside, on copies of the
// input files in testdata/cases and testdata/attacks, each in a house of its own.
// Bounds on time are the specified ones plus slack: this machine may be busy.
const (
	slack   = 10 * time.Second
	tooLong = 90 * time.Second // a run that takes this long hangs
)

// house is a throw-away world for the programs: a home with its assistant
// folder, links to the programs that are this house's alone (so that its
// processes can be told from others'), and an environment built from nothing.
type house struct {
	dir, home, conf, state, bin string
	env                         []string
}

func newHouse(t *testing.T) *house {
	t.Helper()
	root := os.Getenv(rootVar)
	yard := filepath.Join(root, "houses")
	must(t, os.MkdirAll(yard, 0o755))
	dir, err := os.MkdirTemp(yard, "h")
	must(t, err)
	must(t, os.Chmod(dir, 0o755))
	h := &house{dir: dir, home: filepath.Join(dir, "home"), bin: filepath.Join(dir, "bin")}
	h.conf = filepath.Join(h.home, ".config", "usher")
	h.state = filepath.Join(h.home, ".local", "state", "usher")
	h.env = []string{
		"HOME=" + h.home, "PATH=/usr/bin:/bin:" + h.bin, "LANG=C.UTF-8",
		"USHER_TEST_MACHINE_DIR=/no/such/usher", // whatever this computer has; /nonexistent is a home that programs make
	}
	t.Cleanup(func() {
		h.sweep()
		must(t, os.RemoveAll(dir))
	})
	must(t, os.MkdirAll(h.conf, 0o700))
	must(t, os.Mkdir(h.bin, 0o755))
	for _, p := range []string{"usher", "usher-gate", "usher-run"} {
		must(t, os.Link(filepath.Join(root, "bin", p), filepath.Join(h.bin, p)))
	}
	return h
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes a file of the assistant folder; a text that begins with #! is a program.
func (h *house) put(t *testing.T, name, text string) {
	t.Helper()
	mode := fs.FileMode(0o600)
	if strings.HasPrefix(text, "#!") {
		mode = 0o755
	}
	path := filepath.Join(h.conf, name)
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(t, os.WriteFile(path, []byte(text), mode))
	must(t, os.Chmod(path, mode))
}

// copies puts the files of a case into the assistant folder, byte for byte.
func (h *house) copies(t *testing.T, dir string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	must(t, err)
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(h.conf, f.Name()), data, 0o644))
	}
}

// command is a program of this house, or of the system, in this house's world.
func (h *house) command(program string, args ...string) *exec.Cmd {
	path := program
	if strings.HasPrefix(program, "usher") {
		path = filepath.Join(h.bin, program)
	}
	c := exec.Command(path, args...)
	c.Env, c.Dir = h.env, h.dir
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c
}

// gate is the gate's command of one of the two programs that have it.
func (h *house) gate(program string, flags ...string) *exec.Cmd {
	if program == "usher" {
		flags = append([]string{"run-gate"}, flags...)
	}
	return h.command(program, flags...)
}

// ran is how a program ended. Code is -1 for a signal.
type ran struct {
	code     int
	out, err string
	took     time.Duration
	what     string
}

func (r ran) String() string {
	return fmt.Sprintf("%s: status %d after %v\nstdout: %s\nstderr: %s", r.what, r.code, r.took.Round(time.Millisecond), short(r.out), short(r.err))
}

func short(s string) string {
	if len(s) > 3000 {
		return s[:3000] + "…"
	}
	return s
}

// launch runs a command to its end. Its end is also the end of its streams: what
// it left behind and holds them open keeps launch from returning.
func launch(t *testing.T, c *exec.Cmd, stdin string) ran {
	t.Helper()
	return begin(t, c, stdin).end(t)
}

// running is a command on its way.
type running struct {
	*exec.Cmd
	out, err bytes.Buffer
	start    time.Time
}

func begin(t *testing.T, c *exec.Cmd, stdin string) *running {
	t.Helper()
	r := &running{Cmd: c, start: time.Now()}
	if c.Stdin == nil {
		c.Stdin = noClose{strings.NewReader(stdin)}
	}
	if c.Stdout == nil {
		c.Stdout = &r.out
	}
	if c.Stderr == nil {
		c.Stderr = &r.err
	}
	must(t, c.Start())
	return r
}

func (r *running) end(t *testing.T) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), tooLong)
	defer cancel()
	hung := context.AfterFunc(ctx, func() { _ = syscall.Kill(-r.Process.Pid, syscall.SIGKILL) })
	err := r.Wait()
	e := ran{
		code: r.ProcessState.ExitCode(), out: r.out.String(), err: r.err.String(), took: time.Since(r.start),
		what: filepath.Base(r.Path) + " " + strings.Join(r.Args[1:], " "),
	}
	if !hung() {
		t.Fatalf("does not end: %v", e)
	}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) && !errors.Is(err, syscall.EPIPE) {
		t.Fatalf("%v: %v", e, err)
	}
	return e
}

// noClose hides what else a reader can do, so that exec copies through a pipe.
type noClose struct{ io.Reader }

// usher runs a usher command of this house.
func (h *house) usher(t *testing.T, args ...string) ran {
	t.Helper()
	return launch(t, h.command("usher", args...), "")
}

// does is usher where nothing else than this status will do.
func (h *house) does(t *testing.T, code int, args ...string) ran {
	t.Helper()
	r := h.usher(t, args...)
	if r.code != code {
		t.Fatalf("want status %d: %v", code, r)
	}
	return r
}

const acmeServers = `{"servers":[{"id":"acme","command":"sh","args":["acme.sh"]},{"id":"other","command":"sh","args":["other.sh"]}]}`

// ready writes two servers unless the case brought its own, approves acme by its
// digest and marks the tools read-only: calls of them would be allowed.
func (h *house) ready(t *testing.T, readOnly ...string) (digest string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(h.conf, "mcp.json")); err != nil {
		h.put(t, "mcp.json", acmeServers)
	}
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	digest = h.digest(t, "acme")
	h.does(t, 0, "server", "approve", "acme", "--digest", digest)
	for _, tool := range readOnly {
		h.does(t, 0, "server", "mark", "acme", tool, "read-only", "--digest", digest)
	}
	return digest
}

func (h *house) digest(t *testing.T, id string) string {
	t.Helper()
	for _, s := range h.servers(t) {
		if s.ID == id && s.Digest != "" {
			return s.Digest
		}
	}
	t.Fatalf("server list has no digest for %s", id)
	return ""
}

type serverRow struct{ ID, Layer, Status, Runs, LastError, Digest string }

func (h *house) servers(t *testing.T) []serverRow {
	t.Helper()
	var list struct{ Servers []serverRow }
	r := h.does(t, 0, "server", "list", "--no-probe", "-o", "json")
	if err := json.Unmarshal([]byte(r.out), &list); err != nil {
		t.Fatalf("%v: %v", r, err)
	}
	return list.Servers
}

// ids are the ids of the servers in one of the states.
func (h *house) ids(t *testing.T, states ...string) string {
	t.Helper()
	var ids []string
	for _, s := range h.servers(t) {
		for _, state := range states {
			if s.Status == state {
				ids = append(ids, s.ID)
			}
		}
	}
	return strings.Join(ids, " ")
}

// callOf is a call on stdin; more are further members, such as "canAsk":true.
func callOf(tool string, more ...string) string {
	name, _ := json.Marshal(tool)
	return `{"tool":` + string(name) + strings.Join(append([]string{""}, more...), ",") + `}`
}

const canAsk = `"canAsk":true`

// fan runs subtests, so many at a time: most of them wait for something. (Not
// t.Parallel, which has one place per processor.)
func fan[T any](t *testing.T, width int, rows []T, name func(T) string, test func(t *testing.T, row T)) {
	t.Helper()
	next := make(chan T)
	var all sync.WaitGroup
	for range width {
		all.Go(func() {
			for row := range next {
				t.Run(name(row), func(t *testing.T) { test(t, row) })
			}
		})
	}
	for _, row := range rows {
		next <- row
	}
	close(next)
	all.Wait()
}
