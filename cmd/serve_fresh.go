package cmd

import (
	"maps"
	"sync"

	"usher/pkg/safefile"
)

// fresh gives what holds now to whoever asks often (SPEC V4): it is read again as soon
// as anything it rests on changed, and where that cannot be told surely, each time.
//
// Several that ask at the same time share one look, as long as it began after each of
// them had asked.
type fresh struct {
	app *app

	mu   sync.Mutex
	next *look // the one that begins after the one under way

	run   sync.Mutex // held by the look under way
	last  ground
	marks safefile.Marks
}

// look is one look at whether what holds is what held.
type look struct {
	done chan struct{}
	g    ground
	err  error
}

// ground is app.ground, as it holds now.
func (f *fresh) ground() (ground, error) {
	f.mu.Lock()
	l := f.next
	if l != nil {
		f.mu.Unlock()
		<-l.done
		return l.g, l.err
	}
	l = &look{done: make(chan struct{})}
	f.next = l
	f.mu.Unlock()

	f.run.Lock()
	f.mu.Lock()
	f.next = nil
	f.mu.Unlock()
	defer close(l.done)
	defer f.run.Unlock()
	l.g, l.err = f.now()
	return l.g, l.err
}

// still is what holds, where it is what was read last and nobody reads just now.
func (f *fresh) still() (ground, bool) {
	if !f.run.TryLock() {
		return ground{}, false
	}
	defer f.run.Unlock()
	return f.last, f.marks.Same()
}

// now reads twice where something changed: what the first reading rests on is marked
// before the second, so that no change in between is missed.
func (f *fresh) now() (ground, error) {
	if f.marks.Same() {
		return f.last, nil
	}
	f.marks = safefile.Marks{}
	g, before, err := f.read()
	if err != nil || before == nil {
		return g, err
	}
	marks, ok := safefile.MarksOf(watches(before))
	if !ok {
		return g, nil
	}
	g, after, err := f.read()
	if err == nil && after != nil && maps.Equal(before, after) {
		f.last, f.marks = g, marks
	}
	return g, err
}

// read reads what holds, and gives every path that it rests on; nil where these
// cannot be told.
func (f *fresh) read() (ground, map[string]bool, error) {
	a := *f.app
	w := watching{app: &a}
	g, err := a.groundThrough(w.through)
	if err != nil {
		return g, nil, err
	}
	for _, sv := range g.Set.Servers {
		g.Set.Launch(sv) // looked up now, and remembered
	}
	return g, w.paths(g), nil
}

func watches(paths map[string]bool) []safefile.Watch {
	out := make([]safefile.Watch, 0, len(paths))
	for path, place := range paths {
		out = append(out, safefile.Watch{Path: path, Place: place})
	}
	return out
}
