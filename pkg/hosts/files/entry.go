package files

import (
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
	used     map[string]bool   // names of secrets
	asks     map[string]string // what is asked for, and how the entry names it
	allow    []names.EnvName
	problems []fault.Problem
	failed   bool
}

// label is the entry in Problem.Entry and in front of a message.
func (e *entry) label() (entry, subject string) {
	switch {
	case e.id != "":
		return string(e.id), "server " + shown(string(e.id))
	case e.named:
		return strings.Trim(shown(e.name), `"`), "server " + shown(e.name)
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
	case e.id == "" && byForm(e.name):
		e.fail(e.at, "import/secret", "the name looks as if it were a secret", "give it another name")
	case e.named && e.id == "" && mapped(e.name) != "":
		e.fail(e.at, "import/duplicate-id", "the name stands twice in one list; the first entry is taken", "give this one another name")
	case e.id == "":
		e.fail(e.at, "import/bad-id", "the name gives no id", "an id is 1 to 32 lower-case letters, digits and hyphens, starting with a letter")
	case e.im.as != "": // the person said what it is called
	case e.named && e.name != string(e.id):
		e.warn(e.at, "import/renamed", "it was called "+shown(e.name)+", which is no id here or is taken", "")
	}
	if e.id != "" && e.scope != "" {
		e.warn(e.at, "import/scope", "in Claude Code it is for the folder "+shown(e.scope)+" alone; here it would be yours everywhere", "")
	}
}
