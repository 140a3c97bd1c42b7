package sandbox

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// The kinds of a path's rule, in the order in which they stand for one path: a
// folder granted to read and to write is written, and what is hidden or kept is so
// in any grant.
const (
	macosSeen     = iota // its name and kind can be asked for
	macosFile            // one file, to read and to run
	macosRead            // a folder, to read
	macosWrite           // a folder, to read and change
	macosHidden          // not there
	macosReadOnly        // stays as it is, inside a folder that can be changed
)

type macosPlace struct {
	path string
	kind int
}

// places writes a rule for every path of the plan, the shallowest first.
func (w *profile) places(p Plan) {
	list := []macosPlace{{p.Data, macosWrite}}
	add := func(kind int, paths ...string) {
		for _, dir := range paths {
			list = append(list, macosPlace{dir, kind})
		}
	}
	add(macosFile, p.Program)
	add(macosFile, p.Files...)
	add(macosRead, p.Runtimes...)
	add(macosRead, p.Read...)
	add(macosWrite, p.Write...)
	for _, link := range p.Links {
		add(macosSeen, link.At)
	}
	// A program asks what kind every folder above its own is (node's realpath).
	for _, place := range slices.Clone(list) {
		add(macosSeen, above(place.path)...)
	}
	add(macosSeen, above(path.Join(p.Dir, "."))...)
	add(macosSeen, p.Dir)
	add(macosHidden, p.Mask...)
	add(macosReadOnly, p.Protect...)
	for i := range list {
		list[i].path = canonical(list[i].path)
	}
	slices.SortStableFunc(list, func(a, b macosPlace) int {
		return cmp.Or(cmp.Compare(depth(a.path), depth(b.path)), cmp.Compare(a.path, b.path), cmp.Compare(a.kind, b.kind))
	})
	for _, place := range slices.Compact(list) {
		w.place(place)
	}
}

func (w *profile) place(m macosPlace) {
	at := w.param(m.path)
	switch m.kind {
	case macosSeen:
		w.line("(allow file-read-metadata (literal " + at + "))")
	case macosFile:
		w.line("(allow file-read* file-map-executable (literal " + at + "))")
	case macosRead:
		w.line("(deny file-write* (subpath " + at + "))")
		w.line("(allow file-read* file-map-executable (subpath " + at + "))")
	case macosWrite:
		w.line("(allow file-read* file-write* file-map-executable (subpath " + at + "))")
	case macosHidden:
		w.line("(deny file-read* file-write* file-map-executable network-outbound (subpath " + at + "))")
	case macosReadOnly:
		w.line("(deny file-write* (subpath " + at + "))")
	}
}

// protect keeps what is protected or hidden where it is: without this a folder above
// it could be renamed away and made anew.
func (w *profile) protect(p Plan) {
	var kept []string
	for _, at := range slices.Concat(p.Protect, p.Mask) {
		for _, dir := range append(above(at), at) {
			if slices.ContainsFunc(p.Write, func(grant string) bool { return under(canonical(grant), canonical(dir)) }) {
				kept = append(kept, canonical(dir))
			}
		}
	}
	slices.Sort(kept)
	for _, dir := range slices.Compact(kept) {
		w.line("(deny file-write-unlink (literal " + w.param(dir) + "))")
	}
}

// above are the folders that hold a path, without the root.
func above(dir string) []string {
	var out []string
	for dir = path.Dir(canonical(dir)); dir != "/" && dir != "."; dir = path.Dir(dir) {
		out = append(out, dir)
	}
	return out
}

func depth(dir string) int { return strings.Count(strings.TrimSuffix(dir, "/"), "/") }

// under reports whether dir is the folder or in it.
func under(folder, dir string) bool {
	return dir == folder || strings.HasPrefix(dir, strings.TrimSuffix(folder, "/")+"/")
}
