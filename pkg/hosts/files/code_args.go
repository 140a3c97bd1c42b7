package files

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// tokenLike reports one word that no shell and no interpreter could do anything
// with: hiding it hides no code.
func tokenLike(s string) bool {
	return s != "" && len(s) <= 4096 && !strings.ContainsFunc(s, func(r rune) bool {
		return !wordRune(r) && !strings.ContainsRune("~+/=:@%!^*,#?", r) && (r < 0x80 || !unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lo))
	})
}

func wordRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_'
}

// launchers run what their arguments name; the words behind go on naming it.
var launchers = [...]string{
	"sh", "bash", "zsh", "fish", "dash", "cmd", "powershell", "pwsh", "python", "python3", "py", "node", "deno", "bun", "bunx", "npx", "npm",
	"pnpm", "pnpx", "yarn", "uv", "uvx", "pipx", "ruby", "perl", "php", "java", "dotnet", "go", "env", "sudo", "doas", "nice", "nohup",
	"timeout", "xargs", "wsl", "docker", "podman", "nerdctl", "mise", "asdf", "busybox", "script", "stdbuf", "setsid",
	"exec", "x", "dlx", "run", "tool", "create", "/c", "/k",
}

// codeArgs is how many of the words of a command line, the program first, may
// say what runs before any other argument does.
func codeArgs(line []string) int {
	if len(line) == 0 || !slices.Contains(launchers[:], programName(line[0])) {
		return 1
	}
	for i := 1; i < len(line); i++ {
		if line[i] == "" || line[i][0] == '-' {
			continue
		}
		if word := strings.ToLower(line[i]); !slices.Contains(launchers[:], programName(word)) && !slices.Contains(launchers[:], word) {
			return i + 1
		}
	}
	return max(len(line), 1)
}

// runs reports that the word at a place may be code itself: the text of sh -c or
// node -e. What docker and env are given as NAME=VALUE is none.
func runs(line []string, at, code int) bool {
	before := strings.ToLower(line[at-1])
	if at > 1 && (before == "/c" || before == "/k" || before == "-command" || before == "--eval" || len(before) > 1 && before[0] == '-' && before[1] != '-' && strings.HasSuffix(before, "c")) {
		return true
	}
	return at < code && !slices.ContainsFunc(line[:at], func(s string) bool {
		return slices.Contains([]string{"docker", "podman", "nerdctl", "env"}, programName(s))
	})
}

// programName is the last part of a path or a package, without its version or
// ending.
func programName(s string) string {
	s = path.Base(strings.ReplaceAll(s, `\`, "/"))
	if i := strings.IndexAny(s[min(len(s), 1):], "@="); i >= 0 {
		s = s[:i+1]
	}
	for _, end := range [...]string{".exe", ".cmd", ".bat", ".py", ".js", ".mjs", ".ts"} {
		s = strings.TrimSuffix(s, end)
	}
	return strings.ToLower(s)
}
