package trust

import (
	"os"
	"path/filepath"

	"usher/pkg/safefile"
)

// Names of the layers, in order of precedence (SPEC L1, 20).
const (
	Machine = "machine"
	Yours   = "yours"
	Project = "project"
)

// MaxFile is the size limit of one definition file, in bytes (SPEC 18).
const MaxFile = 1 << 20

// Entry is one definition file of a layer: its bytes, read once, or why they
// could not be had. Absent files are neither present nor faulty.
type Entry struct {
	Path    string
	Data    []byte
	Present bool
	Err     error
}

// Layer is the bytes of a layer's definition files at one moment. The parsers
// get these bytes and nobody opens the files again (SPEC T4).
type Layer struct {
	Name  string
	Dir   string
	Files map[string]Entry
	Err   error // the folder itself cannot be used
}

// ReadLayer reads the named files below dir, which must be the person's own or,
// for the machine's layer, the administrator's. A missing dir is an empty layer; a
// dir of the wrong owner or mode is a layer with Err set and no files (SPEC L2, F1).
func ReadLayer(name, dir string, files ...string) Layer {
	who := safefile.Self
	if name == Machine {
		who = safefile.Machine
	}
	l := Layer{Name: name, Dir: dir, Files: make(map[string]Entry, len(files))}
	root, err := safefile.OpenRoot(dir, who)
	if os.IsNotExist(err) {
		return l
	}
	if err != nil {
		l.Err = err
		return l
	}
	defer root.Close()
	for _, f := range files {
		e := Entry{Path: filepath.Join(dir, filepath.FromSlash(f))}
		data, err := root.Read(f, MaxFile)
		switch {
		case err == nil:
			e.Data, e.Present = data, true
		case !os.IsNotExist(err):
			e.Present, e.Err = true, err
		}
		l.Files[f] = e
	}
	l.beside(root)
	return l
}

// beside looks at what stands beside the definitions.
func (l *Layer) beside(root *safefile.Root) {
	for _, f := range Beside() {
		err := error(nil)
		if f != scripts {
			err = root.Strange(f, MaxFiles, MaxFile)
		}
		if err == nil && l.Name == Machine {
			err = root.Kept(f, MaxFiles)
		}
		if err != nil {
			l.Files[f] = Entry{Path: filepath.Join(l.Dir, f), Present: true, Err: err}
		}
	}
}

// scripts is the folder for the scripts of hooks. What stands in one's own is one's
// own business; in the machine's each file must be the administrator's (SPEC L2).
const scripts = "hooks"

// Beside is what else may stand in a layer's folder: the texts, and how usher
// looks. A link or an oversized file among them makes the layer unreadable as much
// as one that a decision rests on (SPEC H13), and so does a file of the machine's that
// is not the administrator's alone (SPEC L2).
func Beside() []string { return []string{"skills", "prompts", "settings.json", scripts} }
