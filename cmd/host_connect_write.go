package cmd

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/output"
	"usher/pkg/places"
	"usher/pkg/safefile"
)

// connect plans each file, shows it, takes a yes, and writes.
func (o *hostConnectOptions) connect(ctx context.Context, b *hostBench, h hostApp) (output.View, error) {
	if err := b.start(h); err != nil {
		return nil, err
	}
	for _, p := range b.parts {
		c, err := b.conn.wired(p)
		if err != nil {
			return nil, err
		}
		if err := b.taken(c); err != nil {
			return nil, err
		}
		b.changes = append(b.changes, c)
	}
	if o.dryRun || !b.anything() {
		return b.view(), nil
	}
	if b.replaces() || o.interactive || b.elsewhere() {
		if err := o.noAssistant(b.line); err != nil {
			return nil, err
		}
	}
	if !o.yes {
		if err := b.ask(ctx, b.view(), "Write this into "+h.title()+"?"); err != nil {
			return b.shownBefore(b.view(), err)
		}
	}
	if err := b.ownFolder(); err != nil {
		return nil, err
	}
	for i := range b.changes {
		if c := b.changes[i]; c.changes() {
			if err := b.conn.connect(ctx, c); err != nil {
				return b.partly(i, err)
			}
		}
	}
	b.written = true
	return b.view(), nil
}

// elsewhere reports folders, or a file, that are not the usual ones of the home folder:
// there an assistant could have prepared policy, grants and servers (SPEC A5, C3).
func (b *hostBench) elsewhere() bool {
	for _, c := range b.changes {
		if b.conn.project == "" && !places.Inside(b.site.home, c.target.path) {
			return true
		}
	}
	usual, err := places.Find(places.Input{GOOS: runtime.GOOS, WorkDir: b.WorkDir, MachineDir: b.MachineDir, NoProject: true, Getenv: func(name string) string {
		if strings.HasPrefix(name, "USHER_") || strings.HasPrefix(name, "XDG_") {
			return ""
		}
		return b.Getenv(name)
	}})
	at := b.g.at
	return err != nil || usual.Home != at.Home || usual.State != at.State || usual.Data != at.Data
}

// ownFolder makes the assistant folder where there is none yet: from now on one that is
// missing is a guard that vanished, and refuses.
func (b *hostBench) ownFolder() error {
	made, err := missingAbove(filepath.Join(b.g.at.Home, "x"))
	if err != nil || len(made) == 0 {
		return err
	}
	b.conn.made = made
	return safefile.Private(b.g.at.Home)
}

// named is the file of hooks that a person named.
func (o *hostConnectOptions) named(h hostApp) (string, error) {
	switch {
	case o.hooksFile == "":
		return "", nil
	case !h.guards:
		return "", fault.New(fault.Usage, h.title()+" has no hooks that usher can be put into", "leave --hooks-file out")
	case o.noHooks:
		return "", fault.New(fault.Usage, "--no-hooks and --hooks-file say opposite things", "give one of them")
	}
	path := o.hooksFile
	if !filepath.IsAbs(path) {
		if o.WorkDir == "" {
			return "", fault.New(fault.Usage, "the working directory does not exist any more", "name the file by its whole path")
		}
		path = filepath.Join(o.WorkDir, path)
	}
	return filepath.Clean(path), nil
}

// nothingFor is an assistant that has no file for what was asked.
func (o *hostConnectOptions) nothingFor(h hostApp) error {
	what, hint := "no file in this scope", "try the other scope: --scope user or --scope project"
	switch {
	case o.noGateway && !h.guards:
		what, hint = "no hooks that usher can be put into", "the gateway alone: "+o.again("usher host connect "+h.name+" --no-hooks")
	case o.noHooks && !h.serves:
		what, hint = "no file of MCP servers that is known", "the hooks alone: "+o.again("usher host connect "+h.name+" --no-gateway")
	case !h.serves:
		what, hint = "no file that is known", "name that of its hooks: "+o.again("usher host connect "+h.name)+" --hooks-file FILE"
	}
	return fault.New(fault.Refused, h.title()+" has "+what+"; nothing was written", hint)
}

// taken refuses a file in which something else has usher's name.
func (b *hostBench) taken(c hostChange) error {
	for _, p := range c.part.look(c.old) {
		if p.err != nil || p.state != files.Foreign {
			continue
		}
		name, hint := p.what, "rename it there"
		if p.what == holdsGateway {
			name = gatewayName
		}
		if b.verb == "connect" && !strings.Contains(b.line, " --no-hooks") {
			hint += ", or connect the hooks alone: " + b.again(b.line) + " --no-gateway"
		}
		return fault.New(fault.Refused, c.target.path+" has a server called "+name+" that usher did not write; nothing was written", hint)
	}
	return nil
}

// replaces reports that something of usher's is there already and would change: with
// other folders it would guard nothing, so that is a person's to say (SPEC A5).
func (b *hostBench) replaces() bool {
	return slices.ContainsFunc(b.changes, func(c hostChange) bool {
		return c.changes() && slices.ContainsFunc(c.part.look(c.old), func(p hostPresence) bool { return p.state != files.Missing || p.err != nil || len(p.byHand) > 0 })
	})
}
