package files

import (
	"usher/pkg/fault"
	"usher/pkg/mcp"
)

// Entry is a server as one client writes it, ready for Put. The zero value is none
// and is never written.
type Entry struct {
	Client Client
	Name   string // as the client's file calls it
	value  *node
}

// Empty reports an entry that could not be made.
func (e Entry) Empty() bool { return e.value == nil }

// Export puts a server in the client's terms. Each thing that the client cannot
// express is a problem: an error where the server would not be the same without it,
// and the Entry is then empty; a warning where it is only left out. A value that is
// a secret is never written, nor is ${secret:…}: the client has no way to usher's
// store. The variables that are passed from the environment are named where the
// client has a form for that.
func Export(i Info, s mcp.Server, name string) (Entry, []fault.Problem) {
	return Entry{}, nil
}

// Gateway is usher itself as a server: program serve, with flags for the folders,
// because some clients drop the environment. project is "" where the entry is for
// every project.
func Gateway(program, home, state, project string) mcp.Server {
	return mcp.Server{}
}
