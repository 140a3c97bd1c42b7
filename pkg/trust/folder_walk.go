package trust

import (
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"usher/pkg/fault"
	"usher/pkg/safefile"
)

// maxDepth is how deep folders of skills and prompts go.
const maxDepth = 16

// tree reads everything below a folder of skills or prompts: every file in it
// belongs to the folder's digest, and nothing in it may be a link or the like.
func (r *reader) tree(d definition, at *opened) {
	dir, err := at.folder(path.Dir(d.path))
	if err == nil {
		dir, err = dir.Folder(path.Base(d.path))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	b := branch{def: d, root: dir, path: d.path, depth: 1}
	if err != nil {
		r.entries(b, nil, err)
		return
	}
	defer func() { _ = dir.Close() }()
	names, err := dir.Names("", MaxFiles)
	r.entries(b, names, err)
}

// branch is one folder of a tree under way, held open.
type branch struct {
	def   definition
	root  *safefile.Root
	path  string // from the project folder
	depth int
}

// entries reads what was listed of a folder, or takes note of why it could not be.
func (r *reader) entries(b branch, names []string, err error) {
	r.folders++
	switch {
	case err != nil:
		r.faults = append(r.faults, err)
	case b.depth > maxDepth:
		r.limit(b.path, "folder/too-deep", "its folders go deeper than "+strconv.Itoa(maxDepth), "move the folder up")
	case r.folders > MaxFiles:
		r.limit(b.path, "folder/too-many", "it has more than 2000 folders", "move folders out of it")
	}
	for _, name := range names {
		if r.full || len(r.faults) >= maxFaults {
			return
		}
		r.entry(b, name)
	}
}

// entry reads one name of a folder: a file, or else a folder.
func (r *reader) entry(b branch, name string) {
	at := b.path + "/" + name
	if !utf8.ValidString(name) {
		r.faults = append(r.faults, unnamed(b.root.Path(), name))
		return
	}
	data, err := b.root.Read(name, MaxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist): // gone since the folder was listed
	case err == nil:
		if b.def.part == PartPrompt && strings.HasSuffix(name, ".md") {
			r.text(at)
		}
		r.add(b.def, at, data)
	default:
		r.below(b, name, err)
	}
}

// below reads a folder of a folder; why says what kept it from being read as a
// file, which stands where it is no folder either.
func (r *reader) below(b branch, name string, why error) {
	if ruleOf(why) != "file/not-regular" {
		r.faults = append(r.faults, why)
		return
	}
	dir, err := b.root.Folder(name)
	switch {
	case errors.Is(err, fs.ErrNotExist): // gone since it was looked at
		return
	case ruleOf(err) == "file/not-regular":
		r.faults = append(r.faults, why)
		return
	}
	next := branch{def: b.def, root: dir, path: b.path + "/" + name, depth: b.depth + 1}
	if b.def.part == PartSkill && b.depth == 1 {
		r.text(next.path)
	}
	if err != nil {
		r.entries(next, nil, err)
		return
	}
	defer func() { _ = dir.Close() }()
	names, err := dir.Names("", MaxFiles)
	r.entries(next, names, err)
}

// text counts one skill or prompt.
func (r *reader) text(path string) {
	if r.texts++; r.texts > MaxTexts {
		r.limit(path, "folder/too-many", "it has more than 512 skills and prompts", "move some away")
	}
}

// unnamed is the fault of a name that could not be shown or written down as it
// is.
func unnamed(dir, name string) error {
	e := fault.New(fault.Failed, dir+" holds a file whose name "+strconv.Quote(name)+" is not UTF-8", "rename it, or move it away")
	e.Problems = []fault.Problem{{File: dir, Rule: "file/name", Message: "this folder holds a file whose name " + strconv.Quote(name) + " is not UTF-8", Hint: e.Hints[0]}}
	return e
}
