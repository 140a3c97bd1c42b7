package hooks

import (
	"slices"
	"strconv"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

func (e *entry) readCommand() {
	s, at, ok := e.commandText()
	e.hook.Command = s
	if ok {
		e.warnCommand(at, s)
	}
}

// commandText is the command as it is written; not ok when it is missing or not
// to be seen whole.
func (e *entry) commandText() (s string, at strictjson.Place, ok bool) {
	s, ok = e.text("command")
	if !ok {
		e.missing("command", "missing-command", `add "command": the program, and "args": its arguments`)
		return "", at, false
	}
	at = e.get("command").Place()
	if s == "" {
		e.fail(at, "missing-command", "command may not be empty", "name the program to run")
		return "", at, false
	}
	return s, at, e.seen(at, "command", s)
}

func (e *entry) readArgs() {
	v := e.get("args")
	if v == nil || !e.kind(v, strictjson.KindArray, "args") {
		return
	}
	items := v.Items()
	if len(items) > MaxArgs {
		e.tooManyArgs(v.Place(), "args", len(items))
		return
	}
	for i, it := range items {
		what := "args[" + strconv.Itoa(i) + "]"
		if !e.kind(it, strictjson.KindString, what) {
			continue
		}
		s, _ := it.Text()
		e.seen(it.Place(), what, s)
		e.warnArg(it.Place(), what, s)
		e.hook.Args = append(e.hook.Args, s)
	}
	e.argsFit(v.Place(), "args", e.hook.Args)
}

// argsFit bounds arguments (SPEC 18).
func (e *entry) argsFit(at strictjson.Place, what string, args []string) {
	size := 0
	for _, a := range args {
		size += len(a)
	}
	switch {
	case len(args) > MaxArgs:
		e.tooManyArgs(at, what, len(args))
	case size > MaxArgsBytes:
		e.fail(at, "args-size", what+" has at most "+strconv.Itoa(MaxArgsBytes)+" bytes, got "+strconv.Itoa(size), "put them into a file that the program reads")
	}
}

func (e *entry) tooManyArgs(at strictjson.Place, what string, n int) {
	e.fail(at, "args-size", what+" has at most "+strconv.Itoa(MaxArgs)+" items, got "+strconv.Itoa(n), "put them into a file that the program reads")
}

// seen drops an entry whose command line a person cannot see whole (SPEC S4, F6).
func (e *entry) seen(at strictjson.Place, what, s string) bool {
	c := clean.Hidden(s)
	if c == "" {
		return true
	}
	hint := "type it anew; several lines of script belong in a file of their own"
	if slices.Contains([]string{`\n`, `\r`, `\t`, `\x08`, `\x0c`}, c) {
		hint = `in JSON a backslash in a path is written \\ twice; several lines of script belong in a file of their own`
	}
	e.fail(at, "hidden-character", what+" holds a character that cannot be seen: "+c, hint)
	return false
}
