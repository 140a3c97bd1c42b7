package files

import (
	"slices"
	"strings"
)

// Wiring is what an assistant's hooks call: absolute paths, and the flags that fix
// the folders.
type Wiring struct {
	Gate   string   // usher-gate: decides each tool call
	Usher  string   // usher: message and hooks run
	Places []string // --home, H, --state, S, --data, D, and for a project --project, P
}

// Command is what is run for an event, the program first.
func (w Wiring) Command(host string, e HookEvent) []string {
	var argv []string
	switch e.Fires {
	case firesPre:
		argv = []string{w.Gate}
	case firesPrompt:
		argv = []string{w.Usher, "message"}
	default:
		argv = []string{w.Usher, "hooks", "run", e.Fires}
	}
	return slices.Concat(argv, []string{"--client", host}, w.Places)
}

// calls is what a command of an assistant's file does with usher.
type calls uint8

const (
	callsNothing calls = iota // it is not usher
	callsUsher                // it is written as usher writes it, of whatever path
	callsByHand               // usher, with flags that a person chose
)

// recognise says what a command fires.
func recognise(argv []string, host string) (fires string, is calls) {
	if len(argv) == 0 {
		return "", callsNothing
	}
	rest := argv[1:]
	switch {
	case isProgram(argv[0], "usher-gate"):
		fires = firesPre
	case !isProgram(argv[0], "usher") || len(rest) == 0:
		return "", callsNothing
	case rest[0] == "run-gate":
		fires, rest = firesPre, rest[1:]
	case rest[0] == "message":
		fires, rest = firesPrompt, rest[1:]
	case len(rest) > 2 && rest[0] == "hooks" && rest[1] == "run":
		fires, rest = rest[2], rest[3:]
	default:
		return "", callsNothing
	}
	named := false
	for len(rest) > 0 {
		flag, value, joined := strings.Cut(rest[0], "=")
		rest = rest[1:]
		if !joined {
			if len(rest) == 0 {
				return fires, callsByHand
			}
			value, rest = rest[0], rest[1:]
		}
		switch {
		case flag == "--client" && value == host:
			named = true
		case !placeFlag(flag):
			return fires, callsByHand
		}
	}
	if !named {
		return fires, callsByHand
	}
	return fires, callsUsher
}

// argvOf is the command of a handler, however it is written; false where it is more
// than one command.
func argvOf(handler *node) ([]string, bool) {
	for _, key := range [...]string{"command", "bash", "powershell", "exec", "windows", "linux", "osx", "commandWindows"} {
		line, ok := handler.get(key).word()
		if !ok {
			continue
		}
		if args := handler.get("args"); args != nil {
			argv := []string{line}
			for _, item := range args.items {
				s, ok := item.word()
				if !ok {
					return argv, false
				}
				argv = append(argv, s)
			}
			return argv, true
		}
		argv, ok := words(line)
		if !ok {
			argv = []string{line}
		}
		return argv, ok
	}
	return nil, true
}

// mentions reports a line of several commands in which usher's gate stands.
func mentions(argv []string) bool {
	return len(argv) > 0 && (strings.Contains(argv[0], "usher-gate") || strings.Contains(argv[0], "usher run-gate") || strings.Contains(argv[0], "usher hooks run"))
}

// withoutPlaces is a command in which only the words are left that are the same on
// every computer.
func withoutPlaces(argv []string) []string {
	var out []string
	for at := 0; at < len(argv); at++ {
		flag, _, joined := strings.Cut(argv[at], "=")
		switch {
		case at == 0:
		case placeFlag(flag) && !joined:
			at++
		case !placeFlag(flag):
			out = append(out, argv[at])
		}
	}
	return out
}
