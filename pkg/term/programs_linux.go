package term

import "strings"

// kind is what a program means for the question who is at the terminal.
type kind uint8

const (
	unknown     kind = iota
	assistant        // acts by itself
	forger           // made to answer in a person's place
	interpreter      // runs anything; where it makes a terminal, a pty library does
	relay            // makes a terminal that stands for the one it runs in
	person           // makes terminals for people
)

// listed are names of programs of one kind, by blanks. They are matched whole:
// lower case, without folder, version or extension.
type listed struct {
	kind  kind
	names string
}

// programs is the table (SPEC A5). An earlier line wins.
var programs = [...]listed{
	{assistant, "claude claude-code codex gemini gemini-cli qwen qwen-code copilot opencode opencode-ai cursor cursor-agent " +
		"windsurf kiro kiro-cli aider goose amp crush droid auggie cline devin antigravity trae qchat openhands plandex " +
		"kilocode kimi junie kaitoi kkss"},
	{forger, "script expect autoexpect unbuffer faketty"},
	{relay, "sudo sudo-rs su runuser systemd-run run0"},
	{person, "sshd sshd-session dropbear mosh-server etterminal in.telnetd tailscaled login agetty getty " +
		"tmux screen zellij dtach abduco " +
		"gnome-terminal-server kgx ptyxis ptyxis-agent konsole yakuake xterm uxterm rxvt urxvt urxvtd kitty alacritty foot " +
		"footclient wezterm-gui wezterm-mux-server ghostty st sakura terminology tilix xfce4-terminal mate-terminal " +
		"lxterminal qterminal deepin-terminal io.elementary.terminal cool-retro-term guake tilda terminator rio contour " +
		"code code-insiders code-oss codium vscodium"},
	{interpreter, "python pypy perl ruby node nodejs mainthread node-mainthread bun deno tclsh wish lua luajit php java socat"},
}

// packages are assistants by the name of their npm or Python package.
var packages = [...]string{
	"@anthropic-ai/claude-code", "@openai/codex", "@google/gemini-cli", "@qwen-code/qwen-code", "@github/copilot",
	"opencode-ai", "@sourcegraph/amp", "@augmentcode/auggie", "@charmland/crush", "@kilocode/cli", "@continuedev/cli",
	"cline", "aider", "aider_chat", "openhands", "kimi_cli",
}

// kindOf looks one plain name up. The kernel cuts a process's own name to 15
// characters, so one of that length is compared that far.
func kindOf(name string) kind {
	const commLength = 15
	for _, line := range programs {
		for listed := range strings.FieldsSeq(line.names) {
			if listed == name || len(name) == commLength && strings.HasPrefix(listed, name) {
				return line.kind
			}
		}
	}
	return unknown
}

// kind judges a process by every name it bears: an assistant or a forger by any
// of them, a person's program by the file it really runs where that can be seen.
// by is the name for a message, as the process has it.
func (q process) kind() (k kind, by string) {
	for _, name := range q.aliases() {
		if k := kindOf(plainName(name)); k == assistant || k == forger {
			return k, name
		}
	}
	for _, file := range [...]string{q.exe, q.script()} {
		if name := packaged(file); name != "" {
			return assistant, name
		}
	}
	by = base(q.exe)
	if by == "" {
		by = q.comm
	}
	k = kindOf(plainName(by))
	if q.isWSL() || k == interpreter && q.personsScript() {
		k = person
	}
	return k, by
}

// aliases are all names a process bears: its file, what it calls itself, what it
// was called by, and the script where an interpreter runs one.
func (q process) aliases() []string { return append(q.ownNames(), base(q.script())) }

// isWSL is for Windows Terminal, which reaches a Linux shell through processes
// of WSL's own init.
func (q process) isWSL() bool {
	return (q.exe == "" || q.exe == "/init") && (strings.HasPrefix(q.comm, "Relay(") || q.comm == "SessionLeader")
}

// personsScript is for terminals that are themselves scripts.
func (q process) personsScript() bool {
	switch plainName(base(q.script())) {
	case "terminator", "guake": // VTE from Python
		return true
	case "bootstrap-fork": // VS Code's server keeps its terminals in a node
		return strings.Contains(q.exe, "/.vscode-server/") || strings.Contains(q.exe, "/vscode-server/")
	}
	return false
}
