package mcp

import (
	"time"

	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/sandbox"
	"usher/pkg/strictjson"
)

// Server is one definition that passed every check (SPEC S3). It is local
// (Command or Package) or remote (URL), never both.
type Server struct {
	ID          names.ServerID
	Layer       string // "machine", "yours" or "project"
	Command     string // run directly, never by a shell; "" with a Package
	Args        []string
	Env         []EnvVar // file order
	Cwd         string   // as written; "" is the layer's own (SPEC S4)
	URL         string   // as written, passed CheckURL
	Headers     []Header // file order
	TokenEnv    names.EnvName
	OAuth       OAuth
	Disabled    bool
	Reach       sandbox.Reach
	Package     Package
	Timeout     time.Duration // to initialize; 0 is the setting's
	Protocol    string        // one of Protocols; "": what is agreed on
	Description string
	File        string
	Place       strictjson.Place // of the entry
}

// EnvVar is one variable a local server gets besides the basic set (SPEC S5).
type EnvVar struct {
	Name   names.EnvName
	Value  redact.Value // the map form's text, which may hold ${…}
	Passed bool         // the list form: the value is usher's own or the server's secret
}

// Header is one header every request of a remote server carries.
type Header struct {
	Name  string
	Value redact.Value // may hold ${…}
}

// OAuth is what a sign-in asks for (SPEC O1); the zero value leaves both to the server.
type OAuth struct {
	ClientID string
	Scopes   []string
}

// Package is a package installed once at an exact version (SPEC P1). The zero
// value is none.
type Package struct {
	Kind string // "npm" or "pypi"
	Spec string // name@version or name==version
	Bin  string // the program in it, where it has several
}

// Remote reports a server reached by URL.
func (s Server) Remote() bool { return s.URL != "" }

// Local reports a server that is started on this computer.
func (s Server) Local() bool { return !s.Remote() }
