//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The completion scripts in real shells at a terminal (SPEC Z3): names with what they
// are for, and nothing that a file or a folder is called runs, moves the cursor or
// puts anything but its name on the line.

// shell is how one is started with usher's script and nothing of the person's.
type shell struct {
	name, start, init string
	n                 int // its windows' numbers come after
}

func shells() []shell {
	return []shell{
		{"bash", "bash --norc --noprofile -i", `PS1='> '; source /usr/share/bash-completion/bash_completion; source ../usher.bash; bind 'set completion-query-items 0'; bind 'set page-completions off'`, 10},
		{"zsh", "zsh -f -i", `PS1='> '; autoload -U compinit; compinit -u -D; source ../_usher; LISTMAX=1000`, 20},
		{"fish", "fish --no-config -i", `function fish_prompt; echo '> '; end; function fish_greeting; end; source ../usher.fish`, 30},
	}
}

// shop is a house with texts, a yard of folders, and the three scripts.
func shop(t *testing.T) (*project, *desk) {
	t.Helper()
	p := &project{house: newHouse(t), layout: ".usher"}
	p.yard = filepath.Join(p.dir, "yard")
	for shell, file := range map[string]string{"bash": "usher.bash", "zsh": "_usher", "fish": "usher.fish"} {
		script := p.does(t, 0, "completion", shell).out
		must(t, os.WriteFile(filepath.Join(p.dir, file), []byte(script), 0o644))
		if kept := slurp(t, filepath.Join("..", "completions", file)); kept != script {
			t.Errorf("completions/%s is another: make gen", file)
		}
	}
	const hostile = "$(touch pwned) `touch pwned` 'q' \\x1b[2J: a|b;c & <d> *"
	p.put(t, "prompts/review.md", "---\ndescription: "+hostile+"\nargument-hint: <part> [fast]\n---\nx")
	p.put(t, "prompts/rework.md", "---\ndescription: Another one\n---\nx")
	p.put(t, "skills/checks/SKILL.md", "---\ndescription: "+hostile+"\n---\nx")
	p.put(t, "skills/chores/SKILL.md", "---\ndescription: two words\n---\nx")
	p.put(t, "skills/steer/SKILL.md", "---\ndescription: a\x1b[2J\n---\nx")
	p.put(t, "prompts/$(touch pwned).md", "x")
	p.put(t, "skills/`touch pwned`/SKILL.md", "---\ndescription: d\n---\nx")
	p.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	for _, name := range []string{"$(touch pwned)", "`touch pwned`", "a b", "it's", "x;touch pwned", "plain"} {
		p.writes(t, filepath.Join(p.at(name), "one", ".usher", "instructions.md"), "x")
		p.writes(t, filepath.Join(p.at(name), "two", ".usher", "instructions.md"), "x")
	}
	for _, name := range []string{"$(touch pwned)/one", "$(touch pwned)/two", "`touch pwned`/one", "x;touch pwned/two", "plain/one", "a b/two"} {
		p.trusts(t, p.at(name))
	}
	p.writes(t, p.at("proj/.claude/commands/front/end.md"), "---\ndescription: nested\n---\nx")
	p.writes(t, p.at("proj/.claude/commands/front/door.md"), "x")
	p.trusts(t, p.root())
	return p, p.desk(t, 160)
}

// sits is a shell in the yard, ready.
func (d *desk) sits(p *project, s shell) *window {
	d.t.Helper()
	w := d.opens("cd yard; XDG_DATA_HOME=" + quoted(filepath.Join(p.dir, "data")) + " " + s.start)
	w.types(s.init+"; echo rea'dy'", "Enter")
	w.sees("\nready\n")
	w.types("", "C-l")
	return w
}

