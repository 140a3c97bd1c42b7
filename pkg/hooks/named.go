package hooks

import "strings"

// Named are the program and the arguments that a hook is started with.
func (h Hook) Named() []string { return append([]string{h.Command}, h.Args...) }

// shellBreaks end a word of a line for a shell.
const shellBreaks = " \t\r\n;|&<>()"

// projectVars stand for the project folder in hooks of one assistant or another.
var projectVars = [...]string{"CLAUDE_PROJECT_DIR", "KAITOI_PROJECT_DIR", "GEMINI_PROJECT_DIR", "KKSS_PROJECT_ROOT", "USHER_PROJECT_ROOT"}

// belowProject finds a path below a variable that stands for the project folder.
func belowProject(s string) (path string, ok bool) {
	s = strings.ReplaceAll(s, `"`, "")
	for _, name := range projectVars {
		for _, v := range [...]string{"$" + name + "/", "${" + name + "}/"} {
			if _, rest, found := strings.Cut(s, v); found {
				if end := strings.IndexAny(rest, "'`"+shellBreaks); end >= 0 {
					rest = rest[:end]
				}
				return rest, true
			}
		}
	}
	return "", false
}
