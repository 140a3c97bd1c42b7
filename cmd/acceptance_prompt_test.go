//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The cases about prompts from real reports, byte for byte through the built
// program: as one's own, and as a trusted project's in every layout (SPEC X4, X5).

const promptCases = casesDir

// inEachPlace runs a test with a case's prompts in each place they can stand. run
// is a command where they count.
func inEachPlace(t *testing.T, name string, test func(t *testing.T, p *project, run func(stdin string, args ...string) ran)) {
	t.Helper()
	for _, place := range append([]string{"yours"}, layouts()...) {
		t.Run(place, func(t *testing.T) {
			p := &project{house: newHouse(t), layout: place}
			p.yard = filepath.Join(p.dir, "yard")
			must(t, os.MkdirAll(p.root(), 0o755))
			to := p.def("prompts")
			if place == "yours" {
				to = filepath.Join(p.conf, "prompts")
			}
			must(t, os.CopyFS(to, os.DirFS(filepath.Join(promptCases, name, "prompts"))))
			p.put(t, "policy.json", `{"approve":{"unattended":true}}`)
			if place != "yours" {
				p.trusts(t, p.root())
			}
			test(t, p, func(stdin string, args ...string) ran {
				c := p.command("usher", args...)
				c.Dir = p.root()
				return launch(t, c, stdin)
			})
		})
	}
}

// TestPromptCases puts what is typed in as a word and through a pipe.
func TestPromptCases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, added string }{ // added: the template's last line end, where it is kept
		{"prompt-01-dollar-ampersand", "\n"}, {"prompt-03-dollar-ten", "\n"}, {"prompt-04-quotes-and-words", "\n"},
		{"prompt-06-no-placeholder", ""}, {"prompt-07-backslashes", "\n"}, {"prompt-10-price-in-template", "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inEachPlace(t, c.name, func(t *testing.T, p *project, run func(string, ...string) ran) {
				n := 0
				for pair := range strings.SplitSeq(slurp(t, filepath.Join(promptCases, c.name, "in-out.txt")), "---\n") {
					in, out, ok := strings.Cut(pair, "\nOUT: ")
					if !ok {
						continue
					}
					n++
					in, out = strings.TrimPrefix(in, "IN:  "), strings.ReplaceAll(strings.TrimSuffix(out, "\n"), `\n\n`, "\n\n")+c.added
					if in == "/review" { // nothing is appended, so the line end stays
						out += "\n"
					}
					for _, r := range []ran{run("", "prompt", "expand", in), run(in, "prompt", "expand"), run(in+"\n", "prompt", "expand"), run(in+"\r\n", "prompt", "expand")} {
						if r.code != 0 || r.out != out || r.err != "" {
							t.Errorf("%q: %v\nwant %q", in, r, out)
						}
					}
					var doc struct {
						Text     string
						Expanded bool
					}
					must(t, json.Unmarshal([]byte(run("", "prompt", "expand", in, "-o", "json").out), &doc))
					if doc.Text != out || !doc.Expanded {
						t.Errorf("%q: %+v", in, doc)
					}
				}
				if n == 0 {
					t.Error("the case holds nothing")
				}
			})
		})
	}
}

func TestManyLines_prompt09(t *testing.T) {
	const name = "prompt-09-many-lines"
	inEachPlace(t, name, func(t *testing.T, p *project, run func(string, ...string) ran) {
		in, want := slurp(t, filepath.Join(promptCases, name, "in.txt")), slurp(t, filepath.Join(promptCases, name, "out.txt"))
		for _, r := range []ran{run(in, "prompt", "expand"), run("", "prompt", "expand", in)} {
			if r.code != 0 || strings.TrimSuffix(r.out, "\n") != strings.TrimSuffix(want, "\n") || strings.HasSuffix(r.out, "\n\n") {
				t.Errorf("%v\nwant %q", r, want)
			}
		}
	})
}

