package trust

import (
	"slices"
	"strings"
)

// program looks for the programs of a command that read others of its words as
// lines, or change to a folder, and gives the line that each word holds, "" for
// none. Whoever runs another program, such as exec, time and sudo, has it among
// its own words.
func (l *lineReader) program(argv []string) []string {
	found := make([]string, len(argv))
	if len(argv) > maxLookedAt {
		l.full, argv = true, argv[:maxLookedAt]
	}
	for i, word := range argv {
		rest, at := argv[i+1:], 0
		switch name := programName(word); name {
		case "sh", "bash", "dash", "zsh", "ksh", "ash", "fish":
			at = shellLine(rest)
			l.open = l.open || at < 0
		case "cmd":
			at = 1 + slices.IndexFunc(rest, func(a string) bool { return len(a) > 1 && a[0] == '/' && strings.ContainsAny(a, "cCkKrR") })
		case "pwsh", "powershell":
			at = 1 + slices.IndexFunc(rest, func(a string) bool {
				a = strings.ToLower(a)
				return strings.HasPrefix(a, "-c") || strings.HasPrefix(a, "-en") || a == "-e" || a == "-ec"
			})
			l.open = l.open || at > 0
		case "env":
			l.env(rest, found[i+1:])
		}
		if at > 0 {
			copy(found[i+1+at:], rest[at:])
			break
		}
	}
	return found
}

// programName is the last part of a program's path, without .exe.
func programName(word string) string {
	name := strings.ToLower(word[strings.LastIndexAny(word, `/\`)+1:])
	return strings.TrimSuffix(name, ".exe")
}

// shellLine is where the option that gives a shell its line ends; 0 where it has
// a script, and -1 where it reads what it is sent.
func shellLine(args []string) int {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case strings.HasPrefix(a, "--command"), strings.HasPrefix(a, "--init-command"):
			return i + 1
		case a == "--rcfile" || a == "--init-file":
			i++
		case strings.HasPrefix(a, "--"):
		case !strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "+"):
			return 0
		case strings.ContainsAny(a, "cC"):
			return i + 1
		case strings.HasSuffix(a, "o") || strings.HasSuffix(a, "O"):
			i++
		}
	}
	return -1
}

// env finds the line of -S, and takes the folder of -C and the variables that
// decide what is started.
func (l *lineReader) env(rest, found []string) {
	for i, a := range rest {
		_, value, given := strings.Cut(a, "=")
		short := strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--")
		switch at := strings.IndexByte(a, 'S'); {
		case strings.HasPrefix(a, "--split-string"), short && at > 0:
			copy(found[i+1:], rest[i+1:])
			if found[i] = value; short {
				found[i] = a[at+1:]
			}
			return
		case strings.HasPrefix(a, "--chdir") && given:
			l.base(value)
		case a == "--chdir" || a == "-C":
			if i+1 < len(rest) {
				l.base(rest[i+1])
			}
		case strings.HasPrefix(a, "-C"):
			l.base(a[2:])
		case !short && given:
			l.assignment(a)
		}
	}
}
