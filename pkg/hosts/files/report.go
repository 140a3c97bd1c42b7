package files

import (
	"cmp"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
)

// Report is what a file or a pasted piece holds. Every entry that was found is
// in Servers or in Refused, in file order; Problems has the messages about the
// file as a whole. With Unusable nothing could be read, and Problems says why.
type Report struct {
	Client   Client // whose file it is, as given or as its shape tells; "" where several write so
	Format   Format
	Servers  []Found
	Refused  []Refused
	Problems []fault.Problem
	Unusable bool
}

// Found is a server that can be saved. Nothing of it is approved, allowed,
// trusted or marked (SPEC M3): it needs a person as every new server does.
type Found struct {
	Name     string     // as the file has it; foreign text, "" where it has none
	Server   mcp.Server // as mcp.ParseFile reads it, for mcp.With; the machine's ids are not known here
	Unnamed  bool       // the id is only a proposal: the piece has no name
	Renamed  bool       // the id differs from Name
	Scope    string     // the project folder it is kept for in the client's own file, "" for everywhere
	Secrets  []Secret
	AllowEnv []names.EnvName // code-loading variables it sets: saved only if a person allows each (SPEC S5)
	Notes    []fault.Problem // what was changed, ignored or left behind; never an error
}

// Secret is what a server needs from the secret store in place of a value.
type Secret struct {
	Name   names.SecretName // ID/NAME
	Field  string           // where it stood: env.API_KEY, headers.Authorization, args[3]
	Value  redact.Value     // empty where the file holds none: the person is asked
	Prompt string           // what the file says to ask for; foreign text
}

// Refused is an entry that cannot be saved, with every reason.
type Refused struct {
	Name     string
	Problems []fault.Problem // at least one error
}

// All are the report's messages in the order of their places.
func (r Report) All() []fault.Problem {
	out := slices.Clone(r.Problems)
	for _, f := range r.Servers {
		out = append(out, f.Notes...)
	}
	for _, f := range r.Refused {
		out = append(out, f.Problems...)
	}
	inFileOrder(out)
	return out
}

func inFileOrder(problems []fault.Problem) {
	slices.SortStableFunc(problems, func(a, b fault.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
