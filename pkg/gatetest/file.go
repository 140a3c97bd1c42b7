package gatetest

import (
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hosts"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// File is one table. Every part of Given that is nil, and every list that is not
// Said, is what really stands.
type File struct {
	Path  string // as messages show it
	Dir   string // the folder that its paths are relative to
	Given Given
	Cases []Case
}

// Given is the world that a table supposes.
type Given struct {
	Servers, Hooks, Policy *Document // in place of the assistant folder's own files
	Approved               *Approved
	Grants                 *[]Grant
	Allowances             *[]Allowance
	Trusted                *Said[bool] // of the project folder in force
	Project                string      // absolute; "" where the table names none
	NoProject              bool
	Answers                []Answer
}

// Said is a value of a table, and where it stands.
type Said[T any] struct {
	Value T
	Place strictjson.Place
}

// Document is a whole definition file. One that stands in the table is handed on at
// its own lines and columns, so that whatever is wrong with it has its place there.
type Document struct {
	Path string
	Data []byte
}

// Approved are the servers that are supposed to be approved as they are defined;
// All of them, and with them the hooks files.
type Approved struct {
	All bool
	IDs []Said[names.ServerID]
}

// Grant is a mark that is supposed to have been made. Tools are those that a '*'
// found when it was saved.
type Grant struct {
	Server   names.ServerID
	Tool     string
	Decision *string
	ReadOnly *bool
	Tools    []string
	Asleep   bool // the tools say something else since (SPEC M4)
	Place    strictjson.Place
}

// Allowance is "always allow in this conversation", supposed to have been said about
// the tool of the launch that stands (SPEC M5).
type Allowance struct {
	Conversation string
	Tool         names.Tool
	Place        strictjson.Place
}

// Opinion is what a hook is supposed to say.
type Opinion string

// The opinions, in the words of a table.
const (
	None Opinion = "none"
	Deny Opinion = "deny"
	Ask  Opinion = "ask"
	Fail Opinion = "fail"
)

// Answer is the opinion of one hook, by its name or its whole layer:file:name.
type Answer struct {
	Hook  string
	Says  Opinion
	Place strictjson.Place
}

// Case is one call and what the gate should say to it. Reason, where there is one,
// is text that the deciding reason holds.
type Case struct {
	Name    string
	Call    hosts.Call
	Expect  gate.Verdict
	Reason  string
	Answers []Answer // before those of Given
	Place   strictjson.Place
}

// Complete reports a table that supposes everything that would be read from the
// person's own folders; with named, a project folder that it does not name itself.
func (f File) Complete(named bool) bool {
	g := f.Given
	project := named || g.Project != ""
	return g.Servers != nil && g.Hooks != nil && g.Policy != nil && g.Approved != nil && g.Grants != nil && (g.Trusted != nil || !project)
}

// Where is file:line:column of a place in the table.
func (f File) Where(p strictjson.Place) string {
	return fault.Problem{File: f.Path, Line: p.Line, Column: p.Column}.Where()
}
