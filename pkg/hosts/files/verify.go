package files

import (
	"slices"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// open reads a file that is to be edited. No bytes, or only blanks and comments
// where the format allows that, are an empty table.
func (i Info) open(file string, data []byte) (*node, error) {
	if len(trimmed(data)) == 0 {
		return newTable(), nil
	}
	d := document{data: data, file: file, limit: i.limit()}
	root, problems := d.read(i.Format)
	switch {
	case root == nil && len(problems) == 1 && problems[0].Rule == "import/empty" && (i.Format == FormatTOML || i.Format == FormatYAML):
		return newTable(), nil
	case root == nil:
		return nil, unreadable(d, problems)
	case root.kind == strictjson.KindNull && i.Format == FormatYAML:
		return newTable(), nil
	case root.kind != strictjson.KindObject:
		return nil, refusal(d, root.at, d.subject()+" is "+root.what()+", not a table", "")
	}
	return root, nil
}

func (i Info) limit() int { return max(i.maxBytes, maxBytes) }

// unreadable is the error of a file with faults: an edit would bury them.
func unreadable(d document, problems []fault.Problem) error {
	message := "has faults and is not edited"
	if len(problems) > 0 {
		message += ": " + problems[0].Message
	}
	return &fault.Error{Kind: fault.Refused, Message: d.subject() + " " + message, Problems: problems, Hints: []string{"correct it first; nothing was written"}}
}

// refusal is an error at a place of a file that could be read.
func refusal(d document, at strictjson.Place, message, hint string) error {
	e := &fault.Error{Kind: fault.Refused, Message: message,
		Problems: []fault.Problem{{File: d.file, Line: at.Line, Column: at.Column, Rule: "host/shape", Message: message, Hint: hint}}}
	if hint != "" {
		e.Hints = []string{hint}
	}
	return e
}

// servers is the table or list the client keeps servers in, or nil.
func (i Info) servers(d document, root *node) (*node, error) {
	want := strictjson.KindObject
	if i.List {
		want = strictjson.KindArray
	}
	n := root.get(i.Root)
	if n == nil || n.kind == strictjson.KindNull {
		return nil, nil
	}
	if n.kind != want {
		return nil, refusal(d, n.at, quoted(i.Root)+" must be "+want.String()+", got "+n.what(), "")
	}
	return n, nil
}

// find is the entry of a name and its index, or nil and -1.
func (i Info) find(servers *node, name string) (*node, int) {
	if servers == nil {
		return nil, -1
	}
	if !i.List {
		at := slices.IndexFunc(servers.members, func(m member) bool { return m.key == name })
		if at < 0 {
			return nil, -1
		}
		return servers.members[at].value, at
	}
	for at, item := range servers.items {
		if s, ok := item.get(i.nameKey()).word(); ok && s == name {
			return item, at
		}
	}
	return nil, -1
}

// nameKey is the key of a name within a list.
func (i Info) nameKey() string {
	if i.Client == Kkss {
		return "id"
	}
	return "name"
}

// rest is a document without one entry: what no edit may touch. A table of servers
// that is then empty says nothing.
func (i Info) rest(root *node, name string) *node {
	out := newTable()
	for _, m := range root.members {
		if m.key != i.Root {
			out.members = append(out.members, m)
			continue
		}
		_, at := i.find(m.value, name)
		left := *m.value.orNothing()
		switch {
		case at >= 0 && i.List:
			left.items = slices.Delete(slices.Clone(left.items), at, at+1)
		case at >= 0:
			left.members = slices.Delete(slices.Clone(left.members), at, at+1)
		}
		if len(left.items)+len(left.members) > 0 {
			out.members = append(out.members, pair(m.key, &left))
		}
	}
	return out
}

// verified reads a result back: the entry must stand as it was meant, nil being
// gone, and everything else as before.
func (i Info) verified(file string, before *node, result []byte, name string, want *node) ([]byte, error) {
	after, err := i.open(file, result)
	if err == nil {
		servers, bad := i.servers(document{file: file}, after)
		have, _ := i.find(servers, name)
		if bad == nil && (want == nil) == (have == nil) && same(have, want) && same(i.rest(before, name), i.rest(after, name)) {
			return result, nil
		}
	}
	return nil, &fault.Error{Kind: fault.Refused, Message: "the file is written in a way that usher cannot edit without changing something else",
		Hints: []string{"put the entry in by hand; nothing was written"}, Err: err}
}
