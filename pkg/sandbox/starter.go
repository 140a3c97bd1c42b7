package sandbox

import "strings"

// Starter looks at a command line and names the package runner or the container
// engine that would start the server in it, by the last part of the program's
// name (SPEC B3). It looks through env and cmd /c. Both "" is an ordinary
// program, and an engine hidden from it (by a script or a renamed program) stays
// in the sandbox, where it reaches no engine's socket.
func Starter(command string, args []string) (runner, engine string) {
	words := append([]string{command}, args...)
	for len(words) > 0 {
		name, rest := program(words[0]), words[1:]
		switch name {
		case "env":
			words = afterEnv(rest)
			continue
		case "cmd":
			if len(rest) == 0 || !strings.EqualFold(rest[0], "/c") {
				return "", ""
			}
			words = rest[1:]
			continue
		}
		return runnerOf(name, rest), engineOf(name)
	}
	return "", ""
}

// afterEnv is what env(1) would start: options and assignments are passed over.
func afterEnv(words []string) []string {
	for len(words) > 0 && (strings.HasPrefix(words[0], "-") || strings.Contains(words[0], "=")) {
		words = words[1:]
	}
	return words
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

func engineOf(name string) string {
	switch name {
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
