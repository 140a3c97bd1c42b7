package trust

import (
	"slices"
	"strings"

	"usher/pkg/digest"
)

// Limits of a project folder (SPEC 18): the bytes and the number of all files
// that belong to its digest, and its skills and prompts counted together.
const (
	MaxTogether = 8 << 20
	MaxFiles    = 2000
	MaxTexts    = 512
)

// State is what a project folder is to the person now (SPEC T1). Nothing of a
// folder is started, run, sent or expanded unless it is Trusted; the zero value
// is not.
type State string

// The states, in the words every format uses (SPEC 20).
const (
	None       State = "none"        // no definition files, and nothing was decided
	NotTrusted State = "not trusted" // definition files that nobody decided about
	Trusted    State = "trusted"     // exactly what was decided about
	Changed    State = "changed"     // something else than what was decided about
	Unreadable State = "unreadable"  // see Folder.Err
)

// Part says what a file is to usher.
type Part string

const (
	PartServers      Part = "servers"
	PartHooks        Part = "hooks"
	PartInstructions Part = "instructions"
	PartSkill        Part = "skill"  // anything below a skills folder, SKILL.md or not
	PartPrompt       Part = "prompt" // anything below a prompts or commands folder
	PartNamed        Part = "named"  // no definition: one names it as command or argument (SPEC T5)
)

// Change is a file beside its trusted copy (SPEC 20). The zero value says that
// nobody compared.
type Change string

const (
	FileSame    Change = "same"
	FileNew     Change = "new"
	FileChanged Change = "changed"
	FileGone    Change = "gone"
)

// File is one file of a folder with the bytes that were hashed: those are
// parsed and used, and nobody opens the file again (SPEC T4).
type File struct {
	Path       string // relative to the folder, slash separated
	Data       []byte
	Digest     digest.Digest // of Data, domain usher/file/1
	Definition bool          // false for PartNamed alone
	Part       Part
	Layout     string // of a definition: the name of its layout
	Change     Change // set by CompareFolders
}

// Uncovered is something a definition names that is not part of the digest's
// bytes, and so can change without asking anybody (SPEC T5). Path is relative to
// the folder, or as written where it lies outside.
type Uncovered struct{ Path, Why string }

// Folder is a project folder at one moment: every definition file of every
// layout, and the files those name, each read once.
type Folder struct {
	Path        string        // the real path
	Files       []File        // sorted by Path
	Digest      digest.Digest // of names and bytes of all Files, of Absent, and of the names in Uncovered
	Definitions digest.Digest // the same of the definitions alone (trust grant --definitions-only)
	Absent      []string      // definition names of the layouts with no file, sorted
	Uncovered   []Uncovered   // sorted
	Err         error         // why it is unreadable: a *fault.Error with every file and the remedy; Files is empty then
}

// File gives one file by its path.
func (f Folder) File(path string) (File, bool) {
	i, ok := slices.BinarySearchFunc(f.Files, path, func(a File, p string) int { return strings.Compare(a.Path, p) })
	if !ok {
		return File{}, false
	}
	return f.Files[i], true
}

// Defined reports whether there is any definition file.
func (f Folder) Defined() bool {
	return slices.ContainsFunc(f.Files, func(a File) bool { return a.Definition })
}

// InOrder gives the definition files in the order of SPEC L6: by layout, then by path. Of two that define
// one name the first wins.
func (f Folder) InOrder() []File {
	var out []File
	for _, l := range layouts {
		for _, a := range f.Files {
			if a.Definition && a.Layout == l.Name {
				out = append(out, a)
			}
		}
	}
	return out
}

// Layouts are the names of the layouts that have a file, in SPEC L6's order.
func (f Folder) Layouts() []string {
	var out []string
	for _, l := range layouts {
		if slices.ContainsFunc(f.Files, func(a File) bool { return a.Layout == l.Name }) {
			out = append(out, l.Name)
		}
	}
	return out
}

// OnlyDefinitions is the folder as --definitions-only looks at it: the files
// that definitions name stand in Uncovered, and Digest is that of the
// definitions.
func (f Folder) OnlyDefinitions() Folder {
	out := Folder{Path: f.Path, Digest: f.Definitions, Definitions: f.Definitions, Absent: f.Absent, Err: f.Err}
	out.Uncovered = slices.Clone(f.Uncovered)
	for _, a := range f.Files {
		if a.Definition {
			out.Files = append(out.Files, a)
		} else {
			out.Uncovered = append(out.Uncovered, Uncovered{Path: a.Path, Why: "is left out: only the definitions count"})
		}
	}
	slices.SortFunc(out.Uncovered, byPath)
	return out
}

func byPath(a, b Uncovered) int { return strings.Compare(a.Path, b.Path) }
