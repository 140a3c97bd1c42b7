package term

import (
	"strings"
	"testing"
)

// look is what the look at process 100 of a made-up world says; "" passes.
func lookAt(t *testing.T, all []made) string {
	t.Helper()
	w := World{Getenv: env(), Proc: madeProc(t, all), Pid: 100, Terminal: func(any) string { return "" }}
	why, ok := w.LookAtPerson()
	if ok != (why == "") || strings.HasSuffix(why, ".") || strings.ContainsAny(why, "\n\x1b") {
		t.Errorf("%t with the reason %q", ok, why)
	}
	return why
}

// usher, its shell, and whatever stands above.
func under(above made, more ...made) []made {
	above.pid = 10
	return append([]made{
		{pid: 100, parent: 50, session: 50, pts: 3, comm: "usher", exe: "/usr/bin/usher", args: []string{"usher", "server", "approve", "x"}},
		{pid: 50, parent: 10, session: 50, pts: 3, comm: "bash", exe: "/usr/bin/bash", args: []string{"-bash"}},
		above,
		{pid: 1, session: 1, pts: -1, comm: "systemd", exe: "/usr/lib/systemd/systemd"},
	}, more...)
}

// A5: terminals that people use.
func TestPersonsTerminalsPass(t *testing.T) {
	m := []int{3}
	for law, all := range map[string][]made{
		"tmux":                          under(made{parent: 1, comm: "tmux: server", exe: "/usr/bin/tmux", masters: []int{1, 2, 3}}),
		"screen, by its version":        under(made{parent: 1, comm: "screen", exe: "/usr/bin/screen-5.0.0", masters: m}),
		"GNOME Terminal":                under(made{parent: 1, comm: "gnome-terminal-", exe: "/usr/libexec/gnome-terminal-server", masters: m}),
		"a program upgraded":            under(made{parent: 1, comm: "konsole", exe: "/usr/bin/konsole (deleted)", masters: m}),
		"kitty on NixOS":                under(made{parent: 1, comm: ".kitty-wrapped", exe: "/nix/store/h-kitty/bin/.kitty-wrapped", masters: m}),
		"terminator, a Python":          under(made{parent: 1, comm: "terminator", exe: "/usr/bin/python3.11", args: []string{"/usr/bin/python3", "/usr/bin/terminator"}, masters: m}),
		"VS Code":                       under(made{parent: 1, comm: "code", exe: "/usr/share/code/code", args: []string{"/usr/share/code/code --type=utility"}, masters: m}),
		"VS Code's server":              under(made{parent: 1, comm: "node", exe: "/home/u/.vscode-server/bin/abc/node", args: []string{"/home/u/.vscode-server/bin/abc/node", "/home/u/.vscode-server/bin/abc/out/bootstrap-fork", "--type=ptyHost"}, masters: m}),
		"ssh, whose files are not seen": under(made{parent: 1, comm: "sshd", args: []string{"sshd: u@pts/3"}, hidden: true}),
		"OpenSSH 9.8":                   under(made{parent: 1, comm: "sshd-session", args: []string{"sshd-session: u@pts/3"}, hidden: true}),
		"GNOME Terminal, cut name only": under(made{parent: 1, comm: "gnome-terminal-", hidden: true}),
		"Windows Terminal and WSL":      under(made{parent: 1, comm: "Relay(12)", hidden: true}),
		"sudo in tmux": under(made{parent: 9, session: 8, pts: 1, comm: "sudo", exe: "/usr/bin/sudo", masters: m},
			made{pid: 9, parent: 7, session: 8, pts: 1, comm: "bash", exe: "/usr/bin/bash"},
			made{pid: 7, parent: 1, comm: "tmux: server", exe: "/usr/bin/tmux", masters: []int{1}}),
		"sudo at the console": under(made{parent: 9, session: 8, pts: -2, comm: "sudo", exe: "/usr/bin/sudo", masters: m},
			made{pid: 9, parent: 1, session: 8, pts: -2, comm: "bash", exe: "/usr/bin/bash"}),
		"a shell that inherited the master": under(made{parent: 1, comm: "kitty", exe: "/usr/bin/kitty", masters: m},
			made{pid: 60, parent: 50, session: 50, pts: 3, comm: "zsh", exe: "/usr/bin/zsh", masters: m}),
		"a python beside, with another terminal": under(made{parent: 1, comm: "foot", exe: "/usr/bin/foot", masters: m},
			made{pid: 60, parent: 1, comm: "python3", exe: "/usr/bin/python3.11", masters: []int{4, 33}}),
		"a person named claude": under(made{parent: 1, comm: "kitty", exe: "/home/claude/bin/kitty", args: []string{"/home/claude/bin/kitty"}, masters: m}),
		"number 300": {
			{pid: 100, parent: 1, session: 100, pts: 300, comm: "usher", exe: "/usr/bin/usher"},
			{pid: 1, comm: "tmux: server", exe: "/usr/bin/tmux", masters: []int{300}}},
		"the console": {
			{pid: 100, parent: 50, session: 50, pts: -2, comm: "usher", exe: "/usr/bin/usher"},
			{pid: 50, parent: 1, session: 50, pts: -2, comm: "login", hidden: true}},
	} {
		if why := lookAt(t, all); why != "" {
			t.Errorf("%s: refused: %s", law, why)
		}
	}
}

