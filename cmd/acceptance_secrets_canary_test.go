//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// SPEC E3, Q11: a canary is set, taken by a server and removed; no command shows it
// on stdout or stderr, as text, JSON or with -v, plain or in another spelling; no
// process has it among its arguments, none but the server that it is for in its
// environment; no file has it but the store.
func TestTheCanaryIsShownNowhere_E3(t *testing.T) {
	t.Parallel()
	for _, store := range []string{"file", "keychain"} {
		t.Run(store, func(t *testing.T) {
			h := acmeHouse(t)
			h.put(t, "mcp.json", `{"servers":[{"id":"acme","command":"python3","args":["server.py"],"env":["LAB_TOKEN"]},
				{"id":"other","command":"sh","args":["-c","env >other.env; exit 1"],"sandbox":{"enabled":false}},
				{"id":"web","url":"https://lab.invalid/mcp","headers":{"X-Key":"${secret:SHARED}"}}]}`)
			for _, id := range []string{"other", "web"} {
				h.does(t, 0, "server", "approve", id, "--digest", h.digest(t, id))
			}
			if store == "keychain" {
				h.keychain(t)
			}
			var done atomic.Bool
			looks, seen := 0, make(chan string, 1)
			go func() {
				defer close(seen)
				for !done.Load() {
					looks++
					if at := onShow(t, h); at != "" {
						seen <- at
						return
					}
				}
			}()
			for _, stdin := range []string{canaryToken, canaryToken + "\n\n", canaryToken + "\x01"} {
				for _, more := range [][]string{nil, {"-v"}, {"-o", "json"}} {
					r := launch(t, h.command("usher", append([]string{"secret", "set", "acme/LAB_TOKEN"}, more...)...), stdin)
					silent(t, r.what, r.out+r.err)
				}
			}
			h.keeps(t, "SHARED", canaryToken)
			h.runsAll(t)
			done.Store(true)
			if at := <-seen; at != "" || looks == 0 {
				t.Errorf("on show in %s after %d looks", at, looks)
			}
			if other := h.file(t, filepath.Join(h.conf, "other.env")); other == "" || strings.Contains(other, "LAB_TOKEN") {
				t.Errorf("another server's environment: %q", other)
			}
			for _, dir := range []string{h.home, h.dir} {
				h.silentBelow(t, dir, store == "file")
			}
			r := h.does(t, 0, "secret", "remove", "acme/LAB_TOKEN", "-v")
			silent(t, r.what, r.out+r.err)
		})
	}
}

// runsAll runs whatever may come near a secret, in every form of the answer.
func (h *house) runsAll(t *testing.T) {
	t.Helper()
	for _, args := range [][]string{
		{"secret", "list"}, {"secret", "set", "acme/LAB_TOKEN", "extra"}, {"secret", "remove", "acme/LAB_TOKE"}, {"secret", "move", "x"},
		{"server", "list"}, {"server", "list", "--no-probe"}, {"server", "show", "acme"}, {"server", "show", "web"}, {"server", "restart", "acme"},
		{"server", "restart", "web"}, {"server", "restart", "other"}, {"server", "tools", "acme", "--refresh"}, {"call", "acme__lookup"}, {"read", "acme", "x://y"},
		{"server", "edit", "acme", "--env", "MODE=1"}, {"server", "edit", "acme", "--unset", "env.MODE"}, {"server", "check", h.mcpFile()},
		{"gate", "explain", "acme__lookup"}, {"log"}, {"grant", "list"}, {"help", "secret"},
	} {
		for _, more := range [][]string{nil, {"-v"}, {"-o", "json"}} {
			r := h.usher(t, append(args, more...)...)
			silent(t, r.what, r.out+r.err)
		}
	}
}

// onShow is a process of anybody's whose arguments hold the canary, or whose
// environment does and that is not the server it is for.
func onShow(t *testing.T, h *house) string {
	t.Helper()
	forms := canaryForms(t)
	all, _ := os.ReadDir("/proc")
	for _, p := range all {
		if _, err := strconv.Atoi(p.Name()); err != nil {
			continue
		}
		line, _ := os.ReadFile(filepath.Join("/proc", p.Name(), "cmdline"))
		env, _ := os.ReadFile(filepath.Join("/proc", p.Name(), "environ"))
		mine := strings.Contains(string(env), "HOME="+h.home+"\x00")
		for _, form := range forms {
			if strings.Contains(string(line), form) || mine && strings.Contains(string(env), form) && !strings.Contains(string(line), "server.py") {
				return p.Name() + " " + strings.ReplaceAll(string(line), "\x00", " ")
			}
		}
	}
	return ""
}

// silentBelow looks into every file below a folder; the file that is the store, and
// the keychain's own, may hold it.
func (h *house) silentBelow(t *testing.T, dir string, fileStore bool) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || path == filepath.Join(h.state, "secrets", "secrets.json") && fileStore || strings.HasPrefix(path, h.bin) {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil {
			silent(t, path, string(data))
		}
		return nil
	}))
}
