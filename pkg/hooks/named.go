package hooks

import "strings"

// Named are the words by which a hook could name files: its command and its
// arguments, and of a line that a shell reads each word, also without a variable
// that stands for the project folder (SPEC T5).
func (h Hook) Named() []string {
	if !h.Shell || len(h.Args) == 0 {
		return append([]string{h.Command}, h.Args...)
	}
	line := h.Args[len(h.Args)-1]
	words := append(shellWords(line), strings.FieldsFunc(unquoted(line), func(r rune) bool { return strings.ContainsRune(shellBreaks+"\"'`", r) })...)
	for _, w := range words {
		if path, ok := belowProject(w); ok {
			words = append(words, path)
		}
	}
	return words
}

// shellBreaks end a word of a line for a shell.
const shellBreaks = " \t\r\n;|&<>()"

// shellWords splits a line much as a shell does, without expanding anything; a
// quote that is never closed ends with the line.
func shellWords(line string) []string {
	var words []string
	var word strings.Builder
	var quote rune
	for _, r := range line + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote = r
		case quote == 0 && strings.ContainsRune(shellBreaks, r):
			if word.Len() > 0 {
				words = append(words, word.String())
				word.Reset()
			}
		default:
			word.WriteRune(r)
		}
	}
	if word.Len() > 0 {
		words = append(words, word.String())
	}
	return words
}

// projectVars stand for the project folder in hooks of one assistant or another.
var projectVars = [...]string{"CLAUDE_PROJECT_DIR", "KAITOI_PROJECT_DIR", "GEMINI_PROJECT_DIR", "KKSS_PROJECT_ROOT", "USHER_PROJECT_ROOT"}

// unquoted takes the quotes off such a variable, which else would part it from
// the path that follows.
func unquoted(s string) string {
	for _, name := range projectVars {
		s = strings.NewReplacer(`"$`+name+`"`, "$"+name, `"${`+name+`}"`, "$"+name).Replace(s)
	}
	return s
}

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
