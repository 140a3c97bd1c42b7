//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const remoteGuide = "../docs/remote.md"

// scriptServer starts the server of the scripts in a mode, and gives its port.
func (h *house) scriptServer(t *testing.T, mode string) string {
	t.Helper()
	source, err := filepath.Abs("testdata/remote/server.py")
	must(t, err)
	ready := filepath.Join(h.dir, "ready")
	must(t, launchOK(h, "mkfifo", ready))
	c := h.command("/usr/bin/python3", source, mode, ready)
	must(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	data, err := os.ReadFile(ready)
	must(t, err)
	var port int
	if _, err := fmt.Sscanf(string(data), `{"port": %d}`, &port); err != nil {
		t.Fatalf("it said %q", data)
	}
	return fmt.Sprint(port)
}

func launchOK(h *house, program string, args ...string) error {
	return h.command(program, args...).Run()
}

// TestTheRemotePageHolds: its files load without a word of complaint, and its
// commands do what it says, one after the other, with a real server in the place of
// the one that it names.
func TestTheRemotePageHolds(t *testing.T) {
	h := newHouse(t)
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	url := "http://127.0.0.1:" + h.scriptServer(t, "ok") + "/mcp"
	ran := 0
	for _, e := range examples(t, remoteGuide, 4) {
		if e.name != "session" {
			h.sound(t, e, "server", "yours")
			continue
		}
		for line := range strings.Lines(e.text) {
			line, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "$ "), "  #")
			line = strings.ReplaceAll(line, "https://mcp.example/mcp", url)
			for _, decides := range []string{"usher server approve ", "usher server mark ", "usher grant set "} {
				if strings.HasPrefix(line, decides) { // where the page has a person at a terminal
					line = strings.TrimSpace(line) + " --digest " + h.launch(t, "web")
				}
			}
			r := launch(t, h.command("/bin/sh", "-c", line), "")
			if r.code != 0 {
				t.Errorf("%s: %v", line, r)
			}
			ran++
			for words, want := range map[string]string{
				"usher call": `found: {"word": "beam"}`, "server list": "ready", "greet Ann": "Say hello to Ann", "trip city": `"days": "3"`,
				"New York": `"city": "New York"`, "prompt list": "/mcp:web:trip",
			} {
				if strings.Contains(line, words) {
					says(t, r, want)
				}
			}
		}
	}
	if ran != 11 {
		t.Errorf("%d commands were run", ran)
	}
}
