package mcp

import (
	"bytes"
	"slices"
	"strconv"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// With is the file with the server in it, in the shape the file has; `servers`
// where data is blank or has none (SPEC S1). An entry of that id is changed
// field by field, so that its comments and its place stay; one that did not load,
// or becomes another kind of server, is replaced; a new one goes to the end.
// Every other byte stays (SPEC F5).
//
// What the file format cannot say, or a file that ParseFile finds unusable, is a
// *fault.Error. The server itself is not checked: ParseFile of the result is.
func With(data []byte, s Server) ([]byte, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		data = nil
	}
	if mixed(s.Env) {
		return nil, fault.New(fault.Failed, "env of one server is a list of names or a map, not both", "write the passed ones as NAME=${env:NAME}")
	}
	file, root, err := editable(data)
	if err != nil {
		return nil, err
	}
	paths := entryPaths(root, file.Shape, string(s.ID))
	old := slices.IndexFunc(file.Servers, func(have Server) bool { return have.ID == s.ID })
	var out []byte
	switch {
	case len(paths) == 0 && file.Shape == ShapeMcpServers:
		out, err = strictjson.Set(data, []string{keyMcpServers, string(s.ID)}, object(fieldsOf(s)))
	case len(paths) == 0:
		out, err = strictjson.Set(data, []string{keyServers, "-"}, withID(s))
	case old >= 0 && file.Servers[old].Remote() == s.Remote() && file.Servers[old].Package.Kind == s.Package.Kind:
		out, err = change(data, paths[0], fieldsOf(file.Servers[old]), fieldsOf(s))
	case file.Shape == ShapeMcpServers:
		out, err = strictjson.Set(data, paths[0], object(fieldsOf(s)))
	default:
		out, err = strictjson.Set(data, paths[0], withID(s))
	}
	if err != nil {
		return nil, err
	}
	if _, _, err = editable(out); err != nil {
		return nil, err
	}
	return out, nil
}

// Without is the file with every entry of that id taken out, so that none that
// stood second takes its place; none at all is a *fault.Error.
func Without(data []byte, id string) ([]byte, error) {
	file, root, err := editable(data)
	if err != nil {
		return nil, err
	}
	paths := entryPaths(root, file.Shape, id)
	if len(paths) == 0 {
		return nil, fault.New(fault.Failed, "the file has no server "+quoted(id))
	}
	for _, path := range slices.Backward(paths) {
		if data, err = strictjson.Remove(data, path); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// editable refuses a file that counts for nothing: an edit would bury its faults.
// Code-loading names do not matter here: the file holds them already.
func editable(data []byte) (File, *strictjson.Value, error) {
	if len(data) == 0 {
		return File{}, nil, nil
	}
	root, _ := strictjson.Decode(data, decoding(""))
	file := ParseFile(data, Source{}, Rules{anyEnv: true})
	if file.Unusable {
		errors := slices.DeleteFunc(file.Problems, func(p fault.Problem) bool { return p.Severity != fault.SeverityError })
		return File{}, nil, &fault.Error{Message: "the file has faults and is not edited: " + errors[0].Message, Problems: errors}
	}
	return file, root, nil
}

// entryPaths are where the entries of an id stand, first to last.
func entryPaths(root *strictjson.Value, shape Shape, id string) (paths [][]string) {
	switch shape {
	case ShapeNone:
	case ShapeServers:
		for i, item := range root.Get(keyServers).Items() {
			if have, ok := item.Get("id").Text(); ok && have == id {
				paths = append(paths, []string{keyServers, strconv.Itoa(i)})
			}
		}
	case ShapeMcpServers:
		if root.Get(keyMcpServers).Get(id) != nil {
			paths = append(paths, []string{keyMcpServers, id})
		}
	}
	return paths
}

// change sets and removes only the fields that differ.
func change(data []byte, entry []string, from, to []field) ([]byte, error) {
	var err error
	for _, old := range from {
		if !slices.ContainsFunc(to, func(f field) bool { return f.key == old.key }) {
			if data, err = strictjson.Remove(data, append(slices.Clone(entry), old.key)); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range to {
		if !slices.Contains(from, f) {
			if data, err = strictjson.Set(data, append(slices.Clone(entry), f.key), []byte(f.json)); err != nil {
				return nil, err
			}
		}
	}
	return data, nil
}
