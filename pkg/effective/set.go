package effective

import (
	"sync"

	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// File names of a layer's definitions (SPEC L3).
const (
	ServersFile      = "mcp.json"
	HooksFile        = "hooks.json"
	PolicyFile       = "policy.json"
	InstructionsFile = "instructions.md"
)

// Files are the definition files a layer is read for.
func Files() []string { return []string{PolicyFile, ServersFile, HooksFile, InstructionsFile} }

// Program is where a command was found: the path that would be started, and the
// file it really is after links. Why says why there is none. Self says that it is
// usher, or a program beside it that does usher's work (SPEC Q4).
type Program struct {
	Path, Real, Why string
	Self            bool
}

// Resolve finds a server's command from its working directory (SPEC S4). dir is
// absolute; outside is the project folder, in which no bare name is looked for,
// "" for none.
type Resolve func(command, dir, outside string) Program

// RealDir gives a directory's real path, or why it cannot be used.
type RealDir func(dir string) (real, why string)

// Look is what the reach of a server depends on beyond folders (SPEC A1). Without a
// function nothing is found.
type Look struct {
	File   func(path string) (real string, ok bool) // the real path of an existing regular file
	Getenv func(name string) string
}

// Input is everything a Set is made from.
type Input struct {
	Layers  []trust.Layer // machine, then yours
	Project Project       // the zero value: no project folder
	Policy  policy.Policy
	// AllowEnv are the code-loading names that servers of one's own may set, each as
	// ID/NAME (SPEC S5).
	AllowEnv []string
	Home     string // the assistant folder: working directory of machine and own servers
	Resolve  Resolve
	RealDir  RealDir
	Look     Look
}

// Project is the project folder and what it is to the person now. Unless it is
// trusted its servers are only named, and nothing else of it is taken (SPEC T1).
type Project struct {
	Folder trust.Folder
	State  trust.State
	// Pin is where the machine's policy trusts exactly this content (trust.digests); ""
	// where a person's own decision does, or nobody's.
	Pin string
	// Off: policy projects.enabled is false, so nothing of the folder was read. Path is all
	// there is of it.
	Off bool
	// NotAccepted are its hooks files, by their path in the folder, that wait until
	// a person accepts them (policy trust.hooks): nothing of them runs.
	NotAccepted []string
}

// Fault is something that refuses every call until it is mended: a file or a
// folder that cannot be used as a whole (SPEC H13, G1).
type Fault struct {
	Layer, Path string
	Says, Hint  string
	File        string // path:line:column where known
}

// Set is what holds now.
type Set struct {
	Servers  []Server        // by precedence, shadowed ones included
	Dropped  []mcp.Dropped   // server entries that do not load
	Hooks    []hooks.Hook    // in the order they run, parked ones included
	Guards   []hooks.Dropped // dropped entries that refuse what they could have matched (SPEC H13)
	Lost     []hooks.Dropped // every dropped hook entry, of whatever event; none of a file that is unusable as a whole
	Waiting  []Waiting       // hooks files of a trusted folder that nobody accepted
	HooksOff bool            // policy hooks.enabled is false: own hooks do not run, the machine's do
	Faults   []Fault
	Problems []fault.Problem

	home    string
	project Project
	resolve Resolve
	realDir RealDir
	look    Look
	policy  policy.Policy

	looking  sync.Mutex
	launches []launched
}

// Server is a defined server as it stands: shadowed by another of its name or
// not, in a folder that is not trusted or not.
type Server struct {
	mcp.Server
	ShadowedBy string // layer of the server that has the name, or ""
	Untrusted  bool   // a project's, whose folder is not trusted now: it never starts (SPEC A2)
}

// Launch is a server with what it would start. Key.Digest is empty and Why set
// where nothing could be started.
type Launch struct {
	Key     trust.Key
	Program Program
	WorkDir string
	Why     string
}

// Find gives the server that has the id, by precedence (SPEC L7).
func (s *Set) Find(id names.ServerID) (Server, bool) {
	for _, sv := range s.Servers {
		if sv.ID == id && sv.ShadowedBy == "" {
			return sv, true
		}
	}
	return Server{}, false
}

// DroppedID gives the dropped entry with that readable id (SPEC G2).
func (s *Set) DroppedID(id names.ServerID) (mcp.Dropped, bool) {
	for _, d := range s.Dropped {
		if d.ID == string(id) {
			return d, true
		}
	}
	return mcp.Dropped{}, false
}

// Where is file:line:column of the server's entry.
func (s Server) Where() string {
	return fault.Problem{File: s.File, Line: s.Place.Line, Column: s.Place.Column}.Where()
}
