package sandbox

import (
	"slices"
	"strings"
)

// Starter looks at a command line and names the package runner or the container
// engine that would start the server in it, by the last part of the program's
// name (SPEC B3). It looks through env and cmd /c. Both "" is an ordinary
// program, and an engine hidden from it (by a script or a renamed program) stays
// in the sandbox, where it reaches no engine's socket.
func Starter(command string, args []string) (runner, engine string) {
	line := behind(append([]string{command}, args...))
	if len(line) == 0 {
		return "", ""
	}
	name := program(line[0])
	return runnerOf(name, line[1:]), engineOf(line[0])
}

// EngineWord is the word of a command line that names its engine's program, a bare
// name or an absolute path; "" where there is none.
func EngineWord(command string, args []string) string {
	if line := behind(append([]string{command}, args...)); len(line) > 0 && engineOf(line[0]) != "" {
		return line[0]
	}
	return ""
}

// behind is the command line that env and cmd /c start; none where that is not
// known, or where the program is found by another PATH or made to load other code.
func behind(line []string) []string {
	for len(line) > 0 {
		switch program(line[0]) {
		case "env":
			e, ok := ReadEnv(line[1:])
			if !ok || slices.ContainsFunc(e.Sets, findsOther) {
				return nil
			}
			line = e.Line
		case "cmd":
			if len(line) < 2 || !strings.EqualFold(line[1], "/c") {
				return nil
			}
			line = line[2:]
		default:
			return line
		}
	}
	return nil
}

// findsOther reports a variable by which a name is another program, or a program
// does something else.
func findsOther(name string) bool {
	return name == "PATH" || strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_")
}

// program is the last part of a path, lower case, without a Windows ending.
func program(path string) string {
	if i := strings.LastIndexAny(path, `/\`); i >= 0 {
		path = path[i+1:]
	}
	path = strings.ToLower(path)
	for _, ending := range [...]string{".exe", ".cmd", ".bat", ".ps1"} {
		path = strings.TrimSuffix(path, ending)
	}
	return path
}

// engineOf names an engine. A path that depends on where it is started could lead to
// a project's own program of that name, which would then run outside any sandbox.
func engineOf(word string) string {
	bare := !strings.ContainsAny(word, `/\`)
	drive := len(word) > 2 && word[1] == ':' && strings.ContainsRune(`/\`, rune(word[2]))
	if !bare && !strings.HasPrefix(word, "/") && !drive {
		return ""
	}
	switch name := program(word); name {
	case "docker", "podman", "nerdctl":
		return name
	}
	return ""
}

// runnerOf names a program that downloads what it runs, with its subcommand.
func runnerOf(name string, args []string) string {
	switch name {
	case "npx", "pnpx", "bunx", "uvx":
		return name
	}
	for _, r := range [...]struct{ name, verb string }{
		{"npm", "exec"}, {"npm", "x"}, {"pnpm", "dlx"}, {"yarn", "dlx"}, {"bun", "x"},
		{"uv", "tool run"}, {"uv", "run"}, {"pipx", "run"},
	} {
		if name == r.name && startsWith(args, strings.Fields(r.verb)) {
			return r.name + " " + r.verb
		}
	}
	return ""
}

// startsWith compares the words that are no options with the verb's.
func startsWith(args, verb []string) bool {
	for _, a := range args {
		if len(verb) == 0 {
			return true
		}
		if strings.HasPrefix(a, "-") {
			continue
		}
		if a != verb[0] {
			return false
		}
		verb = verb[1:]
	}
	return len(verb) == 0
}
