package files

import "usher/pkg/fault"

// Put gives the client's file with the entry in it: added behind the others, or in
// the place of the one of that name. Empty data is a new file. Whatever else stands
// in the file keeps its bytes, and the result is read back: were anything else
// different, it is an error and there is no result. file is its name as messages
// show it. The error is a *fault.Error whose Problems have places.
func (i Info) Put(file string, data []byte, e Entry) ([]byte, error) {
	if e.Empty() || e.Client != i.Client {
		return nil, fault.New(fault.Failed, "there is no entry to write")
	}
	root, err := i.open(file, data)
	if err != nil {
		return nil, err
	}
	d := document{data: data, file: file, limit: i.limit()}
	servers, err := i.servers(d, root)
	if err != nil {
		return nil, err
	}
	have, at := i.find(servers, e.Name)
	if have != nil && holds(have, e.value) {
		return data, nil
	}
	var out []byte
	switch i.Format {
	case FormatTOML:
		out, err = i.putTOML(d, e, at)
	case FormatYAML:
		out, err = i.putYAML(d, root, e, at)
	case FormatJSON, FormatJSONC:
		out, err = i.putJSON(d, e, at)
	case FormatNone:
	}
	if err != nil {
		return nil, err
	}
	return i.verified(file, root, out, e.Name, e.value)
}

// Take gives the file without the entry of that name, and false where there is
// none. A table of servers that is empty then goes too.
func (i Info) Take(file string, data []byte, name string) ([]byte, bool, error) {
	root, err := i.open(file, data)
	if err != nil {
		return nil, false, err
	}
	d := document{data: data, file: file, limit: i.limit()}
	servers, err := i.servers(d, root)
	if err != nil {
		return nil, false, err
	}
	have, at := i.find(servers, name)
	if have == nil {
		return data, false, nil
	}
	only := len(servers.members)+len(servers.items) == 1
	var out []byte
	switch i.Format {
	case FormatTOML:
		out, err = i.takeTOML(d, name, at)
	case FormatYAML:
		out, err = i.takeYAML(d, root, at, only)
	case FormatJSON, FormatJSONC:
		out, err = i.takeJSON(d, name, at, only)
	case FormatNone:
	}
	if err == nil {
		out, err = i.verified(file, root, out, name, nil)
	}
	return out, err == nil, err
}