// A5: an assistant above, by whatever name it shows.
func TestAssistantsAboveAreFound(t *testing.T) {
	for law, c := range map[string]struct {
		above made
		named string
	}{
		"claude, by name":       {made{comm: "claude", exe: "/home/u/.local/share/claude/versions/2.1.332"}, "claude"},
		"claude, by its folder": {made{comm: "2.1.332", exe: "/home/u/.local/share/claude/versions/2.1.332"}, "claude"},
		"claude, from npm":      {made{comm: "node", exe: "/usr/bin/node", args: []string{"node", "--max-old-space-size=8192", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"}}, "@anthropic-ai/claude-code"},
		"codex":                 {made{comm: "codex", exe: "/opt/codex/codex"}, "codex"},
		"codex, as downloaded":  {made{comm: "codex-x86_64-un", exe: "/home/u/bin/codex-x86_64-unknown-linux-musl"}, "codex-x86_64-unknown-linux-musl"},
		"codex, its wrapper":    {made{comm: "MainThread", exe: "/usr/bin/node", args: []string{"node", "/usr/bin/codex"}}, "codex"},
		"gemini":                {made{comm: "node", exe: "/usr/bin/node", args: []string{"/usr/bin/node", "-r", "./hook.js", "/usr/bin/gemini"}}, "gemini"},
		"gemini, a child of it": {made{comm: "node", exe: "/usr/bin/node", args: []string{"/usr/bin/node", "/usr/lib/node_modules/@google/gemini-cli/dist/index.js"}}, "@google/gemini-cli"},
		"qwen":                  {made{comm: "node", exe: "/usr/bin/node", args: []string{"node", "/usr/bin/qwen"}}, "qwen"},
		"copilot":               {made{comm: "copilot", exe: "/usr/bin/node", args: []string{"copilot"}}, "copilot"},
		"opencode":              {made{comm: "opencode", exe: "/root/.opencode/bin/opencode"}, "opencode"},
		"cursor-agent":          {made{comm: "node", exe: "/root/.local/share/cursor-agent/versions/2026.01/node", args: []string{"/root/.local/bin/cursor-agent", "index.js"}}, "cursor-agent"},
		"Cursor":                {made{comm: "cursor", exe: "/usr/share/cursor/cursor", masters: []int{3}}, "cursor"},
		"aider, a module":       {made{comm: "python3", exe: "/usr/bin/python3.12", args: []string{"python3", "-X", "utf8", "-m", "aider"}}, "aider"},
		"aider, installed":      {made{comm: "aider", exe: "/usr/bin/python3.12", args: []string{"/opt/v/bin/python", "/opt/v/bin/aider"}}, "aider"},
		"goose":                 {made{comm: "goose", exe: "/usr/bin/goose"}, "goose"},
		"another user's claude": {made{comm: "claude", hidden: true}, "claude"},
		"one behind a bun":      {made{comm: "bun", exe: "/usr/bin/bun", args: []string{"bun", "/root/node_modules/opencode-ai/bin/x.ts"}}, "opencode-ai"},
		"its name in capitals":  {made{comm: "Claude", exe: "/opt/Claude.AppImage"}, "Claude.AppImage"},
	} {
		c.above.parent = 7
		terminal := made{pid: 7, parent: 1, comm: "tmux: server", exe: "/usr/bin/tmux", masters: []int{3}}
		want := c.named + " (process 10), an assistant, started this command"
		if why := lookAt(t, under(c.above, terminal)); why != want {
			t.Errorf("%s: %q, want %q", law, why, want)
		}
	}
}

// A5: a daemon's way out of the family leads nowhere: the session's leader and
// the maker of the terminal are asked too.
func TestOrphansAreFoundByTheirSessionAndTerminal(t *testing.T) {
	gemini := made{pid: 10, parent: 1, comm: "node", exe: "/usr/bin/node", args: []string{"node", "/usr/bin/gemini"}, masters: []int{3}}
	usher := made{pid: 100, parent: 1, session: 50, pts: 3, comm: "usher", exe: "/usr/bin/usher"}
	shell := made{pid: 50, parent: 10, session: 50, pts: 3, comm: "bash", exe: "/usr/bin/bash"}
	if why := lookAt(t, []made{usher, shell, gemini}); why != "gemini (process 10), an assistant, started this command" {
		t.Errorf("by its session: %q", why)
	}
	if why := lookAt(t, []made{usher, gemini}); why != "gemini (process 10) made this terminal, so a program may be answering" {
		t.Errorf("by its terminal: %q", why)
	}
	gemini.masters = nil
	xterm := made{pid: 11, parent: 10, comm: "xterm", exe: "/usr/bin/xterm", masters: []int{3}}
	if why := lookAt(t, []made{usher, gemini, xterm}); why != "gemini (process 10), an assistant, started this command" {
		t.Errorf("by who started the terminal: %q", why)
	}
}

// A5: terminals made by programs, and those whose maker is not known.
func TestProgramsTerminalsAreRefused(t *testing.T) {
	m := []int{3}
	const made1 = " (process 10) made this terminal, so a program may be answering"
	const started = " (process 10), which can answer in a person's place, started this command"
	const stranger = "this terminal was made by wezzterm (process 10), which usher does not know as a person's; a terminal window, ssh, tmux or screen is"
	for law, c := range map[string]struct {
		all  []made
		want string
	}{
		"script":                            {under(made{comm: "script", exe: "/usr/bin/script", masters: m}), "script" + started},
		"expect":                            {under(made{comm: "expect", exe: "/usr/bin/expect", masters: m}), "expect" + started},
		"unbuffer":                          {under(made{comm: "unbuffer", exe: "/usr/bin/tclsh8.6", args: []string{"tclsh", "/usr/bin/unbuffer"}, masters: m}), "unbuffer" + started},
		"python":                            {under(made{comm: "python3", exe: "/usr/bin/python3.11", args: []string{"python3", "tmux"}, masters: m}), "python3.11" + made1},
		"node-pty":                          {under(made{comm: "node", exe: "/usr/bin/node", masters: m}), "node" + made1},
		"perl":                              {under(made{comm: "perl", exe: "/usr/bin/perl5.36.0", masters: m}), "perl5.36.0" + made1},
		"ruby":                              {under(made{comm: "x.rb", exe: "/usr/bin/ruby3.1", masters: m}), "ruby3.1" + made1},
		"a stranger":                        {under(made{comm: "wezzterm", exe: "/tmp/wezzterm", masters: m}), stranger},
		"a stranger that calls itself tmux": {under(made{comm: "tmux: server", exe: "/tmp/wezzterm", args: []string{"tmux"}, masters: m}), stranger},
		"a python that calls itself tmux":   {under(made{comm: "tmux: server", exe: "/usr/bin/python3.11", args: []string{"tmux"}, masters: m}), "python3.11" + made1},
		"a node that says it is a ptyHost":  {under(made{comm: "node", exe: "/usr/bin/node", args: []string{"node", "bootstrap-fork", "--type=ptyHost"}, masters: m}), "node" + made1},
		"a python beside tmux": {under(made{parent: 1, comm: "tmux: server", exe: "/usr/bin/tmux", masters: m},
			made{pid: 11, parent: 1, comm: "python3", exe: "/usr/bin/python3.11", masters: m}), "python3.11 (process 11) made this terminal, so a program may be answering"},
		"sudo in a python's terminal": {under(made{parent: 9, session: 8, pts: 1, comm: "sudo", exe: "/usr/bin/sudo", masters: m},
			made{pid: 9, parent: 7, session: 8, pts: 1, comm: "bash", exe: "/usr/bin/bash"},
			made{pid: 7, parent: 1, comm: "python3", exe: "/usr/bin/python3", masters: []int{1}}), "python3 (process 7) made this terminal, so a program may be answering"},
		"sudo that made its own":       {under(made{parent: 1, session: 8, pts: 3, comm: "sudo", exe: "/usr/bin/sudo", masters: m}), unseen},
		"sudo without a terminal":      {under(made{parent: 1, session: 8, pts: -1, comm: "sudo", exe: "/usr/bin/sudo", masters: m}), "there is no terminal to ask at"},
		"nobody holds it, all is seen": {under(made{parent: 1, comm: "tmux: server", exe: "/usr/bin/tmux"}), unseen},
		"a hidden stranger":            {under(made{parent: 1, comm: "wezzterm", hidden: true}), stranger},
		"docker exec":                  {[]made{{pid: 100, session: 100, pts: 3, comm: "usher", exe: "/usr/bin/usher"}}, unseen},
		"the leader is gone":           {[]made{{pid: 100, parent: 1, session: 50, pts: 3, comm: "usher", exe: "/usr/bin/usher"}, {pid: 1, comm: "sshd", hidden: true}}, unseen},
		"an old pseudo-terminal":       {[]made{{pid: 100, parent: 1, session: 100, pts: -3, comm: "usher", exe: "/usr/bin/usher"}}, unseen},
		"no terminal":                  {[]made{{pid: 100, parent: 1, session: 100, pts: -1, comm: "usher", exe: "/usr/bin/usher"}}, "there is no terminal to ask at"},
		"a hostile name": {under(made{comm: "x) S 1 1 (\x1b[2K\u202e", exe: "/tmp/\x1b[2Kmade by tmux" + strings.Repeat("x", 60), masters: m}),
			`this terminal was made by \x1b[2Kmade by tmuxxxxxxxxxxxxxxxxxxxxxxxxx… (process 10), which usher does not know as a person's; a terminal window, ssh, tmux or screen is`},
	} {
		if why := lookAt(t, c.all); why != c.want {
			t.Errorf("%s: %q, want %q", law, why, c.want)
		}
	}
}

// A5: what cannot be read is not a person, and no look goes round in circles.
func TestBrokenProcIsNoPerson(t *testing.T) {
	w := World{Getenv: env(), Proc: t.TempDir(), Pid: 100, Terminal: func(any) string { return "" }}
	if why, ok := w.LookAtPerson(); ok || !strings.HasPrefix(why, "usher cannot see its own process in ") {
		t.Errorf("an empty /proc: %q, %t", why, ok)
	}
	ring := []made{
		{pid: 100, parent: 101, session: 101, pts: 3, comm: "usher", exe: "/usr/bin/usher"},
		{pid: 101, parent: 100, session: 101, pts: 4, comm: "sudo", exe: "/usr/bin/sudo", masters: []int{3}},
		{pid: 102, parent: 100, session: 101, pts: 3, comm: "sudo", exe: "/usr/bin/sudo", masters: []int{4}},
	}
	if why := lookAt(t, ring); why != unseen {
		t.Errorf("a ring of sudos: %q", why)
	}
	for stat, want := range map[string]bool{"": false, "100": false, "100 (x": false, ")(": false, "1 (x) S 1 1": false, "1 (x) S a 1 1 1": false, "1 (x) S 1 1 1 1": true} {
		root := madeProc(t, []made{{pid: 100, comm: "x"}})
		writeStat(t, root, stat)
		if _, ok := procfs(root).read(100); ok != want {
			t.Errorf("stat %q is read: %t", stat, ok)
		}
	}
}
