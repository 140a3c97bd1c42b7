package launch

import (
	"cmp"
	"slices"
	"strings"
)

// The ways a path of the plan is shown, in the order in which they stand for one
// path: what is hidden or kept is so in any grant.
const (
	asReadOnly = iota
	asWritable
	asLink
	asHidden
	asPinned // a folder that holds something kept: mounted on itself, so that it cannot be renamed
	asKept
)

type place struct {
	path string
	how  int
	to   string // of a link
}

// places shows what the plan names, the shallowest first.
func (w *wrap) places() {
	list := []place{{path: w.plan.Data, how: asWritable}}
	put := func(how int, paths ...string) {
		for _, path := range paths {
			list = append(list, place{path: path, how: how})
		}
	}
	put(asReadOnly, w.plan.Read...)
	put(asWritable, w.plan.Write...)
	put(asHidden, w.plan.Mask...)
	for _, path := range slices.Concat(w.plan.Runtimes, w.plan.Files) {
		if !isShown(w.plan, path) {
			put(asReadOnly, path)
		}
	}
	for _, link := range w.plan.Links {
		if !isShown(w.plan, link.At) {
			list = append(list, place{link.At, asLink, link.To})
		}
	}
	for _, path := range w.plan.Protect {
		if kind, _ := w.look(path); kind != kindNone && kind != kindLink {
			put(asKept, path)
		}
	}
	for _, dir := range holds(w.plan) {
		if kind, _ := w.look(dir); kind == kindFolder {
			put(asPinned, dir)
		}
	}
	slices.SortStableFunc(list, func(a, b place) int {
		return cmp.Or(cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), cmp.Compare(a.path, b.path), cmp.Compare(a.how, b.how))
	})
	for i, at := range list {
		if i == 0 || list[i-1] != at {
			w.show(at)
		}
	}
}

func (w *wrap) show(at place) {
	switch at.how {
	case asReadOnly:
		w.bind("--ro-bind", at.path)
	case asWritable, asPinned:
		w.bind("--bind", at.path)
	case asKept:
		w.add("--ro-bind", at.path, at.path)
	case asLink:
		w.parents(at.path)
		w.add("--symlink", at.to, at.path)
	case asHidden:
		w.hide(at.path)
	}
}

func (w *wrap) bind(option, path string) {
	w.parents(path)
	w.add(option, path, path)
	w.mounted = append(w.mounted, path)
}

// hide puts an empty folder, or an empty file, in a path's place. What is on no
// grant is not there anyway.
func (w *wrap) hide(path string) {
	kind, _ := w.look(path)
	switch {
	case !w.shown(path) || kind == kindNone || kind == kindLink:
	case kind == kindFolder:
		if w.knows(optionPerms) {
			w.add(optionPerms, "0111")
		}
		w.add("--tmpfs", path)
		w.last = append(w.last, path)
		// What is shown below it stands on this file system now, and not on the grant.
		w.mounted = slices.DeleteFunc(w.mounted, func(at string) bool { return within(at, path) })
	default:
		w.add("--ro-bind", "/dev/null", path)
	}
}

// parents makes the empty folders that lead to a path, which can be passed and not
// listed. Where bwrap does not know how, it makes them itself, listable.
func (w *wrap) parents(path string) {
	if w.knows(optionPerms) {
		for i := 1; i < len(path); i++ {
			if path[i] == '/' {
				w.folder(path[:i])
			}
		}
	}
}

// folder makes one empty folder, on no file system of the outside.
func (w *wrap) folder(dir string) {
	if w.shown(dir) || slices.Contains(w.made, dir) || dir == "/tmp" {
		return
	}
	w.made = append(w.made, dir)
	if w.knows(optionPerms) {
		w.parents(dir)
		w.add(optionPerms, "0111")
	}
	w.add("--dir", dir)
}
