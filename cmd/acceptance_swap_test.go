//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// swapWay puts one of two contents in the place of the other without end.
type swapWay struct {
	law string
	put func(p *project, files map[string]string) error
}

func swapWays() []swapWay {
	each := func(put func(p *project, path, text string) error) func(p *project, files map[string]string) error {
		return func(p *project, files map[string]string) error {
			for name, text := range files {
				if err := put(p, p.def(name), text); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return []swapWay{
		{"another file renamed over it", each(func(p *project, path, text string) error {
			return firstOf(os.WriteFile(p.at("next"), []byte(text), 0o644), os.Rename(p.at("next"), path))
		})},
		{"written over in place", each(func(_ *project, path, text string) error { return os.WriteFile(path, []byte(text), 0o644) })},
		{"deleted and made again", each(func(_ *project, path, text string) error {
			return firstOf(os.Remove(path), os.WriteFile(path, []byte(text), 0o644))
		})},
		{"a link above it that leads elsewhere", func(p *project, files map[string]string) error {
			to := "proj"
			if strings.Contains(files["prompts/x.md"], "evil") {
				to = "other"
			}
			return firstOf(os.Symlink(to, p.at("next")), os.Rename(p.at("next"), p.at("link")))
		}},
	}
}

const (
	swapServer = `{"servers":[{"id":"lab","command":"sh","args":["-c",": > ../%s.txt"]}]}`
	swapHooks  = `{"hooks":[{"name":"h","event":"PreToolUse","match":"lab__never","command":"sh","args":["-c",": > ../%[1]s.txt; exit %[2]d"]},
 {"name":"m","event":"UserPromptSubmit","command":"sh","args":["-c",": > ../%[1]s.txt"]}]}`
)

func swapFiles(word string, code int) map[string]string {
	return map[string]string{"mcp.json": fmt.Sprintf(swapServer, word), "hooks.json": fmt.Sprintf(swapHooks, word, code), "prompts/x.md": word + " $1"}
}

// TestNoSwappedByteIsEverUsed_T4_A08: whichever way the files of a trusted folder
// change under it, and the folder itself, a call, a started server, a hook and a
// prompt are made of the trusted bytes, or there are none.
func TestNoSwappedByteIsEverUsed_T4_A08(t *testing.T) {
	long := 10 * time.Second
	if testing.Short() {
		long = 3 * time.Second
	}
	ways := swapWays()
	fan(t, len(ways), ways, func(w swapWay) string { return w.law }, func(t *testing.T, w swapWay) {
		p := &project{house: newHouse(t), layout: ".usher"}
		p.yard = filepath.Join(p.dir, "yard")
		good, evil := swapFiles("guarded", 2), swapFiles("pwned", 0)
		evil["prompts/x.md"] = "evil $1"
		for name, text := range good {
			p.writes(t, p.def(name), text)
		}
		for name, text := range evil {
			p.writes(t, filepath.Join(p.at("other"), ".usher", name), text)
		}
		must(t, os.Symlink("proj", p.at("link")))
		p.put(t, "policy.json", `{"approve":{"unattended":true}}`)
		p.trusts(t, p.root())
		p.marks(t)
		seen := p.swapped(t, w, good, evil, time.Now().Add(long))
		p.never(t, "pwned.txt")
		if seen["trusted"] == 0 || seen["refused"] == 0 {
			t.Errorf("nothing is proved: %v", seen)
		}
		t.Logf("%v", seen)
	})
}

// marks allows two tools of the project's server, as it is now.
func (p *project) marks(t *testing.T) {
	t.Helper()
	digest := ""
	for _, s := range p.ledger(t, "launch") {
		digest, _ = s["digest"].(string)
	}
	for _, tool := range []string{"x", "never"} {
		if r := p.in(t, p.root(), "grant", "set", "lab", tool, "--allow", "--digest", digest); r.code != 0 {
			t.Fatal(r)
		}
	}
}

// swapped uses the folder while it is swapped, and counts what came of it.
func (p *project) swapped(t *testing.T, w swapWay, good, evil map[string]string, end time.Time) map[string]int {
	t.Helper()
	stop := make(chan struct{})
	var swapping sync.WaitGroup
	swapping.Go(func() {
		for i := 0; ; i++ {
			files, rest := evil, time.Duration(i%7)*time.Millisecond
			if i%2 == 0 {
				files, rest = good, time.Duration(i%40)*time.Millisecond
			}
			if err := w.put(p, files); err != nil {
				t.Error(err)
				return
			}
			select { // each state lasts now a moment, now none
			case <-stop:
				return
			case <-time.After(rest):
			}
		}
	})
	seen := map[string]int{}
	at := p.at("link")
	for time.Now().Before(end) {
		for _, tool := range []string{"lab__x", "lab__never"} {
			v := p.calls(t, p.yard, callOf(tool, canAsk), "--project", at)
			switch {
			case v.Decision != "allow":
				seen["refused"]++
			case tool == "lab__x":
				seen["trusted"]++
			default: // the good hook denies it
				t.Errorf("the guard was gone: %+v", v)
			}
		}
		p.in(t, p.yard, "call", "lab__x", "--project", at)
		launch(t, p.command("usher", "hooks", "run", "UserPromptSubmit", "--project", at), `{"message":"hi"}`)
		switch r := p.in(t, p.yard, "prompt", "expand", "/x you", "--project", at); r.out {
		case "guarded you":
			seen["trusted"]++
		case "/x you", "":
			seen["refused"]++
		default:
			t.Errorf("%v", r)
		}
	}
	close(stop)
	swapping.Wait()
	return seen
}
