package hosts

import (
	"slices"
	"time"
)

// Client is another assistant, by its hook protocol (SPEC G6). The zero value is
// one that usher does not know: it is only ever refused, in a form that the most
// assistants honour.
type Client struct {
	name string
	p    *protocol
}

// ParseClient gives the assistant of that name.
func ParseClient(name string) (Client, bool) {
	spoken := name
	if slices.Contains(family[:], name) {
		spoken = sharedShape
	}
	for i := range protocols {
		if protocols[i].name == spoken {
			return Client{name, &protocols[i]}, true
		}
	}
	return Client{}, false
}

// Clients are the names that ParseClient knows.
func Clients() []string {
	out := make([]string, 0, len(protocols)+len(family))
	for i := range protocols {
		out = append(out, protocols[i].name)
	}
	out = append(out, family[:]...)
	slices.Sort(out)
	return out
}

// Known reports an assistant of the table.
func (c Client) Known() bool { return c.p != nil }

// Name is what --client calls it, "" for one that is not known.
func (c Client) Name() string { return c.name }

// Asks reports that a hook's question truly is put to a person there, or refuses
// where nobody is; elsewhere a question would be passed over, and so it refuses.
func (c Client) Asks() bool { return c.p != nil && c.p.row(preToolUse).ask != "" }

// usualDeadline holds where nobody knows when the assistant stops waiting.
const usualDeadline = 25 * time.Second

// The events beside a tool call are answered by the large program, which on a very busy
// machine takes seconds more to say so: past the assistant's time-out a message that was
// refused goes out.
const (
	messageDeadline = 20 * time.Second
	laterAnswer     = 5 * time.Second
)

// Deadline is within which an event is answered where nobody says otherwise: well
// below the assistant's own time-out, past which the tool runs.
func (c Client) Deadline(event string) time.Duration {
	d := usualDeadline
	if c.p != nil && c.p.deadline > 0 {
		d = c.p.deadline
	}
	switch {
	case event == userPromptSubmit:
		return min(d, messageDeadline)
	case event != preToolUse && d > usualDeadline && d < time.Minute:
		return d - laterAnswer
	}
	return d
}

// ProjectVariables name the project folder in the environment of its hooks, the
// first that is set counts (SPEC L5).
func (c Client) ProjectVariables() []string {
	if c.p == nil {
		return nil
	}
	return c.p.project
}

// Fires reports whether the assistant has an event that is this one of usher's.
func (c Client) Fires(event string) bool { return c.p != nil && len(c.p.row(event).words) > 0 }

// protocol is what is particular to one assistant. Fields are places in what it
// sends: keys, with dots between the levels; of several the one that is there counts.
type protocol struct {
	name     string
	deadline time.Duration // of events that say none
	project  []string
	rows     []row
	kinds    []kind // events whose calls have no tool and arguments of the usual form

	event, session, cwd, roots []string
	tool, args                 []string
	server, own                string // an MCP tool's true names
	message, result            []string
	mayLack                    bool // the arguments, where a tool has none
	forms                      []form
	keep                       string // what a name keeps beside letters and digits
}

// row is one event of usher's as the assistant has it. The texts are what it reads,
// with $R for the reason (or what is added) and $E for its own word for the event.
type row struct {
	event string
	words []string
	deny  string
	ask   string
	none  string
	more  string // no objection, and a text for the model
	exit  int    // beside deny
}

// kind is a call that a host's event describes in its own way: what the tool is
// called, and the members or the one object that are its arguments.
type kind struct {
	word, tool string
	only       string // of the event's calls, those of this tool
	members    []string
	args       string
	server     string // of MCP: where its server's and its tool's name are
	own        string
}

// form is how an assistant writes an MCP tool: before the server, and between the
// server and the tool.
type form struct{ before, between string }

func (p *protocol) row(event string) row {
	for _, r := range p.rows {
		if r.event == event {
			return r
		}
	}
	return row{}
}
