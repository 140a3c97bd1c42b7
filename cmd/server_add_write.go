package cmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/safefile"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// ownFile is the mcp.json that is written: the person's, or with --machine the
// machine's.
func (g ground) ownFile() string { return filepath.Join(g.at.Home, effective.ServersFile) }

// fileEdit is a change of an mcp.json: new bytes from old ones, nothing else. It
// may run more than once.
type fileEdit func(old []byte) ([]byte, error)

// try is what the file would become now; nothing is written, not even made.
func (g ground) try(edit fileEdit) ([]byte, error) {
	layer := trust.ReadLayer(g.layer(), g.at.Home, effective.ServersFile)
	file := layer.Files[effective.ServersFile]
	switch {
	case layer.Err != nil:
		return nil, layer.Err
	case file.Err != nil:
		return nil, file.Err
	}
	if err := g.emptied(file.Data, file.Present); err != nil {
		return nil, err
	}
	next, err := edit(file.Data)
	return next, g.inFile(err)
}

// write changes the file under its lock (SPEC F5). The folder is made where there
// is none; a new file is the person's alone, or the machine's for everybody.
func (g ground) write(ctx context.Context, edit fileEdit) error {
	if err := g.prepare(g.at.Home); err != nil {
		return err
	}
	return g.change(ctx, safefile.Change{Path: g.ownFile(), Perm: g.mode(false), Max: trust.MaxFile},
		func(old []byte, exists bool) ([]byte, error) {
			if err := g.emptied(old, exists); err != nil {
				return nil, err
			}
			next, err := edit(old)
			return next, g.inFile(err)
		})
}

// emptied refuses a file that is there and blank, as any other that counts for
// nothing: until a person looks at it every call is refused, and an edit would bury
// that servers stood in it (SPEC F4).
func (g ground) emptied(old []byte, exists bool) error {
	if !exists || len(bytes.TrimSpace(old)) > 0 {
		return nil
	}
	f := mcp.ParseFile(old, mcp.Source{Path: g.ownFile()}, mcp.Rules{Layer: g.layer()})
	return &fault.Error{Kind: fault.Failed, Message: "the file is empty and is not edited: " + g.ownFile(), Problems: f.Problems,
		Hints: []string{"bring back what it held, or take it away to begin a new one"}}
}

// inFile gives the problems of an edit that was refused the file's name, which
// pkg/mcp does not know.
func (g ground) inFile(err error) error {
	var known *fault.Error
	if !errors.As(err, &known) || len(known.Problems) == 0 {
		return err
	}
	e := *known
	e.Problems = slices.Clone(e.Problems)
	for i := range e.Problems {
		if e.Problems[i].File == "" && e.Problems[i].Line > 0 {
			e.Problems[i].File = g.ownFile()
		}
	}
	if len(e.Hints) == 0 {
		e.Hints = []string{"mend it, then: usher server check " + quoteFolder(g.ownFile())}
	}
	return &e
}

// loaded is the server of that id in an mcp.json that is about to be written, by
// the rules it will be read by; what would be dropped is refused. allow are the
// code-loading names that it may set.
func (g ground) loaded(next []byte, id names.ServerID, allow []names.EnvName) (mcp.Server, error) {
	rules := mcp.Rules{Layer: g.layer(), Reserved: g.machineIDs()}
	for _, name := range allow {
		rules.AllowEnv = append(rules.AllowEnv, string(id)+"/"+string(name))
	}
	f := mcp.ParseFile(next, mcp.Source{Path: g.ownFile()}, rules)
	at := slices.IndexFunc(f.Servers, func(s mcp.Server) bool { return s.ID == id })
	if at >= 0 {
		return f.Servers[at], nil
	}
	e := fault.New(fault.Refused, "the server would not load; nothing was saved")
	for _, p := range f.Problems {
		if p.Entry != string(id) || p.Severity != fault.SeverityError {
			continue
		}
		p.File, p.Line, p.Column = "", 0, 0 // of a file that is not there
		if len(e.Problems) == 0 {
			e.Message, e.Hints = p.Message, sentences(p.Hint)
		}
		e.Problems = append(e.Problems, p)
	}
	if len(e.Problems) == 1 {
		e.Problems = nil // the message says it
	}
	return mcp.Server{}, e
}

// machineIDs are the ids that the machine's layer has taken from those below it
// (SPEC S2).
func (g ground) machineIDs() []names.ServerID {
	var out []names.ServerID
	if g.machine {
		return nil
	}
	for _, sv := range g.Set.Servers {
		if sv.Layer == trust.Machine {
			out = append(out, sv.ID)
		}
	}
	return out
}

// showable refuses a server whose card is too long for a person: it could never
// be approved (SPEC Q8).
func (a *app) showable(g ground, s mcp.Server) error {
	if g.machine { // no card is shown
		return nil
	}
	sv := effective.Server{Server: s}
	from := a.sources(g)
	return term.Card(io.Discard, term.CardData{Rows: serverRows(g.Set, sv, from), Warnings: serverWarnings(g.Set, sv, from)})
}
