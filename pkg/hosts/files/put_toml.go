package files

import (
	"strings"

	"usher/pkg/strictjson"
)

// putTOML writes the entry as one table: behind everything else, or where it stands.
func (i Info) putTOML(d document, e Entry, at int) ([]byte, error) {
	data, mark := bomApart(d.data)
	all := stretches(data)
	for _, s := range all { // what is written in one line cannot be added to
		if !s.header && len(s.key) == 1 && s.key[0] == i.Root {
			return nil, refusal(d, strictjson.PlaceOf([]byte(data), s.from), i.Root+" is written in one line", "write it as tables: "+i.header("NAME"))
		}
	}
	lines := i.linesTOML(e)
	if at < 0 {
		return []byte(mark + appended(data, lines, true)), nil
	}
	old := i.mine(all, e.Name, at)
	if len(old) == 0 || !old[0].header {
		return nil, refusal(d, strictjson.Place{}, "the entry is not written as a table", "write it as a table: "+i.header(e.Name))
	}
	for n := len(old) - 1; n > 0; n-- {
		data = cutOut(data, old[n].from, old[n].to, old[n].header)
	}
	end := lineEnd(data)
	block := strings.Join(lines, end)
	if strings.HasSuffix(data[old[0].from:old[0].to], "\n") {
		block += end
	}
	return []byte(mark + data[:old[0].from] + block + data[old[0].to:]), nil
}

func (i Info) takeTOML(d document, name string, at int) ([]byte, error) {
	data, mark := bomApart(d.data)
	old := i.mine(stretches(data), name, at)
	if len(old) == 0 {
		return nil, refusal(d, strictjson.Place{}, i.Root+" is written in one line", "write it as tables: "+i.header("NAME"))
	}
	for n := len(old) - 1; n >= 0; n-- {
		data = cutOut(data, old[n].from, old[n].to, old[n].header)
	}
	return []byte(mark + data), nil
}

func (i Info) header(name string) string {
	if i.List {
		return "[[" + i.Root + "]]"
	}
	return "[" + i.Root + "." + tomlKey(name) + "]"
}

func (i Info) linesTOML(e Entry) []string {
	lines := []string{i.header(e.Name)}
	for _, m := range e.value.members {
		lines = append(lines, tomlKey(m.key)+" = "+tomlValue(m.value))
	}
	return lines
}

// tomlKey is a key, bare where it may be.
func tomlKey(s string) string {
	bare := s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !(r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}) < 0
	if bare {
		return s
	}
	return jsonText(s)
}

func tomlValue(n *node) string {
	var parts []string
	switch {
	case n.is(strictjson.KindArray):
		for _, item := range n.items {
			parts = append(parts, tomlValue(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case n.is(strictjson.KindObject) && len(n.members) > 0:
		for _, m := range n.members {
			parts = append(parts, tomlKey(m.key)+" = "+tomlValue(m.value))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	return n.json()
}
