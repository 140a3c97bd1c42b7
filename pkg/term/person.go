package term

import "io"

// World is where a person is looked for. The zero value of every field but
// Getenv and Stdin is the real thing; tests make the rest up.
type World struct {
	Getenv func(string) string
	Stdin  any // the program's standard input; what is not an *os.File is no terminal

	Proc     string                 // the folder of /proc (Linux); "" is /proc
	Pid      int                    // the process looked at; 0 is this one
	Terminal func(stdin any) string // why stdin is not the controlling terminal, "" when it is; nil looks
}

// LookAtPerson asks whether an answer given at this program's terminal would
// be a person's (SPEC A4, A5). Without ok, reason is a plain clause without a
// period that can follow "this is for a person to decide, and"; the caller adds
// how the person does it instead. It looks, in this order, at:
//
//   - the variables that assistants set (Assistant),
//   - the terminal: there is a controlling one, and standard input is it,
//   - on Linux, the processes above this one, above its session's leader and
//     above the terminal's maker: none is a known assistant, script or expect,
//   - on Linux, who holds the master side of the terminal: a terminal window,
//     an ssh server, tmux, screen, VS Code's terminals and the like; a real
//     console has none. sudo and su stand for the terminal they run in. Any
//     other program, and a maker that cannot be seen (docker exec is one), is
//     refused: in doubt it is not a person.
//
// On other systems only the first two are looked at.
//
// What it cannot stop: a program that runs as you can do what you can do. It
// can type into a tmux or screen session of yours, log in by ssh, bear another
// program's name, or press keys in your windows; a tmux session that nobody
// looks at passes, and so does an assistant inside VS Code that hides its
// variables. The look raises the cost and catches what assistants do unasked.
func LookAtPerson(getenv func(string) string, stdin io.Reader) (reason string, ok bool) {
	return World{Getenv: getenv, Stdin: stdin}.LookAtPerson()
}

// LookAtPerson is the look at this world.
func (w World) LookAtPerson() (reason string, ok bool) {
	if m := Assistant(w.Getenv); m != "" {
		return "$" + m + " says that an assistant runs this command", false
	}
	at := w.Terminal
	if at == nil {
		at = notAtTerminal
	}
	if why := at(w.Stdin); why != "" {
		return why, false
	}
	if why := w.notAPerson(); why != "" {
		return why, false
	}
	return "", true
}

// notAtTerminal is why stdin is not this program's terminal.
func notAtTerminal(stdin any) string {
	switch {
	case !Controlling():
		return "there is no terminal to ask at"
	case !controls(stdin):
		return "standard input is not the terminal"
	}
	return ""
}
