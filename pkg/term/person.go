package term

import "io"

// LookAtPerson asks whether an answer given at this program's terminal would
// be a person's (SPEC A4, A5). ok false comes with the reason as a plain
// sentence without its period; the caller adds how the person does it instead.
func LookAtPerson(getenv func(string) string, stdin io.Reader) (reason string, ok bool) {
	return World{Getenv: getenv, Stdin: stdin}.LookAtPerson()
}

// World is what LookAtPerson looks at, handed in so that it can be made up.
type World struct {
	Getenv func(string) string
	Stdin  any // the program's standard input; anything that is not an *os.File is no terminal
}

// LookAtPerson is the look at a given world.
func (w World) LookAtPerson() (reason string, ok bool) {
	if m := Assistant(w.Getenv); m != "" {
		return "$" + m + " says that an assistant runs this command", false
	}
	return "there is no terminal to ask at", false
}
