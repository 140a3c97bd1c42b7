package files

import (
	"strings"

	"usher/pkg/strictjson"
)

// insert puts lines in the place of others, or of none.
func insert(data string, from, to int, lines []string) string {
	if from == to && from == len(data) {
		return appended(data, lines, false)
	}
	end := lineEnd(data)
	block := strings.Join(lines, end)
	if from == to || strings.HasSuffix(data[from:to], "\n") {
		block += end
	}
	return data[:from] + block + data[to:]
}

func (i Info) linesYAML(e Entry, indent string) []string {
	if i.List {
		lines := yamlLines(e.value, indent+"  ")
		lines[0] = indent + "- " + strings.TrimLeft(lines[0], " ")
		return lines
	}
	return append([]string{indent + yamlWord(e.Name) + ":"}, yamlLines(e.value, indent+"  ")...)
}

// yamlLines are the keys of a table, one a line.
func yamlLines(n *node, indent string) []string {
	var out []string
	for _, m := range n.members {
		key := indent + yamlWord(m.key) + ":"
		switch {
		case m.value.is(strictjson.KindObject) && len(m.value.members) > 0:
			out = append(append(out, key), yamlLines(m.value, indent+"  ")...)
		case m.value.is(strictjson.KindArray) && len(m.value.items) > 0:
			out = append(out, key)
			for _, item := range m.value.items {
				out = append(out, indent+"  - "+yamlScalarText(item))
			}
		default:
			out = append(out, key+" "+yamlScalarText(m.value))
		}
	}
	return out
}

func yamlScalarText(n *node) string {
	if s, ok := n.word(); ok {
		return yamlWord(s)
	}
	return n.json()
}

// yamlWord is a text: plain where nothing else could be meant, else in quotes.
func yamlWord(s string) string {
	plain := s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !(r == '-' || r == '_' || r == '/' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}) < 0
	if !plain || strings.IndexFunc(s[:1], func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '/' }) < 0 {
		return jsonText(s)
	}
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null", "y", "n":
		return jsonText(s)
	}
	return s
}
