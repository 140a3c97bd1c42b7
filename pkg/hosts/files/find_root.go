package files

import (
	"slices"

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
			f.table(v, "projects["+shown(p.key)+"]."+mcpServers, p.key)
			any = true
			if len(v.members) > 0 {
				f.trustsItself(p.value, selfTrust[:]...)
			}
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
