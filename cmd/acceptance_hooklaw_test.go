//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// outsider is an entry of hooks.json in either shape, whole or with a fault, whose
// script prints something and ends somehow.
type outsider struct {
	id            int
	event, match  string
	more          string // members: onError, enabled, faults
	out, err, end string
}

func someOutsider(r *rand.Rand, id int) outsider {
	o := outsider{
		id: id, event: "PreToolUse", out: someWords(r), err: someWords(r),
		more: one(r, "", "", "", `,"onError":"warn"`, `,"enabled":false`, `,"x":1`, `,"onError":"allow"`),
		end:  one(r, "exit 0", "exit 0", "exit 0", "exit 1", "exit 2", "exit 3", "exit 3", "exit 127", "kill -SEGV $$"),
	}
	if r.IntN(4) == 0 {
		o.event = one(r, "PostToolUse", "UserPromptSubmit", "Stop", "TurnEnd", "SessionStart", "pretooluse")
	}
	if strings.HasSuffix(o.event, "ToolUse") {
		o.match = one(r, "*", "acme__*", "acme__lookup", "other__*")
	}
	return o
}

func one(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

// someWords are bytes, text or JSON that would like to be an approval.
func someWords(r *rand.Rand) string {
	switch r.IntN(3) {
	case 0:
		b := make([]byte, r.IntN(20))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		return string(b)
	case 1:
		return one(r, "", "allow", "exit 0\n", "{", "{}", "[]", "null", "\xff\xfe{\x00}\x00", "\ufeff{}")
	}
	word := func() string { return one(r, "allow", "allow", "approve", "ask", "deny", "defer", "block", "") }
	return one(r, "", "", " ") + `{` + one(r, "", fmt.Sprintf(`"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":%q,"updatedInput":{}},`, word())) +
		one(r, "", fmt.Sprintf(`"decision":%q,`, word()), fmt.Sprintf(`"permissionDecision":%q,`, word())) + `"continue":` + one(r, "true", "true", "true", "false", `"yes"`) + `}` + one(r, "", "", "\n", "}")
}

// world writes the hooks' file and their programs.
func (h *house) world(t *testing.T, all []outsider, object bool) {
	t.Helper()
	var list, order []string
	groups := map[string][]string{}
	for _, o := range all {
		h.put(t, fmt.Sprintf("h%d.out", o.id), o.out)
		h.put(t, fmt.Sprintf("h%d.err", o.id), o.err)
		h.put(t, fmt.Sprintf("h%d.sh", o.id), fmt.Sprintf("#!/bin/sh\ncat h%d.out\ncat h%d.err >&2\n%s\n", o.id, o.id, o.end))
		match, matcher := "", ""
		if o.match != "" {
			match, matcher = fmt.Sprintf(`,"match":%q`, o.match), fmt.Sprintf(`"matcher":%q,`, o.match)
		}
		list = append(list, fmt.Sprintf(`{"name":"h%d","event":%q%s,"command":"./h%d.sh"%s}`, o.id, o.event, match, o.id, o.more))
		if groups[o.event] == nil {
			order = append(order, o.event)
		}
		groups[o.event] = append(groups[o.event], fmt.Sprintf(`{%s"hooks":[{"type":"command","command":"./h%d.sh"%s}]}`, matcher, o.id, o.more))
	}
	for i, event := range order {
		order[i] = fmt.Sprintf("%q:[%s]", event, strings.Join(groups[event], ","))
	}
	text := `{"hooks":[` + strings.Join(list, ",") + `]}`
	if object {
		text = `{"hooks":{` + strings.Join(order, ",") + `}}`
	}
	h.put(t, "hooks.json", text)
}

// TestOneMoreHookNeverLoosens (SPEC H7): the law of pkg/engine from outside, on a
// sample: no hook that is added, whatever it prints and however it ends, makes any
// answer freer, through either door, and none more than it is without any hook.
func TestOneMoreHookNeverLoosens(t *testing.T) {
	t.Parallel()
	free := map[string]int{"deny": 0, "ask": 1, "allow": 2, "none": 2}
	seeds := make([]uint64, 60)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	fan(t, 4, seeds, func(s uint64) string { return fmt.Sprint(s) }, func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 45))
		h := newHouse(t)
		h.ready(t, "lookup")
		var all []outsider
		for i := range 1 + r.IntN(3) {
			all = append(all, someOutsider(r, i))
		}
		at, object := r.IntN(len(all)), r.IntN(2) == 0
		call := callOf(one(r, "acme__lookup", "acme__lookup", "acme__unmarked"), canAsk)
		ask := func(hooks []outsider) (words [2]string) {
			h.world(t, hooks, object)
			return [2]string{h.asks(t, call).word(), h.fires(t, "PreToolUse", call).Decision}
		}
		none, fewer := ask(nil), ask(slices.Delete(slices.Clone(all), at, at+1))
		more := ask(all)
		for door := range more {
			if free[more[door]] > free[fewer[door]] || free[more[door]] > free[none[door]] {
				text, _ := json.Marshal(fmt.Sprintf("%+v", all))
				t.Errorf("%v with number %d, %v without, %v with none at all: object %v, %s", more, at, fewer, none, object, text)
			}
		}
		h.gone(t)
	})
}
