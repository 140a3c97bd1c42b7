//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// TestNothingSwappedInIsEverUsed_trust12: while the definitions change under it all
// the time, a call and a restart use the trusted bytes or nothing (SPEC T4).
func TestNothingSwappedInIsEverUsed_trust12(t *testing.T) {
	t.Parallel()
	inEachLayout(t, "trust-12-change-between-check-and-start", func(t *testing.T, p *project) {
		hook := `{"hooks":[{"name":"h","event":"PreToolUse","command":"sh","args":["-c","touch ../%s.txt"]}]}`
		good := map[string]string{"mcp.json": slurp(t, p.mcp()), "hooks.json": fmt.Sprintf(hook, "guarded")}
		bad := map[string]string{"mcp.json": p.evil(t), "hooks.json": fmt.Sprintf(hook, "pwned")}
		put := func(files map[string]string) {
			for name, text := range files {
				p.writes(t, p.at("next"), text)
				must(t, os.Rename(p.at("next"), p.def(name)))
			}
		}
		put(good)
		p.trusts(t, p.root())
		stop := make(chan struct{})
		var swapping sync.WaitGroup
		swapping.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					put(bad)
					put(good)
				}
			}
		})
		seen := map[string]int{}
		for range 200 {
			seen[p.calls(t, p.root(), callOf("lab__x", canAsk)).Decision]++
		}
		for range 40 {
			if r := p.in(t, p.root(), "server", "restart", "lab"); r.code == 0 { // touch speaks no MCP
				t.Errorf("%v", r)
			}
			_ = os.Remove(p.at("proj/started.txt")) // it is named in the definitions, so the folder has changed where it is
		}
		close(stop)
		swapping.Wait()
		if seen["allow"] > 0 {
			t.Errorf("verdicts: %v", seen)
		}
		p.never(t, "pwned.txt")
		p.calls(t, p.root(), callOf("lab__x", canAsk)).wants(t, "ask")
		if _, err := os.Stat(p.at("guarded.txt")); err != nil {
			t.Error("the trusted hook never ran")
		}
	})
}

// TestStrangeFilesAreUnreadable_trust15: each is said at once, with the file's name,
// and nothing of the folder is loaded (SPEC T3).
func TestStrangeFilesAreUnreadable_trust15(t *testing.T) {
	t.Parallel()
	inEachLayout(t, "trust-15-strange-file-kinds", func(t *testing.T, p *project) {
		must(t, os.Remove(p.mcp())) // the fifo
		p.writes(t, p.mcp(), `{"servers":[{"id":"lab","command":"touch","args":["started.txt"]}]}`)
		p.writes(t, p.def("hooks.json"), `{"hooks":[{"name":"h","event":"PreToolUse","command":"touch","args":["started.txt"]}]}`)
		p.writes(t, p.def("prompts/x.md"), "hi")
		p.trusts(t, p.root())
		good := p.at("good")
		must(t, os.Rename(p.mcp(), good))
		for _, c := range []struct {
			law, file, says string
			make            func(path string) error
		}{
			{"a named pipe", "mcp.json", "FIFO", func(at string) error { return syscall.Mkfifo(at, 0o644) }},
			{"a folder", "mcp.json", "folder", func(at string) error { return os.Mkdir(at, 0o755) }},
			{"a link to a file of the folder", "mcp.json", "link", func(at string) error { return os.Symlink(good, at) }},
			{"a link to a device", "mcp.json", "link", func(at string) error { return os.Symlink("/dev/zero", at) }},
			{"a link to nothing", "mcp.json", "link", func(at string) error { return os.Symlink("nothing", at) }},
			{"50 MB", "mcp.json", "1048576", func(at string) error { return os.WriteFile(at, make([]byte, 50<<20), 0o644) }},
			{"writable by everybody", "mcp.json", "chmod", func(at string) error {
				must(t, os.WriteFile(at, []byte("{}"), 0o644))
				return os.Chmod(at, 0o666)
			}},
			{"a named pipe among the prompts", "prompts/p.md", "FIFO", func(at string) error { return syscall.Mkfifo(at, 0o644) }},
			{"a link among the skills", "skills/s/SKILL.md", "link", func(at string) error { return os.Symlink("/etc/passwd", at) }},
		} {
			at := p.def(c.file)
			must(t, os.MkdirAll(filepath.Dir(at), 0o755))
			must(t, c.make(at))
			p.unreadable(t, c.law, at, c.says)
			must(t, os.RemoveAll(at))
		}
		for i := range 5000 {
			must(t, os.WriteFile(p.def(fmt.Sprintf("prompts/p%d.md", i)), nil, 0o644))
		}
		p.unreadable(t, "5000 prompts", p.def("prompts"), "2000")
		must(t, os.RemoveAll(p.def("prompts")))
		p.never(t, "started.txt")
	})
}

// unreadable holds every command to a folder that cannot be read.
func (p *project) unreadable(t *testing.T, law, file, says string) {
	t.Helper()
	r, most := p.measured(t, "", "usher", "trust", "show", p.root(), "-o", "json")
	if r.code != 0 || !strings.Contains(r.out, `"state": "unreadable"`) || !strings.Contains(r.out, file) || !strings.Contains(r.out, says) {
		t.Errorf("%s: %v", law, r)
	}
	if r.took > slack || most > maxMemory {
		t.Errorf("%s took %v and %d KiB", law, r.took, most)
	}
	for _, args := range [][]string{{"trust", "grant", p.root()}, {"trust", "diff", p.root()}, {"trust", "grant", p.root(), "--digest", "sha256:" + strings.Repeat("0", 64)}} {
		if r := p.usher(t, args...); r.code != 1 || !strings.Contains(r.err, file) || !strings.Contains(r.err, says) {
			t.Errorf("%s: %v", law, r)
		}
	}
	p.calls(t, p.root(), callOf("lab__x", canAsk)).wants(t, "ask", "was trusted with hooks that guard calls, and cannot be read now", file)
	p.calls(t, p.root(), callOf("lab__x")).wants(t, "deny", "cannot be read now")
	if r := p.in(t, p.root(), "prompt", "expand", "/x"); r.out != "/x" {
		t.Errorf("%s: %v", law, r)
	}
}
