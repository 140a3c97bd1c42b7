package files

import (
	"slices"
	"strconv"

	"usher/pkg/fault"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Wire gives the file with usher at every event: fail-closed where the assistant can,
// with a time-out above usher's own deadline, for every tool (SPEC G10). What usher
// wrote there before, also of another path, is replaced where it stands; everything
// else keeps its bytes. Wiring twice changes nothing. The problems are what a person
// has to know.
func (f HookFile) Wire(data []byte, w Wiring) ([]byte, []fault.Problem, error) {
	if f.Host.style.program() {
		out, err := f.wireScript(data, w)
		return out, nil, err
	}
	x, err := f.edit(data)
	if err != nil {
		return nil, nil, err
	}
	before := x.foreign()
	if err := x.head(); err != nil {
		return nil, nil, err
	}
	for _, e := range f.events() {
		if err := x.put(w, e); err != nil {
			return nil, nil, err
		}
	}
	if err := x.drop(func(h hung) bool { return !f.has(h) }); err != nil {
		return nil, nil, err
	}
	state, err := f.Wired(x.data, w)
	if err != nil || !state.All() || !same(before, x.foreign()) {
		return nil, nil, x.unsure(err)
	}
	return x.data, f.told(state), nil
}

// has reports an event that usher writes.
func (f HookFile) has(h hung) bool {
	return slices.ContainsFunc(f.events(), func(e HookEvent) bool { return e.Word == h.word && e.Fires == h.fires })
}

// told is what a person has to know of a file that was wired.
func (f HookFile) told(state Wired) []fault.Problem {
	var out []fault.Problem
	tell := func(rule, message, hint string) {
		out = append(out, fault.Problem{File: f.Path, Rule: rule, Severity: fault.SeverityWarning, Message: message, Hint: hint})
	}
	if state.Off != "" {
		tell("host/off", f.Host.Name+" runs no hook while "+state.Off+" stands in this file", "take it out")
	}
	for _, word := range state.ByHand {
		tell("host/by-hand", "usher also stands at "+word+" with flags that a person chose; that is left as it is", "take it out if usher is to be asked once")
	}
	return out
}

// Unwire gives the file without what usher wrote, of whatever path, and false where
// there is none. No bytes: the file was usher's own and may be removed.
func (f HookFile) Unwire(data []byte) ([]byte, bool, error) {
	if f.Host.style.program() {
		if len(data) == 0 || f.script(data) == nil {
			return data, false, nil
		}
		return nil, true, nil
	}
	x, err := f.edit(data)
	if err != nil {
		return nil, false, err
	}
	if !slices.ContainsFunc(x.hung(), func(h hung) bool { return h.is == callsUsher }) {
		return data, false, nil
	}
	before := x.foreign()
	if err := x.drop(func(hung) bool { return true }); err != nil {
		return nil, false, err
	}
	if err := x.prune(); err != nil {
		return nil, false, err
	}
	if !same(before, x.foreign()) || slices.ContainsFunc(x.hung(), func(h hung) bool { return h.is == callsUsher }) {
		return nil, false, x.unsure(nil)
	}
	if f.Own && Bare(x.data) {
		return nil, true, nil
	}
	return x.data, true, nil
}
