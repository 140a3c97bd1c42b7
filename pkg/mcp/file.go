package mcp

import (
	"cmp"
	"runtime"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// Shape is which of the two file shapes a file has (SPEC S1).
type Shape uint8

const (
	ShapeNone       Shape = iota // neither key is there
	ShapeServers                 // {"servers":[{"id":…}]}
	ShapeMcpServers              // {"mcpServers":{"<id>":{…}}}
)

// Source says which file the bytes are from; Path as messages show it.
type Source struct{ Path string }

// Rules are what holds for the layer a file belongs to.
type Rules struct {
	Layer    string           // "machine", "yours" or "project"
	Project  bool             // the rules of a project's file (SPEC S6)
	AllowEnv []string         // code-loading names the person allowed: ID/NAME, or NAME for every server; no use with Project (SPEC S5)
	Reserved []names.ServerID // the machine layer's ids (SPEC S2)
	GOOS     string           // "" is this computer's: on Windows two names that differ in case are one

	anyEnv bool // for edits: code-loading names are let through
}

// Dropped is an entry that does not load. ID is its id where that has the form
// of one, reserved and repeated ids included, else "". Problem is its first
// fault; File.Problems has all.
type Dropped struct {
	ID      string
	Problem fault.Problem
	Layer   string
}

// File is what an mcp.json holds. Every entry is in Servers or in Dropped. With
// Unusable the file as a whole counts for nothing and Problems says why.
type File struct {
	Shape    Shape
	Servers  []Server
	Dropped  []Dropped
	Problems []fault.Problem // errors, warnings and notes, in file order
	Unusable bool
}

// ParseFile reads one mcp.json under a layer's rules (SPEC F2, F3, S1-S8). It
// never fails: what is wrong stands in the File. No message holds a value of
// env, headers, args, tokenEnv or a URL beyond its host.
func ParseFile(data []byte, src Source, r Rules) File {
	if r.GOOS == "" {
		r.GOOS = runtime.GOOS
	}
	root, problems := strictjson.Decode(data, decoding(src.Path))
	p := &parser{src: src, rules: r, file: File{Problems: problems}}
	if root == nil {
		p.file.Unusable = true
		p.explainEmpty()
	} else {
		p.document(root)
	}
	if p.file.Unusable {
		p.file.Servers, p.file.Dropped = nil, nil
	}
	inFileOrder(p.file.Problems)
	return p.file
}

// decoding accepts null, which costs only the entry it stands in (SPEC F2, F3).
func decoding(path string) strictjson.Options {
	return strictjson.Options{File: path, Rules: "mcp", Comments: true, AllowNull: true}
}

// parser is the state of one ParseFile.
type parser struct {
	src     Source
	rules   Rules
	file    File
	claimed []claim // ids so far, dropped ones included
}

// claim is an id that is taken, and where.
type claim struct {
	id string
	at strictjson.Place
}

// claim takes an id for an entry; taken says that one before has it, and where.
func (p *parser) claim(id string, at strictjson.Place) (first strictjson.Place, taken bool) {
	for _, c := range p.claimed {
		if c.id == id {
			return c.at, true
		}
	}
	p.claimed = append(p.claimed, claim{id, at})
	return at, false
}

// room makes room for the servers of a list, all at once.
func (p *parser) room(n int) {
	p.file.Servers, p.claimed = slices.Grow(p.file.Servers, n), slices.Grow(p.claimed, n)
}

// problem adds a fault of the file as a whole.
func (p *parser) problem(at strictjson.Place, rule, message, hint string) {
	p.file.Unusable = true
	p.file.Problems = append(p.file.Problems, fault.Problem{File: p.src.Path, Line: at.Line, Column: at.Column,
		Rule: rule, Message: message, Hint: hint})
}

// explainEmpty says what an empty file should have held.
func (p *parser) explainEmpty() {
	for i, f := range p.file.Problems {
		if f.Rule == "mcp/empty" {
			p.file.Problems[i].Message += "; " + expected
			p.file.Problems[i].Hint = shapesHint
		}
	}
}

func inFileOrder(problems []fault.Problem) {
	slices.SortStableFunc(problems, func(a, b fault.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
