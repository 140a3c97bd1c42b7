package files

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// root reads one top key if servers stand under it. Several may: what a file
// holds twice is listed twice, not one at random.
func (f *finder) root(m member) bool {
	switch m.key {
	case mcpServers, "servers", "context_servers", "mcp_servers", "amp.mcpServers", "mcp.servers":
		f.guess(m)
		return f.container(m, m.key)
	case "extensions":
		if !m.value.is(strictjson.KindObject) || !slices.ContainsFunc(m.value.members, func(x member) bool { return looksLikeEntry(x.value) || x.value.get("type") != nil }) {
			return false // many programs have extensions of another kind
		}
		f.is(Goose)
		return f.container(m, m.key)
	case "mcp":
		return f.mcp(m)
	case "amp":
		return f.nested(m, mcpServers)
	case "projects":
		return f.projects(m)
	}
	return false
}

// mcp is opencode's and Crush's table, or holds servers one level below.
func (f *finder) mcp(m member) bool {
	if f.nested(m, "servers", mcpServers) {
		f.im.inputsOf(m.value)
		return true
	}
	if !slices.ContainsFunc(m.value.orNothing().members, func(x member) bool { return looksLikeEntry(x.value) || x.value.get("enabled") != nil }) {
		return false // Gemini's "mcp" says which servers are allowed, for one
	}
	if slices.ContainsFunc(m.value.members, func(x member) bool { return x.value.get("command").is(strictjson.KindArray) || remoteWord(x.value) }) {
		f.is(OpenCode)
	}
	return f.container(m, m.key)
}

func remoteWord(v *node) bool {
	s, _ := v.get("type").word()
	return s == "remote" || s == "local"
}

// nested reads servers one level below a key.
func (f *finder) nested(m member, keys ...string) (any bool) {
	for _, key := range keys {
		if v := m.value.get(key); v != nil {
			any = f.container(member{key, m.at, v}, m.key+"."+key) || any
		}
	}
	return any
}

// projects are the servers Claude Code keeps for one folder each.
func (f *finder) projects(m member) (any bool) {
	for _, p := range m.value.orNothing().members {
		if v := p.value.get(mcpServers); v.is(strictjson.KindObject) {
			f.is(ClaudeCode)
			f.table(v, "projects["+quoted(p.key)+"]."+mcpServers, p.key)
			any = true
		}
	}
	return any
}

// container is a table or a list of entries.
func (f *finder) container(m member, root string) bool {
	switch {
	case m.value.is(strictjson.KindObject):
		f.table(m.value, root, "")
	case m.value.is(strictjson.KindArray):
		f.list(m.value, root)
	default:
		f.told = true
		f.im.problem(m.at, "import/bad-type", quoted(root)+" must be a table or a list of servers, got "+m.value.what(), "")
	}
	return true
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
		switch roleOf(m.key) {
		case roleCommand, roleURL, rolePackage:
			return m.value.is(strictjson.KindString) || m.value.is(strictjson.KindArray) || m.value.is(strictjson.KindObject)
		}
		return false
	})
}
