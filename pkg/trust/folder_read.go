package trust

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"

	"usher/pkg/fault"
	"usher/pkg/safefile"
)

// ReadFolder reads a project folder by its absolute path, which may lead through
// links: every definition file of every layout, all that is in their folders of
// skills and prompts, and the files inside the folder that refs says a servers
// or hooks file names (SPEC T2, T5). Each is opened without following a link,
// checked on the handle and read once; nothing is started, and nothing outside
// the folder is looked at (SPEC Q2, A06, A20).
//
// refs gets a definition file's name and bytes and gives what Named makes of the
// command lines in it, and what they could start beyond those; it sees files nobody trusts yet. With nil nothing is named,
// and Digest is not the one a person decided about.
//
// A definition that is a link or no regular file, is too large or one too many,
// is somebody else's or writable by others, makes the folder unreadable: Err
// names every such file with its remedy, and nothing else is filled in but Path
// (SPEC T3). A second hard link to a file is no fault: what counts is the bytes.
func ReadFolder(path string, refs func(name string, data []byte) ([]string, []Uncovered)) Folder {
	f := Folder{Path: RealPath(path)}
	root, err := safefile.OpenRoot(path, safefile.Self)
	if errors.Is(err, fs.ErrNotExist) {
		e := fault.New(fault.Failed, "the project folder "+path+" does not exist", "name a folder that does: --project DIR, or none: --no-project")
		e.Problems = []fault.Problem{{File: path, Rule: "file/absent", Message: "this folder does not exist", Hint: e.Hints[0]}}
		e.Err = err
		err = e
	}
	if err != nil {
		f.Err = err
		return f
	}
	defer func() { _ = root.Close() }()
	r := reader{root: root, spelled: filepath.Clean(path), folder: Folder{Path: root.Path()}}
	r.definitions()
	if len(r.faults) == 0 {
		r.named(refs)
	}
	if len(r.faults) > 0 {
		return Folder{Path: root.Path(), Err: joined(r.faults)}
	}
	r.folder.seal()
	return r.folder
}

// reader is a ReadFolder under way. full says that a limit of the whole folder
// was passed, so that nothing more is read.
type reader struct {
	root    *safefile.Root
	spelled string // the path as it was asked for
	folder  Folder
	faults  []error
	bytes   int
	texts   int
	folders int
	full    bool
	reached map[string]string // real paths of folders that absolute names lead through
}

func (r *reader) definitions() {
	at := opened{root: r.root}
	defer at.close()
	for _, d := range definitions() {
		switch {
		case r.full:
			return
		case d.tree:
			before := len(r.folder.Files)
			r.tree(d, &at)
			if len(r.folder.Files) == before {
				r.folder.Absent = append(r.folder.Absent, d.path)
			}
		default:
			r.file(d, &at)
		}
	}
}

func (r *reader) file(d definition, at *opened) {
	dir, err := at.folder(path.Dir(d.path))
	var data []byte
	if err == nil {
		data, err = dir.Read(path.Base(d.path), MaxFile)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.folder.Absent = append(r.folder.Absent, d.path)
	case err != nil:
		r.faults = append(r.faults, err)
	default:
		r.add(d, d.path, data)
	}
}

// add takes a definition file in, unless the folder passes a limit with it.
func (r *reader) add(d definition, path string, data []byte) {
	f := newFile(path, data)
	f.Definition, f.Part, f.Layout = true, d.part, d.layout
	r.take(f)
}

func (r *reader) take(f File) {
	r.bytes += len(f.Data)
	switch {
	case r.bytes > MaxTogether:
		r.limit(f.Path, "folder/too-large", "its files hold more than 8 MiB together", "move large files out of it")
	case len(r.folder.Files) >= MaxFiles:
		r.limit(f.Path, "folder/too-many", "it has more than 2000 files", "move files out of it")
	default:
		r.folder.Files = append(r.folder.Files, f)
	}
}

// limit ends the reading: the folder as a whole is over a limit, seen at one of
// its files.
func (r *reader) limit(path, rule, why, hint string) {
	if r.full {
		return
	}
	r.full = true
	at := filepath.Join(r.root.Path(), filepath.FromSlash(path))
	e := fault.New(fault.Failed, r.root.Path()+" cannot be used as a project: with "+at+" "+why, hint)
	e.Problems = []fault.Problem{{File: at, Rule: rule, Message: "with this file the project is over a limit: " + why, Hint: hint}}
	r.faults = append(r.faults, e)
}
