package files

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// Switch is a setting of an assistant that keeps usher out although it is wired
// (SPEC G10).
type Switch struct {
	File    string
	Line    int    // 0 where it is something that is missing
	Setting string // hooksConfig.disabled
	Gateway bool   // the gateway is left out; else hooks are turned off
	Says    string // of hooks, what is the matter where it is not a setting alone
}

// SettingsFile is a file in which an assistant may have such a setting.
type SettingsFile struct {
	Path   string // absolute
	Folder bool   // it is a folder, and each *.json in it is one
	Most   int    // bytes that are read

	rules   []switchRule
	folders []string
}

// Settings are the files of an assistant that may turn its hooks or usher's gateway
// off: the person's, the administrator's, and those of folders in which it may be
// started, absolute. An assistant may let one of them be overruled by another; that is
// not looked at, so each that turns something off counts.
func (h HookHost) Settings(goos, home string, getenv func(string) string, folders []string) []SettingsFile {
	w := world{goos: goos, home: home, getenv: getenv}
	var out []SettingsFile
	add := func(path string, p switchPlace) {
		out = append(out, SettingsFile{Path: path, Folder: p.folder, Most: switchBytes, rules: p.rules, folders: folders})
	}
	for _, p := range switchPlaces(h) {
		if !p.project {
			for _, path := range w.list(p.at) {
				add(path, p)
			}
			continue
		}
		for _, dir := range folders {
			for _, path := range p.at.all {
				add(strings.TrimRight(dir, `/\`)+w.slashed("/"+path), p)
			}
		}
	}
	return out
}

const switchBytes = 16 << 20 // Claude Code's own file is the largest

// In is one file of a folder.
func (f SettingsFile) In(name string) SettingsFile {
	f.Path, f.Folder = name, false
	return f
}

// Off are the switches of a file.
func (f SettingsFile) Off(data []byte) ([]Switch, error) {
	root, err := f.open(data)
	if err != nil {
		return nil, err
	}
	var out []Switch
	for _, r := range f.rules {
		for _, key := range r.keys(f.folders) {
			m, ok := deep(root, key)
			if ok && r.off(m.value) {
				out = append(out, Switch{File: f.Path, Line: m.at.Line, Setting: strings.Join(key, "."), Gateway: r.gateway})
			}
		}
	}
	return out, nil
}

func (f SettingsFile) open(data []byte) (*node, error) {
	if len(trimmed(data)) == 0 {
		return nil, nil
	}
	d := document{data: data, file: f.Path, limit: f.Most}
	root, problems := d.read(d.format(""))
	switch {
	case root != nil, len(problems) == 1 && problems[0].Rule == "import/empty":
		return root, nil
	case len(problems) == 0:
		return nil, fault.New(fault.Failed, "it is not understood")
	}
	return nil, &fault.Error{Message: problems[0].Message, Problems: problems}
}

// deep is a member below others.
func deep(root *node, key []string) (member, bool) {
	at := root
	for i, name := range key {
		found := false
		for _, m := range at.orNothing().members {
			if m.key != name {
				continue
			}
			if i == len(key)-1 {
				return m, m.value != nil
			}
			at, found = m.value, true
			break
		}
		if !found {
			return member{}, false
		}
	}
	return member{}, false
}

// switchRule is a setting and what of it turns something off.
type switchRule struct {
	key     []string
	gateway bool
	off     func(*node) bool
}

// inFolder is a key that is the folder in which the assistant is started.
const inFolder = "{folder}"

func (r switchRule) keys(folders []string) [][]string {
	for i, word := range r.key {
		if word != inFolder {
			continue
		}
		var out [][]string
		for _, dir := range folders {
			key := append(append([]string{}, r.key[:i]...), dir)
			out = append(out, append(key, r.key[i+1:]...))
		}
		return out
	}
	return [][]string{r.key}
}

func isBool(n *node, want bool) bool { return n.is(strictjson.KindBool) && n.truth == want }
