package files

import "slices"

// HookHost is an assistant that runs commands at fixed points of its loop.
type HookHost struct {
	Name   string // what --client calls it
	Client Client // its row of the catalogue, "" where it has none
	Events []HookEvent
	Notes  []string // what a person has to know or do there
	Silent bool     // it skips, without a word, a hook that nobody trusted there

	style         hookStyle
	user, project []hookPlace
}

// HookEvent is one point of its loop and what usher does there. One word may stand
// twice: Stop is usher's Stop and its TurnEnd.
type HookEvent struct {
	Word  string // the assistant's: BeforeTool
	Fires string // usher's: PreToolUse

	matcher string // the pattern that means every tool; "" for none
	closed  bool   // a failure of the command has to refuse
	loose   bool   // the handler stands in the event's list itself, though others do not
}

// HookFile is one file that an assistant reads hooks from.
type HookFile struct {
	Host       HookHost
	Path       string // absolute; of a project relative to it, with slashes
	Project    bool
	Own        bool // holds nothing but usher's: to be removed where Unwire leaves nothing
	Executable bool // is run itself
	Existing   bool // is used only where it exists already

	goos  string
	event string // the only one it is for
}

// HookFiles are the files of the person's own settings and those of a project. Of
// several, the first that exists is meant, else the first that is not Existing; all
// of them where each is for an event of its own (Each).
type HookFiles struct {
	User, Project []HookFile
	Each          bool
}

// hookPlace is where a file stands, see places.
type hookPlace struct {
	path          string
	own, existing bool
	top           bool // the events stand at its top
	event         string
}

// hookStyle is how an assistant writes a hook.
type hookStyle struct {
	root    []string // the keys over the events
	flat    bool     // handlers stand in the event's list, not in groups of it
	version bool     // "version": 1 at the top
	enabled bool     // "enabled": true beside the events
	typed   bool     // "type": "command"
	named   bool     // "name": "usher"
	keys    []string // the key of the command line: one, or Unix' and Windows'
	shell   shell    // what reads it on Windows
	timeout string   // the key of the time-out
	unit    int      // how many of it are a second
	seconds int      // above usher's own deadline; 0 leaves the assistant's
	closed  *member  // what makes it refuse where the command fails
	script  bool     // the file is a script
	plugin  bool     // the file is a plugin of the assistant's
	expands bool     // $NAME is its variable wherever it stands in the file, quotes or not
}

// program reports a file that is usher's alone, and no list of hooks.
func (s hookStyle) program() bool { return s.script || s.plugin }

// FindHooks is the assistant that --client, or the catalogue, calls so.
func FindHooks(name string) (HookHost, bool) {
	all := HookHosts()
	at := slices.IndexFunc(all, func(h HookHost) bool { return h.Name == name || h.Client != "" && string(h.Client) == name })
	if at < 0 {
		return HookHost{}, false
	}
	return all[at], true
}

// WithoutHooks says why an assistant of the catalogue has none that usher can be
// put into, "" where it has.
func WithoutHooks(c Client) string {
	info, known := Find(c)
	_, hooked := FindHooks(string(c))
	switch {
	case !known || hooked:
		return ""
	case c == Amp:
		return info.Name + " has no hooks that run a command, only plugins that are part of it: what does not come through usher's gateway is not guarded"
	case c == Zed || c == Roo || c == Continue:
		return info.Name + " has no hooks that run a command: what does not come through usher's gateway is not guarded"
	}
	return "no hooks of " + info.Name + " are known: what does not come through usher's gateway is not guarded"
}

// Files says where its hooks stand, see Info.Files.
func (h HookHost) Files(goos, home string, getenv func(string) string) HookFiles {
	w := world{goos: goos, home: home, getenv: getenv}
	out := HookFiles{Each: h.style.script}
	if h.style.script && goos == "windows" { // it runs none there
		return out
	}
	for _, p := range h.user {
		out.User = append(out.User, h.file(goos, w.fill(p.path), p))
	}
	for _, p := range h.project {
		f := h.file(goos, p.path, p)
		f.Project = true
		out.Project = append(out.Project, f)
	}
	return out
}

// At is a file that a person names, such as an agent's of Kiro.
func (h HookHost) At(goos, path string) HookFile {
	return h.file(goos, path, hookPlace{})
}

func (h HookHost) file(goos, path string, p hookPlace) HookFile {
	if p.top {
		h.style.root = nil
	}
	return HookFile{Host: h, Path: path, Own: p.own || h.style.program(), Executable: h.style.script, Existing: p.existing, goos: goos, event: p.event}
}

// events are those the file is for.
func (f HookFile) events() []HookEvent {
	if f.event == "" {
		return f.Host.Events
	}
	return slices.DeleteFunc(slices.Clone(f.Host.Events), func(e HookEvent) bool { return e.Word != f.event })
}
