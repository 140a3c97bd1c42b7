package files

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// entry turns one candidate into a server. It goes on after a fault so that all
// are reported; any error refuses it.
type entry struct {
	im *importer
	candidate
	id       names.ServerID
	out      mcp.Server
	fields   [roleNoPlace + 1][]member // by role, in file order
	secrets  []Secret
	used     map[string]bool // names of secrets
	allow    []names.EnvName
	problems []fault.Problem
	failed   bool
}

// label is the entry in Problem.Entry and in front of a message.
func (e *entry) label() (entry, subject string) {
	switch {
	case e.id != "":
		return string(e.id), "server " + quoted(string(e.id))
	case e.named:
		return strings.Trim(quoted(e.name), `"`), "server " + quoted(e.name)
	}
	return e.where, e.where
}

func (e *entry) note(sev fault.Severity, at strictjson.Place, rule, message, hint string) {
	first := sev == fault.SeverityError && !e.failed
	e.failed = e.failed || first
	if len(e.problems) >= maxProblems && !first {
		return
	}
	label, subject := e.label()
	e.problems = append(e.problems, fault.Problem{File: e.im.file, Line: at.Line, Column: at.Column, Entry: label,
		Rule: rule, Severity: sev, Message: subject + ": " + message, Hint: hint})
}

func (e *entry) fail(at strictjson.Place, rule, message, hint string) {
	e.note(fault.SeverityError, at, rule, message, hint)
}

func (e *entry) warn(at strictjson.Place, rule, message, hint string) {
	e.note(fault.SeverityWarning, at, rule, message, hint)
}

func (e *entry) tell(at strictjson.Place, rule, message, hint string) {
	e.note(fault.SeverityNote, at, rule, message, hint)
}

// read reads the entry; what is wrong with it stands in problems.
func (e *entry) read() {
	if e.checkID(); e.id == "" {
		return
	}
	if !e.value.is(strictjson.KindObject) {
		e.fail(e.at, "import/bad-type", "an entry must be a table, got "+e.value.what(), "")
		return
	}
	e.out.ID = e.id
	e.sort(e.value)
	e.readCommon()
	switch {
	case e.kind():
		e.readRemote()
	default:
		e.readLocal()
	}
	if !e.failed {
		e.check()
	}
}

// checkID says what became of the name (SPEC S2).
func (e *entry) checkID() {
	own := names.Reserved(e.name)
	if own == "" {
		own = names.Reserved(mapped(e.name))
	}
	switch {
	case e.named && own != "" && e.id == "":
		e.fail(e.at, "import/reserved-id", "the name is or looks like the reserved "+quoted(own)+", which names a tool family of its own", "give it another name, such as "+quoted("my-"+own))
	case e.named && e.id == "" && mapped(e.name) != "":
		e.fail(e.at, "import/duplicate-id", "the name stands twice in one list; the first entry is taken", "give this one another name")
	case e.id == "":
		e.fail(e.at, "import/bad-id", "the name gives no id", "an id is 1 to 32 lower-case letters, digits and hyphens, starting with a letter")
	case e.named && e.name != string(e.id):
		e.warn(e.at, "import/renamed", "it was called "+quoted(e.name)+", which is no id here or is taken", "")
	}
	if e.id != "" && e.scope != "" {
		e.warn(e.at, "import/scope", "in Claude Code it is for the folder "+quoted(e.scope)+" alone; here it would be yours everywhere", "")
	}
}

// sort files every key under its role, and says what is left out.
func (e *entry) sort(v *node) {
	for _, m := range v.members {
		r := roleOf(m.key)
		switch {
		case strictjson.Ignored(m.key):
		case m.value.is(strictjson.KindNull):
			e.fail(m.at, "import/null", quoted(m.key)+" is null, which is never a value", "take it out")
		case r == roleNested, r == roleType && m.value.is(strictjson.KindObject), e.program(m, r):
			e.sort(m.value.orNothing())
		case r == roleApproval, r == roleDeny, r == roleNoPlace:
			rule, message, hint := why(m.key)
			e.warn(m.at, rule, quoted(m.key)+" "+message, hint)
		case r == roleUnknown:
			e.stray(m)
		default:
			e.fields[r] = append(e.fields[r], m)
		}
	}
}

// program is a command written as a table of its own, as Zed did; its path is
// the command.
func (e *entry) program(m member, r role) bool {
	if r != roleCommand || !m.value.is(strictjson.KindObject) {
		return false
	}
	if p := m.value.get("path"); p != nil {
		e.fields[roleCommand] = append(e.fields[roleCommand], member{m.key, m.at, p})
		m.value.members = slices.DeleteFunc(m.value.members, func(x member) bool { return x.key == "path" })
	}
	return true
}

// stray is an unknown key. One that only looks like a known one refuses the
// entry (SPEC F2): two readers would read two servers in it.
func (e *entry) stray(m member) {
	near := strictjson.Nearest(m.key, knownKeys[:])
	if near != "" && strings.EqualFold(near, m.key) {
		e.fail(m.at, "import/key-case", "key "+quoted(m.key)+" only looks like "+quoted(near), "write "+quoted(near))
		return
	}
	rule, message, hint := why(m.key)
	if near != "" {
		hint = "did you mean " + quoted(near) + "?"
	}
	e.warn(m.at, rule, "key "+quoted(m.key)+" "+message, hint)
}
