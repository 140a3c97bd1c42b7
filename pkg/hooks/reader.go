package hooks

import (
	"slices"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// reader collects what one file holds and what is wrong with it.
type reader struct {
	src      Source
	shape    Shape
	hooks    []Hook
	dropped  []Dropped
	problems []fault.Problem
	taken    []taken
}

// taken is a name in use, and where it was first written.
type taken struct {
	name string
	at   strictjson.Place
}

// take takes a name; used says that an entry before has it, and where.
func (r *reader) take(name string, at strictjson.Place) (first strictjson.Place, used bool) {
	for _, t := range r.taken {
		if t.name == name {
			return t.at, true
		}
	}
	r.taken = append(r.taken, taken{name, at})
	return at, false
}

// begin is an entry that messages call id until it has a name.
func (r *reader) begin(v *strictjson.Value, id string, h Hook) *entry {
	h.Shape, h.Layer, h.File, h.Place = r.shape, r.src.Layer, r.src.Path, v.Place()
	return &entry{src: r.src, v: v, subject: id, id: id, hook: h}
}

// isObject checks what an entry or a group is at all.
func (e *entry) isObject(what, example string) bool {
	switch e.v.Kind() {
	case strictjson.KindObject:
		return true
	case strictjson.KindNull:
		e.fail(e.v.Place(), "null", what+" may not be null", "take it out, or write "+example)
	case strictjson.KindBool, strictjson.KindNumber, strictjson.KindString, strictjson.KindArray:
		e.fail(e.v.Place(), "bad-type", what+" must be an object, got "+e.v.Kind().String(), "write "+example)
	}
	return false
}

// end keeps an entry, or drops it for its first fault; because is one around it
// that drops it whatever it holds itself.
func (r *reader) end(e *entry, because *fault.Problem) {
	sortByPlace(e.problems)
	r.problems = append(r.problems, e.problems...)
	if first := slices.IndexFunc(e.problems, isError); because == nil && first >= 0 {
		because = &e.problems[first]
	}
	if because == nil {
		r.hooks = append(r.hooks, e.hook)
		return
	}
	r.dropped = append(r.dropped, Dropped{
		Name: string(e.hook.Name), Event: e.hook.Event, Guards: e.hook.Event.guards(),
		Match: e.hook.Match, Problem: *because, Layer: r.src.Layer,
	})
}
