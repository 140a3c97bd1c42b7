package files

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

func remoteWord(v *node) bool {
	s, _ := v.get("type").word()
	return s == "remote" || s == "local"
}

// guess tells the client by the key and the kind of what stands under it, where
// only one writes so.
func (f *finder) guess(m member) {
	list := m.value.is(strictjson.KindArray)
	toml := f.im.report.Format == FormatTOML
	switch {
	case m.key == "servers" && list:
		f.is(Kkss)
	case m.key == "servers":
		f.is(VSCode)
	case m.key == "context_servers":
		f.is(Zed)
	case m.key == "amp.mcpServers":
		f.is(Amp)
	case m.key == "mcp_servers" && toml && list:
		f.is(Vibe)
	case m.key == "mcp_servers" && toml:
		f.is(Codex)
	case m.key == mcpServers && list:
		f.is(Continue)
	}
}

// is takes a client for the file's where none was given.
func (f *finder) is(c Client) {
	if f.im.client == "" {
		f.im.client = c
	}
}

// byFile is the client whose file has this name, where only one's ends so.
func byFile(file string) Client {
	slashed := "/" + strings.TrimLeft(strings.ReplaceAll(file, `\`, "/"), "/")
	var hit Client
	for _, i := range Catalogue() {
		for _, p := range slices.Concat(i.user.all, i.user.linux, i.user.darwin, i.user.windows, i.project.all) {
			if _, rest, ok := strings.Cut(p, "}"); ok {
				p = rest
			}
			if !strings.HasSuffix(slashed, "/"+strings.TrimLeft(p, "/")) {
				continue
			}
			if hit != "" && hit != i.Client {
				return ""
			}
			hit = i.Client
		}
	}
	return hit
}

// inputsOf remembers what VS Code asks a person for.
func (im *importer) inputsOf(v *node) {
	for _, item := range v.get("inputs").orNothing().items {
		id, ok := item.get("id").word()
		if !ok {
			im.note(fault.SeverityWarning, item.orNothing().at, "import/input", "an item of inputs has no id and is ignored", "")
			continue
		}
		if im.inputs == nil {
			im.inputs = map[string]string{}
		}
		im.inputs[id], _ = item.get("description").word()
	}
}

// orNothing makes a nil node one without members.
func (n *node) orNothing() *node {
	if n == nil {
		return &node{}
	}
	return n
}

// looksLikeEntry reports a table that says what a server is.
func looksLikeEntry(v *node) bool {
	return v.is(strictjson.KindObject) && slices.ContainsFunc(v.members, func(m member) bool {
		r := roleOf(m.key)
		return (r == roleCommand || r == roleURL || r == rolePackage) &&
			(m.value.is(strictjson.KindString) || m.value.is(strictjson.KindArray) || m.value.is(strictjson.KindObject))
	})
}
