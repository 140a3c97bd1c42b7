package files

import (
	"slices"

	"usher/pkg/sandbox"
	"usher/pkg/strictjson"
)

// readPackage takes over usher's own word for a package installed once.
func (e *entry) readPackage() {
	m, ok := e.one(rolePackage)
	if !ok {
		return
	}
	for _, kind := range [...]string{"npm", "pypi"} {
		if s, ok := m.value.get(kind).word(); ok {
			e.out.Package.Kind, e.out.Package.Spec = kind, s
		}
	}
	e.out.Package.Bin, _ = m.value.get("bin").word()
	if e.out.Package.Kind == "" {
		e.fail(m.at, "import/bad-type", `package must be a table with "npm" or "pypi"`, "")
	}
}

// readSandbox takes over usher's own words for what a server may reach; that a
// file wants no sandbox is for the person to say.
func (e *entry) readSandbox() {
	m, ok := e.one(roleSandbox)
	if !ok {
		return
	}
	ours := m.value.is(strictjson.KindObject)
	for _, x := range m.value.orNothing().members {
		ours = ours && slices.Contains([]string{"enabled", "read", "write", "network"}, x.key)
	}
	if !ours {
		e.warn(m.at, "import/no-place", quoted(m.key)+" is not usher's own and is left out; a server starts in usher's sandbox", "")
		return
	}
	if on := m.value.get("enabled"); on.is(strictjson.KindBool) && !on.truth {
		e.warn(m.at, "import/sandbox", "it asks to run without a sandbox, which is not imported", "if you mean it: usher server edit "+string(e.id)+" --no-sandbox")
	}
	e.out.Reach.Read = e.folders(m.value.get("read"))
	e.out.Reach.Write = e.folders(m.value.get("write"))
	if s, ok := m.value.get("network").word(); ok {
		e.out.Reach.Network = sandbox.Network(s)
	}
}

func (e *entry) folders(n *node) (out []string) {
	if n == nil {
		return nil
	}
	for _, w := range e.texts(member{"sandbox", n.at, n}, nil) {
		out = append(out, w.text)
	}
	return out
}
