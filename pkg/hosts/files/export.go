package files

import (
	"slices"
	"strings"
	"unicode"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/sandbox"
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
// express is a problem: an error where another server would be started, or reached,
// without it, and the Entry is then empty; a warning where it is left out. A value
// that is a secret is never written, nor is ${secret:…}: the client has no way to
// usher's store (SPEC S13, E3).
func Export(i Info, s mcp.Server, name string) (Entry, []fault.Problem) {
	x := &exporter{info: i, able: i.able(), server: s, name: name}
	x.checkName()
	var ms []member
	if s.Remote() {
		ms = x.remote()
	} else {
		ms = x.local()
	}
	ms = append(ms, x.common()...)
	if x.failed {
		return Entry{}, x.problems
	}
	return Entry{Client: i.Client, Name: name, value: i.named(name, ms)}, x.problems
}

// Gateway is usher itself as a server: program serve, with flags for the folders, as
// Wiring.Places has them, because some clients drop the environment (SPEC C3).
func Gateway(program string, places []string) mcp.Server {
	return mcp.Server{Command: program, Args: append([]string{"serve"}, places...), Reach: sandbox.Reach{Off: true}}
}

type exporter struct {
	info     Info
	able     able
	server   mcp.Server
	name     string
	problems []fault.Problem
	failed   bool
}

func (x *exporter) note(sev fault.Severity, rule, message, hint string) {
	x.failed = x.failed || sev == fault.SeverityError
	x.problems = append(x.problems, fault.Problem{Entry: x.name, Rule: "export/" + rule, Severity: sev, Message: message, Hint: hint})
}

func (x *exporter) fail(rule, message, hint string) {
	x.note(fault.SeverityError, rule, message, hint)
}

func (x *exporter) warn(rule, message, hint string) {
	x.note(fault.SeverityWarning, rule, message, hint)
}

func (x *exporter) checkName() {
	odd := func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }
	switch {
	case x.name == "" || len(x.name) > 64 || strings.ContainsFunc(x.name, odd):
		x.fail("name", "the name must be 1 to 64 characters without blanks", "")
	case slices.Contains(x.able.reserved, x.name):
		x.fail("name", quoted(x.name)+" is a name of "+x.info.Name+"'s own", "choose another name")
	case (x.info.Client == Gemini || x.info.Client == Qwen) && strings.Contains(x.name, "_"):
		x.warn("name", x.info.Name+" does not tell server and tool apart where a name has an underscore", "choose a name without")
	}
}

// common is what both kinds of server have.
func (x *exporter) common() []member {
	s, a := x.server, x.able
	ms := a.more
	if s.Disabled {
		ms = slices.DeleteFunc(slices.Clone(ms), func(m member) bool { return m.key == a.off })
		if a.off == "" {
			x.fail("disabled", "the server is disabled, which "+x.info.Name+" cannot say: it would be started there", "usher server enable "+string(s.ID))
		} else {
			ms = append(ms, pair(a.off, newBool(a.offWord)))
		}
	}
	switch {
	case s.Timeout > 0 && a.start != "":
		ms = append(ms, pair(a.start, newNumber((int(s.Timeout.Milliseconds())+a.unit-1)/a.unit)))
	case s.Timeout > 0:
		x.note(fault.SeverityNote, "timeout", "how long a start may take is left out", "")
	}
	if s.Protocol != "" {
		x.note(fault.SeverityNote, "protocol", "the version of MCP that is asked for is left out: "+x.info.Name+" agrees on one by itself", "")
	}
	switch {
	case s.Description != "" && a.about != "":
		ms = append(ms, pair(a.about, newText(s.Description)))
	case s.Description != "":
		x.note(fault.SeverityNote, "description", "the description is left out", "")
	}
	return ms
}
