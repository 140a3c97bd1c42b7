package sandbox

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// TierSeatbelt is macOS's own sandbox: one profile, kept by its kernel. It has no
// namespaces, so what a server starts is ended by its process group and a walk
// over its children, and the names of other files can be guessed at but not read.
const TierSeatbelt Tier = "sandbox-exec"

// SandboxExec is the one program that starts a profile: it is never looked for.
const SandboxExec = "/usr/bin/sandbox-exec"

// Param is a path that a profile names: sandbox-exec's -D NAME=path.
type Param struct{ Name, Path string }

// Profile is p as a profile for sandbox-exec, and the paths that it names (SPEC
// B1, B2, B5). No path is ever part of the text: a folder may have any name. All
// that nothing allows is denied, and where two rules speak of one path the later
// one holds, so deeper paths come later.
//
// The text is held by goldens only. It was never run where usher is built: there
// is no macOS there.
func Profile(p Plan) (text string, params []Param) {
	w := profile{names: map[string]string{}}
	w.line(macosBase)
	w.places(p)
	w.protect(p)
	w.network(p)
	return w.text.String(), w.params
}

// SeatbeltArgs is what sandbox-exec is started with for the plan: the profile, the
// paths, and the server's own words after --.
func SeatbeltArgs(p Plan) []string {
	text, params := Profile(p)
	args := []string{"-p", text}
	for _, m := range params {
		args = append(args, "-D", m.Name+"="+m.Path)
	}
	return append(append(args, "--", p.Program), p.Args...)
}

// SeatbeltEnv is the plan's environment with TMPDIR in the server's own folder:
// there is no /tmp of its own on macOS.
func SeatbeltEnv(p Plan) []string {
	env := slices.DeleteFunc(slices.Clone(p.Env), func(e string) bool { return strings.HasPrefix(e, "TMPDIR=") })
	return append(env, "TMPDIR="+p.Data)
}

// profile collects the lines of a profile and the names of its paths.
type profile struct {
	text   strings.Builder
	params []Param
	names  map[string]string // by path
}

func (w *profile) line(s string) { w.text.WriteString(s + "\n") }

// param is (param "P7") for a path: the same name for the same path.
func (w *profile) param(dir string) string {
	dir = canonical(dir)
	name, known := w.names[dir]
	if !known {
		name = "P" + strconv.Itoa(len(w.params)+1)
		w.names[dir] = name
		w.params = append(w.params, Param{Name: name, Path: dir})
	}
	return `(param "` + name + `")`
}

// canonical is a path as macOS's kernel names it: three folders of the root are
// links into /private there.
func canonical(dir string) string {
	dir = path.Clean(dir)
	for _, link := range [...]string{"/tmp", "/var", "/etc"} {
		if dir == link || strings.HasPrefix(dir, link+"/") {
			return "/private" + dir
		}
	}
	return dir
}

// network writes what may be connected to (SPEC B5). It is never "local ip" for
// what goes out: that lets everything out.
func (w *profile) network(p Plan) {
	switch p.Network {
	case NetworkOn:
		w.line(macosNetworkOn)
	case NetworkLocalhost:
		w.line(macosLocalhost)
	case NetworkOff:
	}
	// Sockets with a path: the server's own ones only.
	w.line("(allow network-bind network-inbound network-outbound (subpath " + w.param(p.Data) + "))")
}
