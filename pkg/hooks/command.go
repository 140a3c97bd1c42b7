package hooks

import (
	"slices"
	"strconv"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

func (e *entry) readCommand() {
	s, ok := e.text("command")
	if !ok {
		e.missing("command", "missing-command", `add "command": the program, and "args": its arguments`)
		return
	}
	at := e.get("command").Place()
	if s == "" {
		e.fail(at, "missing-command", "command may not be empty", "name the program to run")
		return
	}
	e.hook.Command = s
	e.seen(at, "command", s)
	e.warnCommand(at, s)
}

func (e *entry) readArgs() {
	v := e.get("args")
	if v == nil || !e.kind(v, strictjson.KindArray, "args") {
		return
	}
	items, size := v.Items(), 0
	if len(items) > MaxArgs {
		e.fail(v.Place(), "args-size", "args has at most "+strconv.Itoa(MaxArgs)+" items, got "+strconv.Itoa(len(items)), "put them into a file that the program reads")
		return
	}
	for i, it := range items {
		what := "args[" + strconv.Itoa(i) + "]"
		if !e.kind(it, strictjson.KindString, what) {
			continue
		}
		s, _ := it.Text()
		size += len(s)
		e.seen(it.Place(), what, s)
		e.warnArg(it.Place(), what, s)
		e.hook.Args = append(e.hook.Args, s)
	}
	if size > MaxArgsBytes {
		e.fail(v.Place(), "args-size", "args has at most "+strconv.Itoa(MaxArgsBytes)+" bytes, got "+strconv.Itoa(size), "put them into a file that the program reads")
	}
}

// seen drops an entry whose command line a person cannot see whole (SPEC S4, F6).
func (e *entry) seen(at strictjson.Place, what, s string) {
	c := clean.Hidden(s)
	if c == "" {
		return
	}
	hint := "type it anew; several lines of script belong in a file of their own"
	if slices.Contains([]string{`\n`, `\r`, `\t`, `\x08`, `\x0c`}, c) {
		hint = `in JSON a backslash in a path is written \\ twice; several lines of script belong in a file of their own`
	}
	e.fail(at, "hidden-character", what+" holds a character that cannot be seen: "+c, hint)
}
