package hooks

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"usher/pkg/clean"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// warnMatch warns of a pattern that stands for itself where something else was
// likely meant: a guard that covers no tool looks like one that covers some (SPEC H3).
func (e *entry) warnMatch(at strictjson.Place, s string, p names.Pattern) {
	if p.LooksLikeRegexp() {
		e.warn(at, "regexp-pattern", "match "+quote(s)+" looks like a regular expression; here only * is special and everything else stands for itself", "write * for any run of characters, and one entry for each alternative")
	}
	if c := clean.Hidden(s); c != "" {
		e.warn(at, "hidden-pattern", "match holds a character that cannot be seen: "+c, "type the pattern anew")
		return
	}
	if what, hint := oddMatch(s); what != "" {
		e.warn(at, "odd-pattern", "match "+quote(s)+" "+what+", which stands for itself; hardly a tool is called so", hint)
	}
}

// oddMatch says what in a pattern few tool names hold, and what to write instead.
func oddMatch(s string) (what, hint string) {
	switch {
	case len(s) > 1 && strings.HasPrefix(s, "/") && strings.HasSuffix(s, "/"):
		return "is written between slashes", "take the slashes out; a pattern covers the whole name: *word* for a word in it"
	case strings.Contains(s, ","):
		return "holds a comma", "write one entry for each tool"
	case strings.ContainsFunc(s, unicode.IsSpace):
		return "holds a blank", "take it out; write one entry for each tool"
	case strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }):
		return "holds a character outside ASCII", "type the name as usher server tools shows it"
	}
	return "", ""
}

// warnLine warns of a command that looks like a whole line for a shell (SPEC S4).
func (e *entry) warnLine(at strictjson.Place, s string) {
	if clean.Hidden(s) == "" && commandLine(s) {
		e.warn(at, "command-line", "command is the name of one file, blanks and all; no shell reads it",
			`write the program in command and each argument in args: ["…", "…"]`)
	}
}

// commandLine reports blanks or shell signs that are hardly part of a file's
// name: a folder on the way may hold a blank, as "/opt/My Tools/guard" does.
func commandLine(s string) bool {
	if strings.ContainsAny(s, ";|&<>*`") {
		return true
	}
	words := strings.Fields(s)
	if !strings.ContainsAny(s, " \t") || len(words) == 0 {
		return false
	}
	slashed := strings.ReplaceAll(s, `\`, "/")
	if strings.ContainsAny(slashed[strings.LastIndexByte(slashed, '/')+1:], " \t") || interpreter(words[0]) {
		return true
	}
	return slices.ContainsFunc(words[1:], func(w string) bool {
		return strings.HasPrefix(w, "-") || strings.HasPrefix(w, "~") || rooted(w) || strings.HasPrefix(w, "./")
	})
}

func interpreter(program string) bool {
	name := strings.TrimSuffix(path.Base(strings.ReplaceAll(program, `\`, "/")), ".exe")
	return slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh", "fish", "env", "python", "python3", "node", "deno", "bun", "ruby", "perl", "php", "pwsh"}, name)
}

// keyHint is a way out where spelling alone does not lead to the key.
func keyHint(key string) string {
	switch strings.ToLower(key) {
	case "disabled":
		return `write "enabled": false`
	case "timeout":
		return `write "timeoutMs", in milliseconds: a second is 1000`
	case "matcher", "tool", "tools":
		return `write "match": a tool's name, * for any run of characters`
	case "type":
		return "take it out: every hook here is a command"
	}
	return ""
}
