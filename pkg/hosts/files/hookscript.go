package files

import (
	"strings"

	"usher/pkg/fault"
)

// scriptHead is the first line of a script that usher writes.
const scriptHead = "#!/bin/sh\nexec "

// script is the command of a script, or a plugin, that usher wrote, nil for any other.
func (f HookFile) script(data []byte) []string {
	if f.Host.style.plugin {
		return f.pluginCommand(data)
	}
	line, ok := strings.CutPrefix(string(data), scriptHead)
	line, ended := strings.CutSuffix(line, "\n")
	if !ok || !ended || strings.Contains(line, "\n") {
		return nil
	}
	argv, one := words(line)
	if _, is := recognise(argv, f.Host.Name); !one || is != callsUsher {
		return nil
	}
	return argv
}

// only is the event of a script.
func (f HookFile) only() HookEvent {
	if events := f.events(); len(events) == 1 {
		return events[0]
	}
	return HookEvent{}
}

func (f HookFile) wireScript(data []byte, w Wiring) ([]byte, error) {
	if f.only().Word == "" {
		return nil, fault.New(fault.Failed, "the script is for no event")
	}
	if len(data) > 0 && f.script(data) == nil {
		return nil, fault.New(fault.Refused, "a file of someone else's stands there and is not replaced", "move it")
	}
	if f.Host.style.plugin {
		return plugin(w.Command(f.Host.Name, f.only())), nil
	}
	line, err := commandLine(w.Command(f.Host.Name, f.only()), shellUnix)
	if err != nil {
		return nil, err
	}
	return []byte(scriptHead + line + "\n"), nil
}

func (f HookFile) wiredScript(data []byte, w Wiring) Wired {
	at := WiredEvent{HookEvent: f.only()}
	out := Wired{}
	argv := f.script(data)
	want, err := f.wireScript(nil, w)
	switch {
	case len(data) == 0:
	case argv == nil && strings.Contains(string(data), "usher"):
		at.Presence = Foreign
		out.ByHand = []string{at.Word}
	case argv == nil:
		at.Presence = Foreign
	case err == nil && string(want) == string(data):
		at.Presence, at.Command = Exact, argv
	default:
		at.Presence, at.Command = Moved, argv
	}
	out.Events = []WiredEvent{at}
	return out
}
