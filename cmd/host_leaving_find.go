package cmd

import (
	"runtime"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
)

// gather finds the files of an assistant: the recorded ones, and the person's own, or
// the project's, where the usual form stands without a record.
func (l *leaving) gather(h hostApp, scope string) error {
	all, err := l.conn.store.read()
	if err != nil {
		return err
	}
	for i := range all.Files {
		if r := &all.Files[i]; r.of(h.name, scope, l.conn.project) {
			l.take(h, r)
		}
	}
	terms, _ := l.terms(l.g) // only what stands in the files counts here
	for _, p := range l.site.parts(h, terms, true, true) {
		c := l.conn
		c.client = h.name
		known := slices.ContainsFunc(l.steps, func(s leavingStep) bool { return s.part.path == p.path && s.conn.client == h.name })
		if !known && exists(p.path) {
			l.steps = append(l.steps, leavingStep{conn: c, part: p})
		}
	}
	return nil
}

// last finds the files of the last command that connected.
func (l *leaving) last(client, scope string) error {
	all, err := l.conn.store.read()
	if err != nil {
		return err
	}
	number := 0
	for _, r := range all.Files {
		if r.of(client, scope, l.conn.project) {
			number = max(number, r.Number)
		}
	}
	if number == 0 {
		return fault.New(fault.Refused, "there is nothing to take back: no connection is recorded in "+l.g.at.State,
			"what stands where: "+l.again("usher host list"), "to take out what was written by hand: "+l.again("usher host disconnect NAME"))
	}
	for i := range all.Files {
		if r := &all.Files[i]; r.Number == number && r.of(client, scope, l.conn.project) {
			h, err := findHost(r.Client)
			if err != nil {
				return err
			}
			l.take(h, r)
		}
	}
	return nil
}

func (l *leaving) take(h hostApp, r *hostRecord) {
	c := connection{client: r.Client, scope: r.Scope, project: r.Project, store: l.conn.store}
	l.steps = append(l.steps, leavingStep{conn: c, part: l.recorded(h, r), record: r})
}

// recorded is the part of a file that a record speaks of, whatever is connected today.
func (l *leaving) recorded(h hostApp, r *hostRecord) hostPart {
	site := hostSite{app: l.app, home: l.site.home, project: r.Project}
	terms, _ := l.terms(l.g)
	var out *hostPart
	add := func(p hostPart) {
		if out != nil {
			p = out.joined(p)
		}
		out = &p
	}
	for _, what := range r.Holds {
		switch what {
		case holdsHooks:
			known := false
			for _, f := range site.allHookFiles(h) {
				if site.hookPath(f) == r.Path {
					add(site.hooksPart(h, f, terms))
					known = true
				}
			}
			if !known && h.guards {
				add(site.hooksPart(h, h.hooks.At(runtime.GOOS, r.Path), terms))
			}
		case holdsGateway:
			add(site.gatewayPart(h, r.Path, terms))
		default:
			add(site.namedPart(h, r.Path, what))
		}
	}
	if out == nil {
		out = &hostPart{unwire: func(old []byte) ([]byte, bool, error) { return old, false, nil }, look: func([]byte) []hostPresence { return nil }}
	}
	out.path, out.format, out.holds = r.Path, formatOf(r.Path), r.Holds
	return *out
}

func (s hostSite) allHookFiles(h hostApp) []files.HookFile {
	if !h.guards {
		return nil
	}
	all := h.hooks.Files(runtime.GOOS, s.home, s.Getenv)
	return append(all.User[:len(all.User):len(all.User)], all.Project...)
}

// namedPart is an entry of a server that was exported.
func (s hostSite) namedPart(h hostApp, path, name string) hostPart {
	return hostPart{
		path: path, holds: []string{name},
		wire: func(old []byte) ([]byte, []fault.Problem, error) { return old, nil, nil },
		unwire: func(old []byte) ([]byte, bool, error) {
			next, had, err := h.info.Take(path, old, name)
			if err != nil || !had {
				return old, false, err
			}
			return next, files.Bare(next), nil
		},
		look: func([]byte) []hostPresence { return nil },
	}
}
