package cmd

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/places"
	"usher/pkg/strictjson"
)

// hostApp is an assistant that usher can be written into: its row of the catalogue of
// MCP files, its hooks, or both.
type hostApp struct {
	name   string // what the commands call it: the word of --client where it has one
	info   files.Info
	serves bool // it has MCP servers
	hooks  files.HookHost
	guards bool // it has hooks
}

// title is what people call it.
func (h hostApp) title() string {
	if h.serves {
		return h.info.Name
	}
	return h.name
}

// hostApps are all of them, in the order of the catalogue.
func hostApps() []hostApp {
	var out []hostApp
	hooked := files.HookHosts()
	for _, info := range files.Catalogue() {
		h := hostApp{name: string(info.Client), info: info, serves: true}
		if at := slices.IndexFunc(hooked, func(k files.HookHost) bool { return k.Client == info.Client }); at >= 0 {
			h.name, h.hooks, h.guards = hooked[at].Name, hooked[at], true
		}
		out = append(out, h)
	}
	for _, k := range hooked { // the shape that several share is none of them
		if _, ok := files.Find(k.Client); !ok && k.Name != "claude-shape" {
			out = append(out, hostApp{name: k.Name, hooks: k, guards: true})
		}
	}
	return out
}

// findHost is the assistant of that name, or of that id of the catalogue.
func findHost(word string) (hostApp, error) {
	var known []string
	for _, h := range hostApps() {
		if word == h.name || h.serves && word == string(h.info.Client) {
			return h, nil
		}
		known = append(known, h.name)
	}
	message := fmt.Sprintf("no assistant called %q is known", word)
	if near := strictjson.Nearest(word, known); near != "" {
		message += "; the nearest is " + near
	}
	return hostApp{}, fault.New(fault.Usage, message, "all that are known: usher host list")
}

func hostWords() []string {
	var out []string
	for _, h := range hostApps() {
		out = append(out, h.name)
	}
	return out
}

// hostSite is where a scope's files stand.
type hostSite struct {
	*app
	home    string // the person's home folder
	project string // "" for the person's own files
	named   string // a file of hooks that a person named, absolute; "" for the usual ones
}

// serverFile is the file of MCP servers that counts: of several the one that exists,
// else the most usual. "" where there is none in this scope.
func (s hostSite) serverFile(h hostApp) string {
	if !h.serves {
		return ""
	}
	all := h.info.Files(runtime.GOOS, s.home, s.Getenv)
	paths := all.User
	if s.project != "" {
		paths = nil
		for _, p := range all.Project {
			paths = append(paths, filepath.Join(s.project, filepath.FromSlash(p)))
		}
	}
	if at := slices.IndexFunc(paths, exists); at >= 0 {
		return paths[at]
	}
	if len(paths) > 0 {
		return paths[0]
	}
	return ""
}

// hookFiles are the files of hooks that count.
func (s hostSite) hookFiles(h hostApp) []files.HookFile {
	if !h.guards {
		return nil
	}
	if s.named != "" {
		return []files.HookFile{h.hooks.At(runtime.GOOS, s.named)}
	}
	all := h.hooks.Files(runtime.GOOS, s.home, s.Getenv)
	list := all.User
	if s.project != "" {
		list = all.Project
	}
	if all.Each {
		return list
	}
	at := slices.IndexFunc(list, func(f files.HookFile) bool { return exists(s.hookPath(f)) })
	if at < 0 {
		at = slices.IndexFunc(list, func(f files.HookFile) bool { return !f.Existing })
	}
	if at < 0 {
		return nil
	}
	return list[at : at+1]
}

// recalls takes the file of hooks that a person named when it was connected, where the
// assistant has no usual one.
func (s hostSite) recalls(h hostApp, all hostRecords) hostSite {
	if !h.guards || len(s.hookFiles(h)) > 0 {
		return s
	}
	for _, r := range all.Files {
		if r.Client == h.name && r.Project == s.project && slices.Contains(r.Holds, holdsHooks) {
			s.named = r.Path
		}
	}
	return s
}

func (s hostSite) hookPath(f files.HookFile) string {
	if f.Project {
		return filepath.Join(s.project, filepath.FromSlash(f.Path))
	}
	return f.Path
}

// hostHome is the person's home folder, in which assistants keep their files.
func (a *app) hostHome() (string, error) {
	home := places.UserHome(a.Getenv)
	if !filepath.IsAbs(home) {
		return "", fault.New(fault.Refused, "where your home folder is is not known, and assistants keep their files there", "set $HOME")
	}
	return filepath.Clean(home), nil
}
