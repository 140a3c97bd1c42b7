package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/strictjson"
	"usher/pkg/trust"
)

// namedHooks are the loaded hooks a person named, in the order they run; nil
// where none was named. A name is a hook's own, or its whole id.
func (g ground) namedHooks(words []string) ([]hooks.Hook, error) {
	called := func(word string) func(hooks.Hook) bool {
		return func(h hooks.Hook) bool { return word == string(h.Name) || word == h.ID() }
	}
	for _, w := range words {
		if !slices.ContainsFunc(g.Set.Hooks, called(w)) {
			return nil, g.noHook(w)
		}
	}
	var out []hooks.Hook
	for _, h := range g.Set.Hooks {
		if slices.ContainsFunc(words, func(w string) bool { return called(w)(h) }) {
			out = append(out, h)
		}
	}
	return out, nil
}

// noHook says why a name stands for no loaded hook.
func (g ground) noHook(word string) error {
	var known []string
	for _, h := range g.Set.Hooks {
		known = append(known, string(h.Name))
	}
	for _, p := range g.Problems {
		if p.Severity == fault.SeverityError && strings.HasPrefix(p.Rule, "hooks/") && p.Entry == word && !slices.Contains(known, word) {
			e := fault.New(fault.Failed, fmt.Sprintf("hook %q is defined, but its entry was dropped", word),
				"mend the entry, then: usher hooks check "+engine.QuoteArg(p.File))
			e.Problems = []fault.Problem{p}
			return e
		}
	}
	message := fmt.Sprintf("no hook %q is loaded", word)
	if near := strictjson.Nearest(word, known); near != "" {
		message += fmt.Sprintf("; the nearest is %q", near)
	}
	return fault.New(fault.Failed, message, "usher hooks list")
}

// part is a hook and, where it does not run, why.
type part struct {
	hooks.Hook
	out string
}

// castOf are the hooks an event is about, in their order: those named, or all
// that the event could fire, with why one does not (SPEC F4, H14).
func (g ground) castOf(named []hooks.Hook, p hooks.Payload) []part {
	var cast []part
	from := named
	if from == nil {
		from = g.Set.Hooks
	}
	for _, h := range from {
		covered := !p.Event.OnTool() || h.Match.Match(p.Tool)
		switch {
		case h.Event != p.Event || named == nil && !covered:
		case h.Parked:
			cast = append(cast, part{h, `it is parked ("enabled": false)`})
		case g.Set.HooksOff && h.Layer != trust.Machine:
			cast = append(cast, part{h, "policy hooks.enabled is false"})
		case !covered:
			cast = append(cast, part{h, fmt.Sprintf("its match %q does not cover %s", h.Match.String(), p.Tool)})
		default:
			cast = append(cast, part{h, ""})
		}
	}
	return cast
}

// unread reports hooks of the event that may be written down and were not loaded: a
// file nobody could read, or an entry that was dropped. No message is stopped for
// that, and no turn kept going (SPEC H13).
func (g ground) unread(e hooks.Event) bool {
	return slices.ContainsFunc(g.Set.Faults, func(f effective.Fault) bool {
		return filepath.Base(f.Path) == effective.HooksFile || f.Path == g.at.Home || f.Path == g.at.Machine
	}) || slices.ContainsFunc(g.Set.Lost, func(d hooks.Dropped) bool {
		return (d.Event == e || d.Event == "") && !lifted(g.Set, d.Layer)
	})
}

// blocks are what refuses such a call whatever the hooks say (SPEC H13).
func (g ground) blocks(p hooks.Payload) []gate.Reason {
	out := []gate.Reason{}
	if p.Event != hooks.PreToolUse {
		return out
	}
	return append(out, g.Facts(engine.Request{Caller: gate.Native, Tool: p.Tool}).Blocks...)
}
