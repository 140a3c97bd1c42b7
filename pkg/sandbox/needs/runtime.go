package needs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// shims are folders of small programs that look for the real ones below the folder
// above them, and the variable by which they find it.
var shims = [...]struct{ root, dir, variable string }{
	{".pyenv", "shims", "PYENV_ROOT"}, {".rbenv", "shims", "RBENV_ROOT"}, {".nodenv", "shims", "NODENV_ROOT"},
	{".asdf", "shims", "ASDF_DATA_DIR"}, {"mise", "shims", "MISE_DATA_DIR"}, {".volta", "bin", "VOLTA_HOME"},
}

// stores are shown whole, or by the folders in them: they hold nothing of a person's.
var stores = [...]struct {
	dir    string
	folder bool // the one folder below it that the program is in
}{
	{"/nix/store", false}, {"/gnu/store", false}, {"/home/linuxbrew/.linuxbrew", false}, {"/opt/homebrew", false}, {"/opt", true},
}

// runtime is the folder that a program brings because it lives in it, "" for none,
// and a variable that the program finds it by.
func (w World) runtime(path string) (dir, variable string) {
	for _, s := range stores {
		if !inside(s.dir, path) || path == s.dir {
			continue
		}
		if !s.folder {
			return s.dir, ""
		}
		name, _, below := strings.Cut(strings.TrimPrefix(path, s.dir+"/"), "/")
		if below {
			return w.bindable(filepath.Join(s.dir, name)), ""
		}
	}
	for _, s := range shims {
		if root, _, ok := strings.Cut(path, "/"+s.root+"/"+s.dir+"/"); ok {
			root = filepath.Join(root, s.root)
			return w.bindable(root), s.variable + "=" + root
		}
	}
	if dir := modules(path); dir != "" {
		return w.bindable(dir), ""
	}
	switch folder := filepath.Dir(path); {
	case filepath.Base(folder) == "bin" || filepath.Base(folder) == "sbin":
		if prefix := filepath.Dir(folder); isPrefix(prefix) {
			return w.bindable(prefix), ""
		}
	case there(filepath.Join(folder, "shared", "Microsoft.NETCore.App")):
		return w.bindable(folder), ""
	}
	return "", ""
}

// modules is the outermost node_modules that a path goes through, "" for none.
func modules(path string) string {
	const name = "/node_modules/"
	if at := strings.Index(path, name); at >= 0 {
		return path[:at+len(name)-1]
	}
	return ""
}

// isPrefix reports a folder in which a language lives: beside its bin is what its
// programs read when they start.
func isPrefix(dir string) bool {
	for _, mark := range [...]string{"pyvenv.cfg", "conda-meta", "lib/node_modules", "include/node", "lib/ruby", "lib/perl5", "lib/modules"} {
		if there(filepath.Join(dir, filepath.FromSlash(mark))) {
			return true
		}
	}
	for _, pattern := range [...]string{"lib/python[23]*", "lib/pypy*"} {
		if found, _ := filepath.Glob(filepath.Join(globQuote(dir), pattern)); len(found) > 0 {
			return true
		}
	}
	return false
}

// globQuote takes the meaning out of what a pattern would read in a folder's name.
func globQuote(dir string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// bindable is a runtime folder, "" where it holds more than a runtime: what a
// person keeps is granted by them, and never found (SPEC B2).
func (w World) bindable(dir string) string {
	if why, _ := w.ungrantable(dir); why != "" {
		return ""
	}
	for _, home := range w.homes() {
		for _, whole := range [...]string{".local", ".config", ".cache", ".local/share", ".local/lib", "Library", "Documents", "Desktop", "Downloads"} {
			if dir == filepath.Join(home, whole) {
				return ""
			}
		}
	}
	return dir
}

// base is the folder of the Python that a virtual environment was made from.
func base(prefix string) string {
	data, err := readHead(filepath.Join(prefix, "pyvenv.cfg"))
	if err != nil {
		return ""
	}
	for _, line := range strings.Split(data, "\n") {
		if key, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "home" {
			return filepath.Clean(strings.TrimSpace(value))
		}
	}
	return ""
}

// readHead is the begin of a regular file.
func readHead(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", os.ErrInvalid
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, 4096)
	n, err := f.Read(head)
	if n == 0 && err != nil {
		return "", err
	}
	return string(head[:n]), nil
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func add(list *[]string, item string) {
	if item != "" && !slices.Contains(*list, item) {
		*list = append(*list, item)
	}
}
