package mcp

import (
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/redact"
	"usher/pkg/sandbox"
)

// Here is what a launch's reach is measured by: where the server would start, and
// how one learns where a path really leads. No function may be nil.
type Here struct {
	Program, Real string // as found, and the file it really is
	WorkDir       string
	Folder        string // a project server's folder, else ""
	Workspace     string // the trusted project folder, else ""

	Getenv   func(string) string
	RealDir  func(dir string) (real, why string)
	RealFile func(path string) (real string, ok bool) // of an existing regular file
}

// Leads are lines for Launch.Through: the granted folders, the files that the command
// line names and the program's own folder, as they are written and as they really
// are, where the two differ; and each folder that a variable names. What is as it is
// written gives no line, so that a plain server's digest rests on its definition
// alone. A link or a variable that leads elsewhere later is another launch (SPEC A1).
func (s Server) Leads(h Here) []string {
	var out []string
	var writable []string
	for i, dir := range slices.Concat(s.Reach.Read, s.Reach.Write) {
		written, ok := h.folder(dir)
		if !ok {
			continue
		}
		real, why := h.RealDir(written)
		if why != "" {
			continue
		}
		if i >= len(s.Reach.Read) {
			writable = append(writable, real)
		}
		if real != filepath.Clean(written) || Varies(dir) {
			out = append(out, "through="+filepath.Clean(dir)+"\x00"+real) // no path holds a NUL
		}
	}
	if !s.Reach.Off && s.Reach.Engine == "" { // without a sandbox nothing is shown or hidden
		out = append(append(out, h.beside()...), h.named(s.Args, writable)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Varies reports a text that depends on usher's environment or on a secret.
func Varies(text string) bool {
	return strings.Contains(text, "${env:") || strings.Contains(text, "${secret:")
}

// folder is a granted folder's path here; false where it has none.
func (h Here) folder(dir string) (string, bool) {
	one := Server{Reach: sandbox.Reach{Read: []string{dir}}}
	x, err := Expand(one, func(kind, name string) (redact.Value, bool) {
		value := ""
		switch kind {
		case LookEnv:
			value = h.Getenv(name)
		case LookWorkspace:
			value = h.Workspace
		}
		return redact.New(value), value != ""
	})
	if err != nil {
		return "", false
	}
	return x.Read[0], true
}

// beside is the folder that the program was found in, where a link leads to it: a
// program brings what lives around it.
func (h Here) beside() []string {
	dir := filepath.Dir(h.Program)
	if h.Program == h.Real || !filepath.IsAbs(dir) {
		return nil
	}
	real, why := h.RealDir(dir)
	if why != "" || real == dir || sandbox.System(real) {
		return nil
	}
	return []string{"beside=" + dir + "\x00" + real}
}

// named are the files that arguments name by a link. One that the server may change
// is seen as it is, and is nothing that the command line shows.
func (h Here) named(args, writable []string) []string {
	var out []string
	for _, arg := range args {
		for _, path := range NamedPaths(arg, h.Workspace, h.WorkDir) {
			real, ok := h.RealFile(path)
			switch {
			case !ok, real == filepath.Clean(path), sandbox.System(real), h.Folder != "" && !sandbox.Inside(h.Folder, real):
			case slices.ContainsFunc(writable, func(dir string) bool { return sandbox.Inside(dir, real) }):
			default:
				out = append(out, "named="+filepath.Clean(path)+"\x00"+real)
			}
		}
	}
	return out
}

// NamedPaths are the absolute paths that an argument may name a file by, as the
// definition writes it: the whole of it, and what stands behind its first =. Of one
// that a variable or a secret is part of there are none: only what a person reads on
// the card shows a file (SPEC B1). A path is not cleaned: .. behind a link is not
// what the text says.
func NamedPaths(arg, workspace, dir string) []string {
	if Varies(arg) || strings.ContainsRune(arg, 0) {
		return nil
	}
	if strings.Contains(arg, "${workspace}") {
		if workspace == "" {
			return nil
		}
		arg = strings.ReplaceAll(arg, "${workspace}", workspace)
	}
	texts := []string{arg}
	if _, value, ok := strings.Cut(arg, "="); ok {
		texts = append(texts, value)
	}
	var out []string
	for _, text := range texts {
		switch {
		case text == "":
		case filepath.IsAbs(text):
			out = append(out, text)
		case dir != "":
			out = append(out, dir+string(filepath.Separator)+text)
		}
	}
	return out
}

// EngineWord is what the command line names its container engine by (SPEC B3).
func (s Server) EngineWord() string { return sandbox.EngineWord(s.Command, s.Args) }