func TestFileNames_prompt12(t *testing.T) {
	inEachPlace(t, "prompt-12-file-names", func(t *testing.T, p *project, run func(string, ...string) ran) {
		var list struct {
			Prompts  []struct{ Name string }
			Problems []problem
		}
		r := run("", "prompt", "list", "-o", "json")
		must(t, json.Unmarshal([]byte(r.out), &list))
		var names []string
		for _, q := range list.Prompts {
			names = append(names, q.Name)
		}
		if want := []string{"docs-sync", strings.Repeat("x", 48)}; !slices.Equal(names, want) {
			t.Errorf("usable: %v", names)
		}
		for _, file := range []string{"9x.md", "Docs.md", "a.b.md", "docs_sync.md", strings.Repeat("y", 49) + ".md"} {
			found := 0
			for _, n := range list.Problems {
				if filepath.Base(n.File) == file && n.Rule == "text/bad-name" && n.Severity == "error" {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%s is named %d times: %v", file, found, r)
			}
			stem := strings.TrimSuffix(file, ".md")
			if r := run("", "prompt", "expand", "/"+stem+" x"); r.out != "/"+stem+" x" {
				t.Errorf("%v", r)
			}
		}
		if strings.Contains(r.out, "hidden") || strings.Contains(r.out, "readme") {
			t.Errorf("what is no prompt is told of: %v", r)
		}
		if r := run("", "prompt", "expand", "/docs-sync"); r.out != "hi\n" {
			t.Errorf("%v", r)
		}
	})
}

// TestHugeArguments: ten megabytes through a pipe arrive whole, in bounded memory,
// and an expansion far larger than what it is made from is never held whole.
func TestHugeArguments(t *testing.T) {
	h := newHouse(t)
	h.put(t, "prompts/once.md", "before $ARGUMENTS after")
	h.put(t, "prompts/often.md", strings.Repeat("$ARGUMENTS", 10000))
	big := strings.Repeat("ä$1 \\$ARGUMENTS\n/x ", 10<<20/20)
	r, most := h.measured(t, "/once "+big, "usher", "prompt", "expand")
	if r.code != 0 || r.out != "before "+strings.TrimSuffix(big, "\n")+" after" {
		t.Errorf("status %d, %d bytes", r.code, len(r.out))
	}
	if most > 3*maxMemory { // a busy machine collects garbage late
		t.Errorf("%d KiB", most)
	}
	r = launch(t, h.command("/bin/sh", "-c", "(printf '/often '; head -c 10000000 /dev/zero | tr '\\0' x) | usher prompt expand | head -c 100000000 | wc -c"), "")
	if strings.TrimSpace(r.out) != "100000000" || r.took > 3*slack {
		t.Errorf("%v", r)
	}
	for stdin, says := range map[string]string{"/often " + big: "are not shown", strings.Repeat("x", 64<<20+1): "larger than 64 MiB"} {
		r = launch(t, h.command("usher", "prompt", "expand", "-o", "json"), stdin)
		if r.code != 2 || !strings.Contains(r.err, says) || r.out != "" {
			t.Errorf("%d bytes: %v", len(stdin), r)
		}
	}
}

// TestPromptAtTheTerminal: what could steer the terminal is shown, and ctrl-C ends
// the wait for a message.
func TestPromptAtTheTerminal(t *testing.T) {
	h := newHouse(t)
	h.put(t, "prompts/steer.md", "a\x1b[2Jb \u202e $ARGUMENTS\n")
	d := h.desk(t, 120)
	if s := d.opens("usher prompt expand '/steer it'").ends(0); !strings.Contains(s, "\n"+`a\x1b[2Jb \u{202e} it`) || !strings.Contains(s, "steer.md:1:2: warning:") {
		t.Errorf("%s", s)
	}
	w := d.opens("usher prompt expand")
	w.types("/steer x", "Enter", "C-d")
	if s := w.ends(0); !strings.Contains(s, `a\x1b[2Jb \u{202e} x`) {
		t.Errorf("%s", s)
	}
	// far more than a pipe holds, so when it is written usher reads; and no end
	w = d.opens("mkfifo f; exec 3<>f; (head -c 1000000 /dev/zero >&3; touch reads) & usher prompt expand <f")
	if !soon(func() bool { _, err := os.Stat(filepath.Join(h.dir, "reads")); return err == nil }) {
		t.Fatalf("nothing is read:\n%s", w.screen())
	}
	w.types("", "C-c")
	if s := w.ends(130); !strings.Contains(s, "usher: error: interrupted") {
		t.Errorf("%s", s)
	}
}
