package hooks

import (
	"path"
	"path/filepath"
	"strconv"
	"time"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

const (
	// MaxHooks is the most entries of one file (SPEC H3).
	MaxHooks = 200
	// MaxArgs and MaxArgsBytes bound the arguments of one hook (SPEC 18).
	MaxArgs      = 256
	MaxArgsBytes = 64 << 10

	// DefaultTimeout, MinTimeout and MaxTimeout are the list shape's (SPEC H3).
	DefaultTimeout = 10 * time.Second
	MinTimeout     = 100 * time.Millisecond
	MaxTimeout     = time.Minute

	// DefaultObjectTimeout, MinObjectTimeout and MaxObjectTimeout are the object shape's (SPEC H3).
	DefaultObjectTimeout = 60 * time.Second
	MinObjectTimeout     = time.Second
	MaxObjectTimeout     = 600 * time.Second
)

// Source says where a file's bytes came from: its layer (machine, yours or
// project) and its path as messages show it.
type Source struct{ Layer, Path string }

// Shape is which of the two forms a hooks.json is written in (SPEC H1).
type Shape uint8

const (
	List   Shape = iota // {"hooks": [{"name": …}]}
	Object              // {"hooks": {"PreToolUse": [{"matcher": …, "hooks": […]}]}}
)

// Hook is one whole entry of a hooks.json: nothing half-defined becomes one
// (SPEC F3). The zero value is no hook.
type Hook struct {
	Name        names.HookName
	Event       Event
	Match       names.Pattern // Any when the entry has none
	HasMatch    bool
	Command     string
	Args        []string
	Timeout     time.Duration
	ModelOutput bool // PostToolUse: its stdout is added to the tool result (SPEC H6)
	Warn        bool // onError is warn: a failed run is a warning, not a refusal
	Parked      bool // enabled is false: listed, never run (SPEC H14)
	OnErrorSaid bool // the entry says onError itself; else policy hooks.onError has a say in the object shape (SPEC H6)
	Shell       bool // object shape: "shell": true, so that a shell reads the command line
	Description string
	Shape       Shape
	Layer, File string
	InFolder    string           // the file's path in its project folder, where two hooks files there would be called alike
	Place       strictjson.Place // of the entry
}

// ID is layer:file:name, which is unique where a name alone is not (SPEC L7). The
// file is its name, or its path in the project folder where that has two of a name.
func (h Hook) ID() string {
	file := path.Base(filepath.ToSlash(h.File))
	if h.InFolder != "" {
		file = h.InFolder
	}
	return h.Layer + ":" + file + ":" + string(h.Name)
}

// Where is file:line:column of the entry.
func (h Hook) Where() string {
	if h.File == "" || h.Place.Line == 0 {
		return h.File
	}
	return h.File + ":" + strconv.Itoa(h.Place.Line) + ":" + strconv.Itoa(h.Place.Column)
}

// Dropped is an entry that did not load. Guards says that it counts as a
// PreToolUse entry, so every call that Match covers is refused until it is
// mended (SPEC H13). Problem is its first fault.
type Dropped struct {
	Name    string // "" when the entry has no usable name
	Event   Event  // "" when it is not one of the six
	Guards  bool
	Match   names.Pattern
	Problem fault.Problem
	Layer   string
}

// File is what one hooks.json holds. Every entry is in Hooks or in Dropped, in
// the order written; Problems holds every fault, warning and note, in the order
// of their places. Unusable means the whole file: no entry counts and every call
// is refused (SPEC H13).
type File struct {
	Shape    Shape
	Hooks    []Hook
	Dropped  []Dropped
	Problems []fault.Problem
	Unusable bool
}
