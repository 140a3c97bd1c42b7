package templates

import (
	"strconv"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
)

// IsPromptFile reports whether a directory entry is meant as a prompt: not
// hidden, and .md at the end in any case. What is not is nobody's business and
// is passed over without a word; what is may still have a bad name.
func IsPromptFile(fileName string) bool {
	return !strings.HasPrefix(fileName, ".") && strings.EqualFold(ending(fileName), ".md")
}

// name takes the prompt's name from its file's; entry is what problems call it.
func (r *reader) name(fileName, entry string) (names.TextName, bool) {
	r.entry = cut(entry)
	stem := strings.TrimSuffix(fileName, ending(fileName))
	name, err := names.ParseTextName(stem)
	problem := fault.Problem{Rule: "text/bad-name", Message: "the file name " + quote(fileName)}
	switch {
	case ending(fileName) != ".md":
		problem.Message += " does not end in .md (in small letters)"
	case err != nil:
		problem.Message += " is not a prompt's: " + err.Error()
	default:
		r.entry = stem
		return name, true
	}
	if better := suggest(stem); better != "" {
		problem.Hint = "rename it, for example to " + better + ".md"
	}
	r.note(problem)
	return "", false
}

// command takes a command's name from its path below the folder of commands. A
// file right in that folder is named as a prompt's is.
func (r *reader) command(below string) (names.TextName, bool) {
	i := strings.LastIndexByte(below, '/')
	if i < 0 {
		return r.name(below, below)
	}
	last, ok := r.name(below[i+1:], below)
	r.entry = cut(below)
	if !ok {
		return "", false
	}
	for folder := range strings.SplitSeq(below[:i], "/") {
		if _, err := names.ParseTextName(folder); err != nil {
			problem := fault.Problem{Rule: "text/bad-name", Message: "the folder name " + quote(folder) + " is not part of a command's: " + err.Error()}
			if better := suggest(folder); better != "" {
				problem.Hint = "rename it, for example to " + better
			}
			r.note(problem)
			return "", false
		}
	}
	name, err := names.ParseCommandName(strings.ReplaceAll(below[:i], "/", ":") + ":" + string(last))
	if err != nil {
		r.note(fault.Problem{Rule: "text/bad-name", Message: "the path " + quote(below) + " is not a command's: " + err.Error(), Hint: "move it into another folder"})
		return "", false
	}
	r.entry = string(name)
	return name, true
}

// ending is the last dot of a name and what follows it, or "".
func ending(fileName string) string {
	if i := strings.LastIndexByte(fileName, '.'); i >= 0 {
		return fileName[i:]
	}
	return ""
}

// suggest is the nearest valid name, or "".
func suggest(stem string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(cut(stem)) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9' && b.Len() > 0:
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := b.String()
	name = strings.TrimRight(name[:min(len(name), 48)], "-")
	if _, err := names.ParseTextName(name); err != nil {
		return ""
	}
	return name
}

// cut keeps what goes into a message short.
func cut(s string) string {
	const most = 64
	for i := range s {
		if i > most {
			return s[:i] + "…"
		}
	}
	return s
}

func quote(s string) string { return strconv.Quote(cut(s)) }
