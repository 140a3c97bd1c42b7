package trust

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"usher/pkg/fault"
)

// maxDepth is how deep folders of skills and prompts go.
const maxDepth = 16

// tree reads everything below a folder of skills or prompts: every file in it
// belongs to the folder's digest, and nothing in it may be a link or the like.
func (r *reader) tree(d definition, dir string, depth int) {
	names, err := r.root.Names(dir, MaxFiles)
	if !errors.Is(err, fs.ErrNotExist) {
		r.entries(d, dir, names, err, depth)
	}
}

// entries reads what was listed of a folder, or takes note of why it could not be.
func (r *reader) entries(d definition, dir string, names []string, err error, depth int) {
	r.folders++
	switch {
	case err != nil:
		r.faults = append(r.faults, err)
	case depth > maxDepth:
		r.limit(dir, "folder/too-deep", "its folders go deeper than "+strconv.Itoa(maxDepth), "move the folder up")
	case r.folders > MaxFiles:
		r.limit(dir, "folder/too-many", "it has more than 2000 folders", "move folders out of it")
	}
	for _, name := range names {
		if r.full || len(r.faults) >= maxFaults {
			return
		}
		r.entry(d, dir, name, depth)
	}
}

// entry reads one name of a folder: a file, or else a folder.
func (r *reader) entry(d definition, dir, name string, depth int) {
	path := dir + "/" + name
	if !utf8.ValidString(name) {
		r.faults = append(r.faults, unnamed(filepath.Join(r.root.Path(), filepath.FromSlash(dir)), name))
		return
	}
	data, err := r.root.Read(path, MaxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist): // gone since the folder was listed
	case err == nil:
		if d.part == PartPrompt && strings.HasSuffix(name, ".md") {
			r.text(path)
		}
		r.add(d, path, data)
	default:
		names, folder, listErr := r.listed(path, err)
		if !folder {
			r.faults = append(r.faults, err)
			return
		}
		if d.part == PartSkill && depth == 1 {
			r.text(path)
		}
		r.entries(d, path, names, listErr, depth+1)
	}
}

// listed reports whether a file could not be read because it is a folder, and
// lists it then.
func (r *reader) listed(path string, err error) (names []string, folder bool, listErr error) {
	if ruleOf(err) != "file/not-regular" {
		return nil, false, nil
	}
	names, listErr = r.root.Names(path, MaxFiles)
	return names, ruleOf(listErr) != "file/not-regular", listErr
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
