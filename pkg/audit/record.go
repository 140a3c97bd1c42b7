package audit

import (
	"os"
	"strconv"
	"time"

	"usher/pkg/digest"
)

// version is the format of a line; a reader says so of a line of a newer one.
const version = 1

// Bounds of one line, so that the end of a file always holds a whole one.
const (
	maxText  = 1000 // characters of one text
	maxBytes = 3000 // and bytes of it as it is written: an escape has up to twelve
	maxParts = 6    // reasons and hooks kept of each; the rest is counted
	maxLine  = 16 << 10
)

// lineStart is how every line begins.
const lineStart = `{"version":`

// Record is one decision. What does not apply is "".
type Record struct {
	Version  int       `json:"version"`
	Sequence uint64    `json:"seq"`
	Time     time.Time `json:"time"`
	Torn     int64     `json:"torn,omitempty"`  // bytes of an unfinished line before this one
	After    string    `json:"after,omitempty"` // the file whose chain this line goes on with

	Surface string `json:"surface"`         // run-gate, call, read, prompt, serve, or rotate for a line that decides nothing
	Host    string `json:"host,omitempty"`  // the assistant that asked, where it named itself
	Front   string `json:"front,omitempty"` // of serve: stdio or http
	Tool    string `json:"tool,omitempty"`
	Server  string `json:"server,omitempty"`
	Layer   string `json:"layer,omitempty"`  // of the server
	Launch  string `json:"launch,omitempty"` // digest of what the server runs

	Verdict string   `json:"verdict,omitempty"` // allow, ask, deny, or none: no opinion
	Reasons []Reason `json:"reasons,omitempty"` // who decided, the deciding voice first
	Hooks   []Hook   `json:"hooks,omitempty"`   // those that ran, in order
	More    int      `json:"more,omitempty"`    // reasons and hooks that are not listed

	Project      string `json:"project,omitempty"`
	ProjectState string `json:"projectState,omitempty"`
	Conversation string `json:"conversation,omitempty"`
	Source       string `json:"source,omitempty"` // chat or meta

	PID  int           `json:"pid"`
	UID  int           `json:"uid"` // -1 where the system has none
	Prev digest.Digest `json:"prev,omitempty"`
	Hash digest.Digest `json:"hash"`
}

// Reason is one voice behind the decision; what it said is not kept.
type Reason struct {
	By    string `json:"by"`
	Layer string `json:"layer,omitempty"`
	File  string `json:"file,omitempty"`
}

// Hook is one hook that ran, and how it ended.
type Hook struct {
	Name   string `json:"name"`
	Layer  string `json:"layer,omitempty"`
	File   string `json:"file,omitempty"`
	Ending string `json:"ending"`
}

// cut leaves what a line has room for.
func (r *Record) cut() {
	if n := len(r.Reasons); n > maxParts {
		r.Reasons, r.More = r.Reasons[:maxParts:maxParts], r.More+n-maxParts
	}
	if n := len(r.Hooks); n > maxParts {
		r.Hooks, r.More = r.Hooks[:maxParts:maxParts], r.More+n-maxParts
	}
}

// line is the record as it is kept, with its hash.
func (r Record) line() []byte {
	r.cut()
	w := writer{b: make([]byte, 0, 1<<10)}
	w.b = append(w.b, lineStart+strconv.Itoa(version)...)
	w.b = append(w.b, `,"seq":`+strconv.FormatUint(r.Sequence, 10)...)
	w.text("time", r.Time.UTC().Format(time.RFC3339Nano))
	w.number("torn", r.Torn)
	w.text("after", r.After)
	w.text("surface", r.Surface)
	w.text("host", r.Host)
	w.text("front", r.Front)
	w.text("tool", r.Tool)
	w.text("server", r.Server)
	w.text("layer", r.Layer)
	w.text("launch", r.Launch)
	w.text("verdict", r.Verdict)
	w.list("reasons", len(r.Reasons), func(i int) {
		w.first("by", r.Reasons[i].By)
		w.text("layer", r.Reasons[i].Layer)
		w.text("file", r.Reasons[i].File)
	})
	w.list("hooks", len(r.Hooks), func(i int) {
		w.first("name", r.Hooks[i].Name)
		w.text("layer", r.Hooks[i].Layer)
		w.text("file", r.Hooks[i].File)
		w.text("ending", r.Hooks[i].Ending)
	})
	w.number("more", int64(r.More))
	w.text("project", r.Project)
	w.text("projectState", r.ProjectState)
	w.text("conversation", r.Conversation)
	w.text("source", r.Source)
	w.b = append(w.b, `,"pid":`+strconv.Itoa(os.Getpid())+`,"uid":`+strconv.Itoa(os.Getuid())...)
	w.text("prev", string(r.Prev))
	return sealed(w.b)
}
