package trust

import (
	"usher/pkg/digest"
	"usher/pkg/names"
)

// Kind says what a decision is about.
type Kind string

const (
	Launch Kind = "launch" // a server may be started as its launch digest says
	Mark   Kind = "mark"   // what the person said about one tool, or '*'

	Covered    Kind = "covered" // a tool that a '*' allow covers, with its definition then (SPEC M2)
	FolderKind Kind = "folder"  // a project folder is trusted as its digest says (SPEC 9)
	EnvKind    Kind = "env"     // a server of yours may set one code-loading variable (SPEC S5)
	HooksKind  Kind = "hooks"   // a hooks file is accepted as its digest says (SPEC H13, A3)
)

// Star is the tool name that stands for every tool of a server (SPEC M2).
const Star = "*"

// Words of a decision.
const (
	Approve = "approve"
	Allow   = "allow"
	Ask     = "ask"
	Deny    = "deny"
)

// Decision is one line of the ledger (SPEC 20). Decision is Approve for a
// launch, for a folder and for a hooks file, whose place in its layer File is; Allow, Ask, Deny or empty (only the flag was set) for
// a mark; Allow for a variable, which Env names. Guards and DefinitionsOnly are a
// folder's: whether PreToolUse hooks were in it (SPEC G2), and whether Digest is
// that of its definitions alone (SPEC T5). Spelled is the path by which the person
// named a folder, where that leads to it through a link.
type Decision struct {
	Kind       Kind
	Server     names.ServerID
	Tool       string
	Env        names.EnvName
	Layer      string
	Folder     string
	Spelled    string
	File       string
	Digest     digest.Digest
	ToolDigest digest.Digest // of the tool's definition as it was when marked (SPEC M4)
	Decision   string
	ReadOnly   bool
	Asleep     bool // the definition changed since: an allow and ReadOnly do not count until a new mark

	Guards, DefinitionsOnly bool
}

// Key is a server as one launch: whose it is, from which folder, and the digest
// of what would run (SPEC A1).
type Key struct {
	Server names.ServerID
	Layer  string
	Folder string
	Digest digest.Digest
}

func (d Decision) of(k Key) bool {
	return d.Server == k.Server && d.Layer == k.Layer && d.Folder == k.Folder
}

// holds reports whether the decision was made for exactly this launch.
func (d Decision) holds(k Key) bool {
	return d.of(k) && k.Digest != "" && d.Digest == k.Digest
}
