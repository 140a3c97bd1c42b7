package files

import (
	"strconv"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

const (
	maxProblems = 100 // of a file and of an entry; the rest is not listed
	maxServers  = 200 // SPEC 18

	understood = "usher reads mcpServers, servers, context_servers, mcp, mcp_servers, extensions, amp.mcpServers, and a single entry with command or url"
)

// Import reads a client's config file, or a piece pasted from one, in whatever
// shape it is: the shape is told by what is there. from says whose file it is,
// where that is known, and so which variable forms are meant; "" recognises it.
// file is its name as messages show it, "" for a pasted piece.
//
// It never fails: what is wrong stands in the Report, each with its place. One
// bad entry costs only itself (SPEC F3); duplicate keys, a key that only looks
// like a known one, UTF-16, too large or too deep refuse the file (SPEC F1, F2).
// No message holds a value of env, headers, args or a URL.
func Import(data []byte, from Client, file string) Report {
	return (&importer{client: from, file: file}).all(data)
}

// ImportAs is Import of a piece that holds one server: it gets this id, whatever
// it is called there. Where there are several, each is read under its own name.
func ImportAs(data []byte, id names.ServerID) Report { return (&importer{as: id}).all(data) }

func (im *importer) all(data []byte) Report {
	from, file := im.client, im.file
	info, known := Find(from)
	if from != "" && !known {
		im.problem(strictjson.Place{}, "import/unknown-client", "the client "+quoted(string(from))+" is not known", "usher server import, without words, lists the clients whose files are here")
		return im.unusable()
	}
	d := document{data: data, file: file, limit: max(info.maxBytes, maxBytes)}
	im.report.Format = d.format(from)
	root, problems := d.read(im.report.Format)
	im.report.Problems = problems
	if root == nil {
		return im.unusable()
	}
	found := im.find(root)
	if im.client == "" {
		im.client = byFile(file)
	}
	im.report.Client = im.client
	switch {
	case im.report.Unusable:
		return im.unusable()
	case len(found) > maxServers:
		im.problem(root.at, "import/too-many", im.subject()+" defines "+strconv.Itoa(len(found))+" servers, at most "+strconv.Itoa(maxServers)+" are read", "")
		return im.unusable()
	}
	im.read(found)
	inFileOrder(im.report.Problems)
	return im.report
}

// importer is the state of one Import.
type importer struct {
	client Client
	file   string
	as     names.ServerID    // of the only server
	inputs map[string]string // ids of VS Code's inputs and what they ask
	report Report
}

func (im *importer) problem(at strictjson.Place, rule, message, hint string) {
	im.note(fault.SeverityError, at, rule, message, hint)
}

func (im *importer) note(sev fault.Severity, at strictjson.Place, rule, message, hint string) {
	im.report.Problems = append(im.report.Problems, fault.Problem{File: im.file, Line: at.Line, Column: at.Column,
		Rule: rule, Severity: sev, Message: message, Hint: hint})
}

func (im *importer) unusable() Report {
	im.report.Unusable, im.report.Client = true, im.client
	im.report.Servers, im.report.Refused = nil, nil
	inFileOrder(im.report.Problems)
	return im.report
}

func (im *importer) subject() string { return document{file: im.file}.subject() }

// read reads every entry and files it under found or refused.
func (im *importer) read(found []candidate) {
	ids := im.assign(found)
	for i, c := range found {
		e := &entry{im: im, candidate: c, id: ids[i], used: map[string]bool{}, asks: map[string]string{}}
		e.read()
		inFileOrder(e.problems)
		if e.failed {
			im.report.Refused = append(im.report.Refused, Refused{Name: c.name, Problems: e.problems})
			continue
		}
		im.report.Servers = append(im.report.Servers, Found{Name: c.name, Server: e.out, Unnamed: !c.named && im.as == "",
			Renamed: c.named && im.as == "" && c.name != string(e.out.ID), Scope: c.scope, Secrets: e.secrets, AllowEnv: e.allow, Notes: e.problems})
	}
}

// quoted is a key for a message: one line, harmless, cut where long, and not at
// all where it may be a secret.
func quoted(s string) string {
	if mcp.Secretish(s) {
		return `"…"`
	}
	return shown(s)
}

// shown is a server's name or a folder for a message: names may look random.
func shown(s string) string {
	if byForm(s) {
		return `"…"`
	}
	if short, cut := clean.Cut(s, 64); cut {
		s = short + "…"
	}
	return `"` + clean.Line(s) + `"`
}
