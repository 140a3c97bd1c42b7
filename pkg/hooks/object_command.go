package hooks

import (
	"runtime"
	"strconv"

	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// readProgram takes what a hook of the object shape runs (SPEC H3): with args one
// program, with "shell": true a line that a shell reads, else a line of words.
func (e *entry) readProgram() {
	shell, said := e.readShell()
	switch args := e.get("args"); {
	case args != nil && shell:
		e.fail(e.member("args").Place, "shell-with-args", `with "shell": true the command is a whole line and has no args`, "write the line into command, or take shell out")
	case args != nil:
		e.readCommand()
		e.readArgs()
	case shell:
		e.readShellText()
	default:
		e.readLine(said)
	}
}

// readShell is "shell": true; said means that the entry says something of a shell.
func (e *entry) readShell() (shell, said bool) {
	v := e.get("shell")
	if v == nil {
		return false, false
	}
	if s, ok := v.Text(); ok {
		e.fail(v.Place(), "bad-type", "shell must be "+strictjson.KindBool.String()+", got "+quote(s),
			`write "shell": true for the system's own shell; for another one name it: "command": "bash", "args": ["-c", "…"]`)
		return false, true
	}
	shell, ok := e.flag("shell")
	e.hook.Shell = shell
	return shell, shell || !ok
}

// readShellText makes a line for a shell what the shell is started with.
func (e *entry) readShellText() {
	s, at, ok := e.commandText()
	if !ok {
		return
	}
	e.hook.Command, e.hook.Args = shellArgv(runtime.GOOS, s)
	words, _ := names.SplitLine(s)
	for i, w := range words {
		if e.src.Layer != projectLayer && (scriptPath(w) || i == 0 && relativePath(w)) {
			e.warnRelative(at, "relative-command", "command names a relative path")
			return
		}
	}
}

// shellArgv is the system's shell with a line to read.
func shellArgv(system, line string) (command string, args []string) {
	if system == "windows" {
		return "cmd.exe", []string{"/d", "/s", "/c", line}
	}
	return "/bin/sh", []string{"-c", line}
}

// readLine splits a command without args into words (SPEC S9). A line that a
// shell would read as more than words is dropped, unless the entry has said
// something of a shell that is wrong itself.
func (e *entry) readLine(said bool) {
	s, at, ok := e.commandText()
	if !ok {
		return
	}
	e.hook.Command = s
	if said {
		return
	}
	if sign := shellSign(s); sign != "" {
		e.fail(at, "shell-syntax", "command holds "+sign+", and no shell reads it", e.shellHint(s))
		return
	}
	words, err := names.SplitLine(s)
	switch {
	case err != nil:
		e.fail(at, "shell-syntax", "command is not usable: "+err.Error(), e.shellHint(s))
		return
	case len(words) == 0 || words[0] == "":
		e.fail(at, "missing-command", "command names no program", "name the program to run")
		return
	}
	e.hook.Command, e.hook.Args = words[0], words[1:]
	e.argsFit(at, "command", e.hook.Args)
	e.warnProgram(at, words[0])
	for i, w := range words[1:] {
		e.warnArg(at, "word "+strconv.Itoa(i+2)+" of command", w)
	}
}

// shellHint is the two ways out of a line that only a shell understands. Where a
// path of the project stands in it there is a third, which in a file that is not
// the project's is the script's whole path.
func (e *entry) shellHint(s string) string {
	const ways = `write "shell": true beside it, and a shell reads it; or name the shell: "command": "sh", "args": ["-c", "…"]`
	path, ok := belowProject(s)
	switch {
	case ok && e.src.Layer != projectLayer:
		return "write the script's whole path; or " + ways
	case ok:
		return "hooks run in the project folder: write the relative path " + quote("./"+path) + "; or " + ways
	}
	return ways
}
