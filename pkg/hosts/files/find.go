package files

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// candidate is an entry that was found, not looked into yet.
type candidate struct {
	name  string
	named bool
	at    strictjson.Place // of its name, or of the entry
	value *node
	where string // mcpServers["lab"], servers[2]
	group int    // the list or table it stands in
	scope string // the project folder, in Claude Code's own file
}

// rootKeys are the keys over servers.
var rootKeys = [...]string{mcpServers, "servers", "context_servers", "mcp", "mcp_servers", "extensions", "amp.mcpServers", "mcp.servers"}

// find lists the entries of a document of any known shape.
func (im *importer) find(root *node) []candidate {
	f := &finder{im: im}
	switch {
	case root.is(strictjson.KindArray):
		f.list(root, "")
	case !root.is(strictjson.KindObject):
		im.problem(root.at, "import/unknown-format", im.subject()+" is "+root.what()+", not an object", understood)
	default:
		f.object(root)
	}
	if len(f.found) == 0 && !im.report.Unusable && !f.told {
		im.unknown(root)
	}
	return f.found
}

// unknown is the one message for a document nothing is recognised in.
func (im *importer) unknown(root *node) {
	im.report.Unusable = true
	if slices.ContainsFunc(im.report.Problems, func(p fault.Problem) bool { return p.Severity == fault.SeverityError }) {
		return
	}
	var keys []string
	for _, m := range root.members {
		if len(keys) == 5 {
			keys = append(keys, "…")
			break
		}
		keys = append(keys, quoted(m.key))
	}
	message := im.subject() + " holds no servers"
	if len(keys) > 0 {
		message += "; its top keys are " + strings.Join(keys, ", ")
	}
	im.problem(root.at, "import/no-servers", message, understood)
}

type finder struct {
	im     *importer
	found  []candidate
	groups int
	told   bool // a root is there and holds nothing, which is no fault
}

// object looks under every root a document has.
func (f *finder) object(root *node) {
	f.im.inputsOf(root)
	var roots []string
	for _, m := range root.members {
		if f.root(m) {
			roots = append(roots, quoted(m.key))
		}
	}
	f.lookAlikes(root)
	if len(roots) > 1 && f.im.client != ClaudeCode {
		f.im.note(fault.SeverityNote, root.at, "import/shapes", "servers stand under "+strings.Join(roots, " and ")+"; all are listed", "")
	}
	switch {
	case len(roots) > 0:
		f.trustsItself(root, selfTrust[:]...)
		if !slices.Contains(roots, quoted("mcp")) { // no table of servers, but Gemini's
			f.trustsItself(root.get("mcp"), "allowed", "excluded")
		}
	case looksLikeEntry(root):
		f.found = append(f.found, single(root))
	case slices.ContainsFunc(root.members, func(m member) bool { return looksLikeEntry(m.value) }):
		f.table(root, "", "")
	}
}

// single is an entry without a name, or one with id or name in it.
func single(v *node) candidate {
	name, named := ownName(v)
	return candidate{name: name, named: named, at: v.at, value: v, where: "the entry"}
}

func ownName(v *node) (string, bool) {
	for _, key := range [...]string{"id", "name"} {
		if s, ok := v.get(key).word(); ok {
			return s, true
		}
	}
	return "", false
}
