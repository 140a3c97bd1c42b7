package cmd

import (
	"path/filepath"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/mcp"
)

// gatewayName is what usher's gateway is called in another assistant.
const gatewayName = "usher"

const (
	holdsHooks   = "hooks"
	holdsGateway = "gateway"
)

// hostPrograms are what an assistant runs of usher's.
type hostPrograms struct {
	usher, gate string
}

// hostTerms are what usher is written with: the programs, and the folders as they are
// now, so that no environment that a repository gives an assistant moves them (SPEC C3).
type hostTerms struct {
	hostPrograms
	home, state, data string
	interactive       bool
}

// folders are the flags that fix them.
func (t hostTerms) folders() []string {
	return []string{"--home", t.home, "--state", t.state, "--data", t.data}
}

func (t hostTerms) wiring(project string) files.Wiring {
	w := files.Wiring{Gate: t.gate, Usher: t.usher, Places: t.folders()}
	if project != "" {
		w.Places = append(w.Places, "--project", project)
	}
	return w
}

func (t hostTerms) gateway(project string) mcp.Server {
	s := files.Gateway(t.usher, t.wiring(project).Places)
	if t.interactive {
		s.Args = append(append([]string{}, s.Args...), "--interactive")
	}
	return s
}

// hostPresence is how one thing of usher's stands in a file.
type hostPresence struct {
	what   string // hooks, gateway or a server's id
	state  files.Presence
	lacks  []string // of hooks, the assistant's words for events without usher
	byHand []string // events at which a person wrote usher with other flags
	err    error

	interactive bool // of the gateway, how it was connected
}

// hooksPart is a file of hooks.
func (s hostSite) hooksPart(h hostApp, f files.HookFile, t hostTerms) hostPart {
	f.Path = s.hookPath(f)
	w := t.wiring(s.project)
	return hostPart{
		path: f.Path, format: formatOf(f.Path), holds: []string{holdsHooks}, script: f.Executable,
		wire: func(old []byte) ([]byte, []fault.Problem, error) { return f.Wire(old, w) },
		unwire: func(old []byte) ([]byte, bool, error) {
			next, had, err := f.Unwire(old)
			if err != nil || !had {
				return old, false, err
			}
			return next, len(next) == 0 || files.Bare(next), nil
		},
		look: func(data []byte) []hostPresence { return []hostPresence{hooksPresence(f, data, w)} },
	}
}

func hooksPresence(f files.HookFile, data []byte, w files.Wiring) hostPresence {
	p := hostPresence{what: holdsHooks}
	got, err := f.Wired(data, w)
	if err != nil {
		p.err = err
		return p
	}
	p.byHand = got.ByHand
	worst, some := files.Exact, false
	for _, e := range got.Events {
		switch {
		case e.Presence == files.Missing:
			p.lacks = append(p.lacks, e.Word)
			continue
		case e.Presence > worst:
			worst = e.Presence
		}
		some = true
	}
	switch {
	case !some:
		p.state = files.Missing
	case len(p.lacks) > 0 && worst == files.Exact:
		p.state = files.Changed
	default:
		p.state = worst
	}
	return p
}

// gatewayPart is a file of MCP servers.
func (s hostSite) gatewayPart(h hostApp, path string, t hostTerms) hostPart {
	p := s.entryPart(h, path, t.gateway(s.project), gatewayName, holdsGateway)
	other := t
	other.interactive = !t.interactive
	twin := s.entryPart(h, path, other.gateway(s.project), gatewayName, holdsGateway)
	look := p.look
	p.look = func(data []byte) []hostPresence { // as it was connected, with --interactive or without
		is := look(data)
		is[0].interactive = t.interactive
		if also := twin.look(data); also[0].err == nil && also[0].state == files.Exact {
			is[0].state, is[0].err, is[0].interactive = files.Exact, nil, other.interactive
		}
		return is
	}
	return p
}

// entryPart is a file of MCP servers with one of them in it.
func (s hostSite) entryPart(h hostApp, path string, sv mcp.Server, name, what string) hostPart {
	entry, lost := files.Export(h.info, sv, name)
	return hostPart{
		path: path, format: formatOf(path), holds: []string{what},
		wire: func(old []byte) ([]byte, []fault.Problem, error) {
			if entry.Empty() {
				return nil, nil, inexpressible(h, name, lost)
			}
			next, err := h.info.Put(path, old, entry)
			return next, lost, err
		},
		unwire: func(old []byte) ([]byte, bool, error) {
			if is, err := h.info.Look(path, old, entry); err == nil && is == files.Foreign {
				return old, false, nil // somebody else's of that name
			}
			next, had, err := h.info.Take(path, old, name)
			if err != nil || !had {
				return old, false, err
			}
			return next, files.Bare(next), nil
		},
		look: func(data []byte) []hostPresence {
			p := hostPresence{what: what}
			p.state, p.err = h.info.Look(path, data, entry)
			return []hostPresence{p}
		},
	}
}

// inexpressible is a server that the assistant has no words for.
func inexpressible(h hostApp, name string, lost []fault.Problem) error {
	e := fault.New(fault.Refused, h.title()+" cannot be given "+name+" as it is; nothing was written")
	e.Problems = lost
	return e
}

func formatOf(path string) string {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".toml":
		return "TOML"
	case ".yaml", ".yml":
		return "YAML"
	case ".js":
		return "plugin"
	case ".json", ".jsonc":
		return "JSON"
	}
	return "text"
}

// joined is one part for two in the same file.
func (p hostPart) joined(q hostPart) hostPart {
	both := p
	both.holds = append(append([]string{}, p.holds...), q.holds...)
	both.wire = func(old []byte) ([]byte, []fault.Problem, error) {
		next, told, err := p.wire(old)
		if err != nil {
			return nil, nil, err
		}
		next, more, err := q.wire(next)
		return next, append(told, more...), err
	}
	both.unwire = func(old []byte) ([]byte, bool, error) {
		next, _, err := p.unwire(old)
		if err != nil {
			return nil, false, err
		}
		next, _, err = q.unwire(next)
		return next, err == nil && (len(next) == 0 || files.Bare(next)), err
	}
	both.look = func(data []byte) []hostPresence { return append(p.look(data), q.look(data)...) }
	return both
}
