package cmd

import (
	"context"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/output"
	"usher/pkg/places"
	"usher/pkg/term"
)

// hostBench is one change of an assistant's files on its way: planned, shown, asked
// about, written.
type hostBench struct {
	*app
	g       ground
	site    hostSite
	conn    connection
	parts   []hostPart
	changes []hostChange
	verb    string // connect, disconnect or export
	done    string // connected …
	line    string // the command, without its answer
	name    string // of the assistant
	notes   []string
	hints   []string
	shown   bool
	written bool
}

// bench is the person's files of an assistant, or a project's.
func (a *app) bench(scope string) (*hostBench, error) {
	if a.flags.machine {
		return nil, a.notInMachine("--machine", "an assistant's files are each person's own, or a project's", "leave it out")
	}
	g, err := a.ground()
	if err != nil {
		return nil, err
	}
	home, err := a.hostHome()
	if err != nil {
		return nil, err
	}
	b := &hostBench{app: a, g: g, site: hostSite{app: a, home: home}, conn: connection{scope: scopeUser, store: hostStore{state: g.at.State}}}
	if scope != scopeProject {
		return b, nil
	}
	project := g.at.Project
	if project == "" {
		project = trustRoot(g, a.WorkDir)
	}
	switch {
	case a.flags.noProject || project == "":
		return nil, fault.New(fault.Usage, "which project is not known", "name it: --project DIR")
	case places.Inside(project, home):
		return nil, fault.New(fault.Usage, "the project "+project+" holds your home folder", "name another: --project DIR")
	case places.Inside(project, g.at.Home), places.Inside(project, g.at.State), g.at.Data != "" && places.Inside(project, g.at.Data):
		return nil, fault.New(fault.Refused, "usher's own folders must not be inside the project", "name others: --home DIR --state DIR --data DIR")
	}
	b.site.project, b.conn.project, b.conn.scope = project, project, scopeProject
	return b, nil
}

// start takes the number of this command.
func (b *hostBench) start(h hostApp) error {
	all, err := b.conn.store.read()
	if err != nil {
		return err
	}
	b.name, b.conn.client, b.conn.number = h.name, h.name, all.Last+1
	return nil
}

// parts are the files of an assistant that usher is written into.
func (s hostSite) parts(h hostApp, t hostTerms, hooks, gateway bool) []hostPart {
	var out []hostPart
	if hooks {
		for _, f := range s.hookFiles(h) {
			out = append(out, s.hooksPart(h, f, t))
		}
	}
	path := s.serverFile(h)
	if !gateway || path == "" {
		return out
	}
	p := s.gatewayPart(h, path, t)
	if at := slices.IndexFunc(out, func(q hostPart) bool { return q.path == path }); at >= 0 {
		out[at] = out[at].joined(p)
		return out
	}
	return append(out, p)
}

// remarks are what a person has to know about an assistant.
func (b *hostBench) remarks(h hostApp, noHooks, noGateway bool) {
	if h.guards && !noHooks {
		b.notes = append(b.notes, h.hooks.Notes...)
	}
	if h.guards && !noHooks && len(b.site.hookFiles(h)) == 0 {
		b.notes = append(b.notes, "its tool calls are not guarded without hooks: "+b.again("usher host connect "+h.name+b.scopeFlag())+" --hooks-file FILE")
	}
	if !h.guards && !noHooks {
		why := files.WithoutHooks(h.info.Client)
		if why == "" {
			why = "it has no hooks that usher can be put into"
		}
		b.notes = append(b.notes, "the tools of "+h.title()+" are not guarded: "+why)
	}
	if !h.serves && !noGateway {
		b.notes = append(b.notes, "where "+h.title()+" keeps its MCP servers is not known, so it gets no gateway")
	}
	b.switched(h, noHooks, noGateway)
	if b.conn.project != "" {
		b.notes = append(b.notes, "the paths that are written are this computer's, and others who use the project get them too if the file is shared")
	}
	b.hints = append(b.hints, "see that it works: "+b.again("usher host check "+h.name+b.scopeFlag()))
}

func (b *hostBench) scopeFlag() string {
	if b.conn.scope == scopeProject {
		return " --scope project"
	}
	return ""
}

func (b *hostBench) anything() bool {
	return slices.ContainsFunc(b.changes, hostChange.changes)
}

// ask shows the change and puts one question (SPEC S13).
func (b *hostBench) ask(ctx context.Context, view output.View, question string) error {
	if why, person := term.LookAtPerson(b.Getenv, b.Stdin); !person {
		return fault.New(fault.NeedsPerson, "nothing is written without a yes, and "+why,
			"give it: "+b.again(b.line)+" --yes", "or in a terminal of your own: "+b.again(b.line))
	}
	tty, err := term.OpenTTY()
	if err != nil {
		return err
	}
	defer func() { _ = tty.Close() }()
	if err := output.Print(tty, view, output.Text, tty.Width(), colored(b.preferences().Color, true, b.Getenv)); err != nil {
		return err
	}
	b.shown = true
	yes, err := yesNo(question)(ctx, tty)
	if err == nil && !yes {
		err = fault.New(fault.Refused, "the answer was no; nothing was written", "to decide again: "+b.again(b.line))
	}
	return err
}

// shownBefore is the answer of a command that ended before anything was written.
func (b *hostBench) shownBefore(view output.View, err error) (output.View, error) {
	if b.shown {
		return nil, err
	}
	return view, err
}

// partly says which files were written before one could not be.
func (b *hostBench) partly(n int, err error) (output.View, error) {
	var done []string
	for _, c := range b.changes[:n] {
		if c.changes() {
			done = append(done, c.target.path)
		}
	}
	return nil, b.wrote(done, err)
}

func (b *hostBench) wrote(done []string, err error) error {
	if len(done) == 0 {
		return err
	}
	return withProblems(err, []fault.Problem{{
		Rule: "host/partly", Severity: fault.SeverityWarning, Message: "written before that: " + strings.Join(done, ", "),
		Hint: b.again("usher host list"),
	}})
}