// tab types a line, presses TAB so often, and gives the screen once it shows all of
// the words. What is typed then shows that every TAB has had its effect; the line is
// taken away again.
func (w *window) tab(line string, times int, words ...string) string {
	w.t.Helper()
	w.types(line)
	for range times {
		w.types("", "Tab")
	}
	for _, word := range words {
		w.sees(word)
	}
	shown := w.screen()
	w.types("#END")
	shown += w.sees("#END")
	w.types("", "C-e", "C-u", "C-l")
	if !soon(func() bool { return !strings.Contains(w.screen(), "#END") }) {
		w.t.Fatalf("the line stays:\n%s", w.screen())
	}
	return shown
}

// TestCompletionInShells: the names and what they are for, each where it is typed.
func TestCompletionInShells_Z3_X6(t *testing.T) {
	t.Parallel()
	p, d := shop(t)
	fan(t, 3, shells(), func(s shell) string { return s.name }, func(t *testing.T, s shell) {
		w := (&desk{t: t, h: d.h, size: d.size, n: s.n}).sits(p, s)
		const hostile = "$(touch pwned) `touch pwned` 'q'"
		s1 := w.tab("usher prompt expand /re", 2, "review", "rework", "<part> [fast], "+hostile, "Another one")
		if strings.Contains(s1, "checks") || strings.Contains(s1, "\x1b") {
			t.Errorf("%s", s1)
		}
		w.tab("usher prompt expand /che", 1, "usher prompt expand /checks")
		s2 := w.tab("usher skill show ch", 2, "checks", "chores", hostile, "two words")
		if strings.Contains(s2, "steer") {
			t.Errorf("%s", s2)
		}
		w.tab("usher skill show cho", 1, "usher skill show chores")
		w.tab("usher skill show st", 2) // it was dropped
		w.tab("usher --project proj prompt expand /front:e", 1, "/front:end")
		w.tab("usher trust revoke "+p.at("pl"), 1, "usher trust revoke "+p.at("plain/one"))
		w.tab("usher trust show pla", 1, "usher trust show plain/")
		w.tab("usher trust sh", 1, "usher trust show")
		p.never(t, "pwned")
	})
}

// TestNothingRunsAtTheTab: folders and texts that are called as commands are, and
// what was typed so far.
func TestNothingRunsAtTheTab_Z3(t *testing.T) {
	t.Parallel()
	p, d := shop(t)
	fan(t, 3, shells(), func(s shell) string { return s.name }, func(t *testing.T, s shell) {
		w := (&desk{t: t, h: d.h, size: d.size, n: s.n}).sits(p, s)
		for _, line := range []string{
			"usher prompt expand ", "usher skill show ", "usher trust revoke ", "usher trust revoke " + p.yard + "/", "usher trust show ", "usher trust grant ",
			`usher --project \$\(touch\ pwned\)/one skill show `, `usher --project a\ b/one skill show `, `usher --project 'a b/one' skill show `,
			`usher --project "$(touch pwned)" skill show `, "usher skill show $(touch pwned) ", "usher skill show `touch pwned` ", "usher skill show 'x' \"$(touch pwned)\" ",
		} {
			if s.name == "fish" && strings.Contains(line, " `") {
				continue // no command to fish, and no end of the line
			}
			screen := w.tab(line, 3)
			if strings.Contains(screen, "ShellCompDirective") || strings.Contains(screen, "\x1b") {
				t.Errorf("%s:\n%s", line, screen)
			}
		}
		// the words before stand for what they say
		for _, line := range []string{`usher --project \$\(touch\ pwned\)/one skill show chec`, `usher --project it\'s/one skill show chec`, `usher --data ~ --no-project skill show chec`} {
			w.tab(line, 1, "skill show checks")
		}
		w.types("echo al'l' done", "Enter") // after every TAB has had its effect
		w.sees("\nall done\n")
		p.never(t, "pwned")
		if r := p.does(t, 0, "__complete", "trust", "revoke", ""); strings.ContainsAny(r.out, "$`;") || !strings.Contains(r.out, "plain/one") || !strings.Contains(r.out, "a b/two") {
			t.Errorf("%v", r)
		}
	})
}
