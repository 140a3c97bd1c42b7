package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/trust"
)

// serverPrompt is a prompt of a server's own, and what follows its name (SPEC X6).
type serverPrompt struct {
	server names.ServerID
	name   string
	rest   string   // as typed in a message
	words  []string // as a shell parted them
	parted bool     // words counts, and rest does not
}

// serverPromptOf reads mcp:<server>:<prompt>; false for any other word.
func serverPromptOf(word string) (serverPrompt, bool) {
	word, ok := strings.CutPrefix(word, "mcp:")
	server, name, two := strings.Cut(word, ":")
	id, err := names.ParseServerID(server)
	return serverPrompt{server: id, name: name}, ok && two && err == nil && name != ""
}

// serverMessage reads a message that begins with /mcp:<server>:<prompt>.
func serverMessage(message string) (serverPrompt, bool) {
	const blanks = " \t\r\n"
	word, ok := strings.CutPrefix(message, "/")
	rest := ""
	if i := strings.IndexAny(word, blanks); i >= 0 {
		word, rest = word[:i], word[i:]
	}
	p, named := serverPromptOf(word)
	p.rest = strings.Trim(rest, blanks)
	return p, ok && named
}

// defined reports a server that there is or may be: the gate says about it what
// there is to say.
func (p serverPrompt) defined(g ground) bool {
	if _, ok := g.Set.Find(p.server); ok {
		return true
	}
	_, dropped := g.Set.DroppedID(p.server)
	_, unread := g.serversFault()
	return dropped || unread
}

// waits reports a server of the folder that lies here and that nobody decided about.
func (p serverPrompt) waits(g ground) bool {
	path := g.overlooked()
	if path == "" {
		return false
	}
	_, ok := g.With(effective.Project{Folder: trust.ReadFolder(path, nil), State: trust.NotTrusted}).Find(p.server)
	return ok
}

// noteServerWaiting says that a message names such a server.
func (a *app) noteServerWaiting(w wording, message string) bool {
	p, ok := serverMessage(message)
	if !ok || p.defined(w.ground) || !p.waits(w.ground) {
		return false
	}
	a.note(fmt.Sprintf("the server %q waits: nobody decided about the project folder %s; the message stays as typed", p.server, w.overlooked()),
		a.trustLine("show", w.overlooked()))
	return true
}

// serverPrompt is ofServer for a message. One that names a server that there is not
// is taken as typed, as every unknown name is (SPEC X5).
func (o *promptExpandOptions) serverPrompt(ctx context.Context, p serverPrompt, message string) error {
	g, err := o.ground()
	if err != nil {
		return err
	}
	switch w := o.sentWording(g); {
	case o.silenced(w):
	case p.defined(g):
		return o.ofServer(ctx, p)
	case o.noteServerWaiting(w, message):
	default:
		o.note(fmt.Sprintf("no server %q is defined%s; the message is printed as typed", p.server, g.nearID(string(p.server))))
	}
	return o.put(ctx, asTyped(message))
}

// ofServer asks a server for its prompt, under the grant prompts/get, and prints
// what it says. What comes back is the server's text: it is never expanded.
func (o *promptExpandOptions) ofServer(ctx context.Context, p serverPrompt) error {
	ps, err := o.wording()
	if err == nil {
		err = ps.sends()
	}
	if err == nil {
		err = ps.decidable()
	}
	if err != nil {
		return err
	}
	tool := names.NewTool(p.server, "prompts/get")
	args, err := o.promptArguments(ctx, ps.ground, tool, p)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(map[string]any{"name": p.name, "arguments": args})
	if err != nil {
		return err
	}
	c := calling{app: o.app, line: o.again("usher prompt expand " + engine.QuoteArg(p.typed()))}
	res, err := c.through(ctx, tool, raw, func(ctx context.Context, conn *client.Conn) (client.Result, error) {
		return o.got(ctx, ps.ground, conn, p, args)
	})
	if err != nil {
		return err
	}
	if len(c.problems) > 0 && !o.flags.quiet && o.format() == output.Text {
		_ = output.Print(o.Stderr, troubled(c.problems), output.Text, 0, false)
	}
	return o.putMessages(ctx, p, res, c)
}

// promptArguments are what will be sent: what the gate, the hooks and the card are
// shown is that and nothing else. Where the server was not asked for its prompts
// yet, it is, unless it is refused in any case.
func (o *promptExpandOptions) promptArguments(ctx context.Context, g ground, tool names.Tool, p serverPrompt) (map[string]string, error) {
	sv, ok := g.Set.Find(p.server)
	if !ok { // which the gate refuses
		return map[string]string{}, nil
	}
	l := g.Set.Launch(sv)
	kept, _ := g.knownPrompts(l)
	if prompt, ok := kept.Prompt(p.name); ok {
		return p.arguments(prompt)
	}
	r := engine.Request{Caller: gate.Command, Tool: tool, Source: engine.Chat, CanAsk: true, Now: now()}
	if d := gate.Screen(g.Facts(r)); d.Verdict == gate.Deny {
		return nil, refused(d)
	}
	list, err := o.askPrompts(ctx, g, sv, l)
	if err != nil {
		return nil, err
	}
	prompt, err := p.in(list)
	if err != nil {
		return nil, err
	}
	return p.arguments(prompt)
}

// got asks for the prompt. Its arguments are compared with what the server
// declares now: what was decided about is what is sent, or nothing is.
func (o *promptExpandOptions) got(ctx context.Context, g ground, conn *client.Conn, p serverPrompt, args map[string]string) (client.Result, error) {
	list, err := conn.Prompts(ctx)
	if err != nil {
		return client.Result{}, err
	}
	sv, _ := g.Set.Find(p.server)
	if err := o.keepPrompts(ctx, g, g.Set.Launch(sv), list); err != nil {
		return client.Result{}, err
	}
	prompt, err := p.in(list)
	if err != nil {
		return client.Result{}, err
	}
	again, err := p.arguments(prompt)
	if err != nil {
		return client.Result{}, err
	}
	if !maps.Equal(again, args) {
		return client.Result{}, fault.New(fault.Refused, fmt.Sprintf("the prompt %q takes other arguments than a moment ago; nothing was sent", p.name),
			"look at them: usher prompt list")
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return client.Result{}, err
	}
	return conn.Prompt(ctx, p.name, raw)
}
