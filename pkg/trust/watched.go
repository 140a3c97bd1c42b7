package trust

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"usher/pkg/safefile"
)

// maxWatched is past how many paths looking at all of them is no less work than
// reading.
const maxWatched = 1000

// Watched gathers the paths on which something that was read rests, so that one look
// at each tells that none of it changed (safefile.Marks). What is gathered is where
// reading looks: the files and folders themselves, the names that were not there, and
// each folder and link on the way to them.
type Watched struct {
	paths map[string]bool // by path: only its place counts
	over  bool
}

// List is what was gathered; false where it is too much to be of use.
func (w *Watched) List() ([]safefile.Watch, bool) {
	out := make([]safefile.Watch, 0, len(w.paths))
	for path, place := range w.paths {
		out = append(out, safefile.Watch{Path: path, Place: place})
	}
	return out, !w.over
}

func (w *Watched) add(path string, place bool) {
	if w.paths == nil {
		w.paths = map[string]bool{}
	}
	if was, known := w.paths[path]; known {
		place = place && was
	} else if len(w.paths) >= maxWatched {
		w.over = true
		return
	}
	w.paths[path] = place
}

// Way gathers what a path leads through: each folder and link of it as it is written,
// and of where the links lead. Of the last one only the place counts.
func (w *Watched) Way(path string) {
	if !filepath.IsAbs(path) {
		return
	}
	for range 2 { // as it is written, and as it really is
		for at := filepath.Clean(path); ; at = filepath.Dir(at) {
			if _, known := w.paths[at]; !known {
				target, err := os.Readlink(at)
				w.add(at, err != nil)      // another link may have the old one's number
				if err == nil && !w.over { // past the bound nothing is known any more, a circle of links neither
					if !filepath.IsAbs(target) {
						target = filepath.Dir(at) + string(filepath.Separator) + target
					}
					w.Way(target)
				}
			}
			if at == filepath.Dir(at) {
				break
			}
		}
		real := RealPath(path)
		if real == filepath.Clean(path) {
			return
		}
		path = real
	}
}

// File gathers a file that is read, or would be, and the way to it.
func (w *Watched) File(path string) {
	w.Way(path)
	w.add(filepath.Clean(path), false)
}

// Layer gathers what ReadLayer looks at.
func (w *Watched) Layer(dir string, files ...string) {
	if dir == "" {
		return
	}
	w.Way(dir)
	dir = RealPath(dir)
	if _, err := os.Lstat(dir); os.IsNotExist(err) {
		return
	}
	for _, f := range files {
		w.below(dir, f, false)
	}
	for _, f := range Beside() {
		w.below(dir, f, true)
	}
}

// Ledger gathers what ReadLedger looks at.
func (w *Watched) Ledger(state string) {
	w.File(LedgerPath(state))
}

// Folder gathers what ReadFolder looks at in a folder that it read by this path.
func (w *Watched) Folder(path string, f Folder, refs func(name string, data []byte) ([]string, []Uncovered)) {
	w.Way(path)
	w.Way(f.Path)
	for _, d := range definitions() {
		w.below(f.Path, d.path, d.tree)
	}
	if f.Err != nil || refs == nil {
		w.over = w.over || f.Err != nil // it was not read to its end: what it rests on is not known
		return
	}
	root, err := safefile.OpenRoot(path, safefile.Self)
	if err != nil {
		w.over = true
		return
	}
	defer func() { _ = root.Close() }()
	r := reader{root: root, spelled: filepath.Clean(path), folder: f}
	for _, file := range f.Files {
		if file.Part != PartServers && file.Part != PartHooks {
			continue
		}
		names, _ := refs(file.Path, file.Data)
		for _, name := range names {
			w.named(&r, strings.TrimPrefix(name, guessed))
		}
	}
}

// named gathers what one name leads to (SPEC T5).
func (w *Watched) named(r *reader, name string) {
	p, ok := r.locate(name)
	if !ok || w.over {
		return
	}
	if name = strings.ReplaceAll(name, workspace, r.root.Path()); filepath.IsAbs(name) {
		w.Way(name)
	}
	for _, dir := range p.through {
		w.below(r.root.Path(), dir, false)
	}
	if p.inside && p.rel != "." {
		w.below(r.root.Path(), p.rel, false)
	}
}

// below gathers a name below a folder as far as it is there: what is absent is one
// fact, and nothing lies in it.
func (w *Watched) below(dir, name string, tree bool) {
	at := dir
	names := strings.Split(filepath.ToSlash(name), "/")
	for i, n := range names {
		at = filepath.Join(at, n)
		info, err := os.Lstat(at)
		switch {
		case os.IsNotExist(err):
			w.add(filepath.Dir(at), false) // a name that comes changes the folder's time: one look for all that are absent
			return
		case err != nil, !info.IsDir():
			w.add(at, false)
			return
		case i < len(names)-1:
			w.add(at, true)
		case tree:
			w.tree(at)
		default:
			w.add(at, false)
		}
	}
}

// tree gathers all of a folder: with its own time each name that comes or goes.
func (w *Watched) tree(dir string) {
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		if w.add(path, false); w.over {
			return fs.SkipAll
		}
		return nil // what cannot be listed is a folder whose mode counts
	})
}

// Layout gathers what FindLayout looks at from a folder up: any name that comes or goes
// in the folders up to the one that it finds.
func (w *Watched) Layout(start, home string) {
	found := FindLayout(start, home)
	for at := RealPath(start); filepath.IsAbs(at) && at != found; at = filepath.Dir(at) {
		if w.add(at, false); at == filepath.Dir(at) {
			return
		}
	}
	for _, d := range definitions() {
		if found != "" {
			w.below(found, d.path, false)
		}
	}
}
