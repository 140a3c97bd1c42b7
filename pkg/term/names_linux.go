package term

import (
	"path"
	"slices"
	"strings"
)

// base is the last element of a path; "" of "".
func base(file string) string {
	if file == "" {
		return ""
	}
	return path.Base(file)
}

// plainName is a program's name as the table has it: "-bash", "tmux: server",
// "Relay(12)", "python3.11", "screen-5.0.0", ".kitty-wrapped", "codex.js", "codex-x86_64-unknown-linux-musl".
func plainName(name string) string {
	name = strings.ToLower(strings.TrimPrefix(name, "-"))
	if i := strings.IndexAny(name, ":( "); i > 0 {
		name = name[:i]
	}
	for _, end := range [...]string{".exe", ".js", ".mjs", ".cjs", ".py", ".appimage"} {
		name = strings.TrimSuffix(name, end)
	}
	for _, machine := range [...]string{"-x86_64", "-aarch64", "-amd64", "-arm64", "-linux"} { // as downloaded
		name, _, _ = strings.Cut(name, machine)
	}
	if inner, is := strings.CutSuffix(name, "-wrapped"); is { // NixOS
		name = strings.TrimPrefix(inner, ".")
	}
	if bare := strings.TrimRight(name, "0123456789."); bare != "" && kindOf(name) == unknown {
		name = strings.TrimSuffix(bare, "-")
	}
	return name
}

// script is the file or module that an interpreter runs; "" for other programs
// and for code on the command line.
func (q process) script() string {
	if !slices.ContainsFunc(q.ownNames(), func(n string) bool { return kindOf(plainName(n)) == interpreter }) {
		return ""
	}
	for i := 1; i < len(q.args); i++ {
		arg := q.args[i]
		switch {
		case arg == "-m" && i+1 < len(q.args): // python -m aider
			return q.args[i+1]
		case arg == "-c" || arg == "-e" || arg == "--eval" || arg == "-p":
			return ""
		case takesValue(arg):
			i++
		case !strings.HasPrefix(arg, "-"):
			return arg
		}
	}
	return ""
}

// ownNames are a process's names without its script.
func (q process) ownNames() []string {
	names := []string{base(q.exe), q.comm}
	if len(q.args) > 0 {
		names = append(names, base(q.args[0]))
	}
	return names
}

// takesValue tells options of node and python whose value is the next word.
func takesValue(option string) bool {
	switch option {
	case "-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file", "-W", "-X":
		return true
	}
	return false
}

// packaged is the assistant in whose package a file lies, or in the folder of
// versions that its installer keeps; "" for other files:
// …/node_modules/@openai/codex/…, …/site-packages/aider/…, …/claude/versions/2.1.0.
func packaged(file string) string {
	elements := strings.Split(strings.ToLower(file), "/")
	for i, e := range elements {
		rest := elements[i+1:]
		if len(rest) == 0 {
			break
		}
		name := rest[0]
		if strings.HasPrefix(name, "@") && len(rest) > 1 {
			name += "/" + rest[1]
		}
		switch {
		case (e == "node_modules" || e == "site-packages") && slices.Contains(packages[:], name):
			return name
		case name == "versions" && kindOf(e) == assistant:
			return e
		}
	}
	return ""
}
