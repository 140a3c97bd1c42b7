package trust

import (
	"io/fs"
	"slices"
	"strings"

	"usher/pkg/digest"
)

// Domains of the digests of a folder and of one of its files (SPEC 20).
const (
	folderDomain = "usher/folder/1"
	fileDomain   = "usher/file/1"
)

// What a folder's digest covers: everything, or its definitions alone.
const (
	coversAll         = "all"
	coversDefinitions = "definitions"
)

// newFile is a file with the digest of its bytes.
func newFile(path string, data []byte) File {
	return File{Path: path, Data: data, Digest: digest.Of(fileDomain, data)}
}

// seal sorts a folder's parts and takes its two digests.
func (f *Folder) seal() {
	slices.SortFunc(f.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(f.Absent)
	slices.SortFunc(f.Uncovered, byPath)
	f.Digest, f.Definitions = f.sum(coversAll), f.sum(coversDefinitions)
}

// sum is the digest of names and bytes, absent names included (SPEC T2, Q3).
// Each file counts by its name and the digest of its bytes, in the order of the
// names. A name inside the folder that is Uncovered counts too: where one turns
// up, there is something new that can change without asking. One outside does
// not: it follows from the definitions and from where the folder lies, and the
// same content has the same digest everywhere (SPEC T6).
func (f *Folder) sum(covers string) digest.Digest {
	b := digest.New(folderDomain).Text("covers", covers)
	absent := f.Absent
	for _, a := range f.Files {
		if covers == coversDefinitions && !a.Definition {
			continue
		}
		for len(absent) > 0 && absent[0] < a.Path {
			b.Absent(absent[0])
			absent = absent[1:]
		}
		b.Text(a.Path, string(a.Digest))
	}
	for _, name := range absent {
		b.Absent(name)
	}
	if covers == coversAll {
		var names []string
		for _, u := range f.Uncovered {
			if fs.ValidPath(u.Path) {
				names = append(names, u.Path)
			}
		}
		b.List("uncovered", names)
	}
	return b.Sum()
}
