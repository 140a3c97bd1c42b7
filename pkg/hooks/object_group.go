package hooks

import (
	"strconv"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// group reads one matcher with its hooks. A fault of the group drops all of them.
// n counts the hooks of this event.
func (r *reader) group(v *strictjson.Value, id string, event Event, n *int, because *fault.Problem) {
	g := r.begin(v, id, Hook{Event: event, Match: names.Any()})
	var list *strictjson.Value
	if g.isObject("a group", groupOf(event)) {
		g.members = v.Members()
		g.strays = strictjson.Strays(g.members, []string{"matcher", "hooks"})
		g.readMatcher()
		list = g.handlers()
		g.readStrays(groupHint)
	}
	items := list.Items()
	if len(items) == 0 {
		r.end(g, because)
		return
	}
	sortByPlace(g.problems)
	r.problems = append(r.problems, g.problems...)
	for i := range g.problems {
		if because == nil && isError(g.problems[i]) {
			because = &g.problems[i]
		}
	}
	for i, h := range items {
		*n++
		r.handler(h, id+".hooks["+strconv.Itoa(i)+"]", g.hook, *n, because)
	}
}

// groupOf is a group as the event can have it.
func groupOf(e Event) string {
	if e != "" && !e.OnTool() {
		return `{"hooks": [` + handlerShape + `]}`
	}
	return groupShape
}

// handlers is the group's list of hooks; nil, with a problem, where it has none.
func (e *entry) handlers() *strictjson.Value {
	v := e.get("hooks")
	switch {
	case v == nil:
		e.missing("hooks", "missing-hooks", "write "+groupOf(e.hook.Event))
	case !e.kind(v, strictjson.KindArray, "hooks"):
	case len(v.Items()) == 0:
		e.fail(v.Place(), "missing-hooks", "hooks is empty, so this group runs nothing", "take the group out, or write "+groupOf(e.hook.Event))
	default:
		return v
	}
	return nil
}

// madeName is the name of an event's n-th hook (SPEC H3).
func madeName(e Event, n int) names.HookName {
	return names.HookName(strings.ToLower(string(e)) + "-" + strconv.Itoa(n))
}
