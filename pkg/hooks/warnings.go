package hooks

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/strictjson"
)

const projectLayer = "project"

// warnCommand and warnArg warn of what a person may take a command line for and
// it is not: a path the working directory decides, because in a file that is not
// the project's own a trusted project says what it means, and ~ or $, which
// nobody expands (SPEC H9).
func (e *entry) warnCommand(at strictjson.Place, s string) {
	e.warnProgram(at, s)
	e.warnLine(at, s)
}

// warnProgram is for a program alone.
func (e *entry) warnProgram(at strictjson.Place, s string) {
	if relativePath(s) && e.src.Layer != projectLayer {
		e.warnRelative(at, "relative-command", "command is a relative path")
	}
	if expands(s) {
		e.warnExpansion(at, "command", s)
	}
}

func (e *entry) warnArg(at strictjson.Place, what, s string) {
	if scriptPath(s) && e.src.Layer != projectLayer {
		e.warnRelative(at, "relative-argument", what+" looks like a relative path")
	}
	if expands(s) && !e.shellText() {
		e.warnExpansion(at, what, s)
	}
}

func (e *entry) warnRelative(at strictjson.Place, rule, what string) {
	e.warn(at, rule, what+": hooks run in the project folder, so a project you trust decides what it is", "write the whole path")
}

func (e *entry) warnExpansion(at strictjson.Place, what, s string) {
	hint := "write the path in full; where a shell is wanted, name it: sh -c"
	path, ok := belowProject(s)
	switch {
	case ok && e.src.Layer != projectLayer:
		hint = "write the script's whole path"
		if e.hook.Shape == Object {
			hint += `, or the line into command with "shell": true and no args`
		}
	case ok:
		hint = "hooks run in the project folder: write the relative path " + quote("./"+path)
	}
	e.warn(at, "no-expansion", what+" holds ~ or $, and nothing is expanded", hint)
}

// relativePath reports a program given by a path that does not start at the root.
// A bare name is looked up in PATH and is no path.
func relativePath(s string) bool {
	return strings.ContainsAny(s, `/`+string(filepath.Separator)) && !rooted(s) && !strings.HasPrefix(s, "~")
}

func rooted(s string) bool { return path.IsAbs(s) || filepath.IsAbs(s) }

// scriptPath reports an argument that is plainly a relative path to a script:
// ./ or ../ in front, or one word that ends like a script.
func scriptPath(s string) bool {
	if strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") {
		return true
	}
	if strings.HasPrefix(s, "-") || strings.ContainsAny(s, " =$*;") || strings.Contains(s, "://") || rooted(s) || strings.HasPrefix(s, "~") {
		return false
	}
	return slices.Contains([]string{".py", ".js", ".mjs", ".cjs", ".ts", ".sh", ".bash", ".rb", ".pl", ".php", ".lua", ".ps1", ".bat", ".cmd", ".jar"}, path.Ext(s))
}

func expands(s string) bool {
	return strings.HasPrefix(s, "~") || strings.Contains(s, "=~") || strings.Contains(s, "$")
}

// shellText reports whether the next argument is what a shell reads as a script,
// or one of that script's own: there $ is the shell's affair.
func (e *entry) shellText() bool {
	shell := strings.TrimSuffix(path.Base(filepath.ToSlash(e.hook.Command)), ".exe")
	if !slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh", "ash", "fish"}, shell) {
		return false
	}
	return slices.ContainsFunc(e.hook.Args, func(a string) bool {
		return strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.HasSuffix(a, "c")
	})
}
