package files

import "strings"

func (i Info) putYAML(d document, root *node, e Entry, at int) ([]byte, error) {
	data, mark := bomApart(d.data)
	m, found := root.member(i.Root)
	if err := oneLineEnd(d, data); err != nil {
		return nil, err
	}
	switch {
	case root.at.Line > 0 && offsetOf(data, root.at.Line) < len(data) && strings.HasPrefix(strings.TrimLeft(data[offsetOf(data, root.at.Line):], " "), "{"):
		return nil, refusal(d, root.at, "the file is written in braces", "write each key on a line of its own")
	case !found:
		return []byte(mark + appended(data, append([]string{i.Root + ":"}, i.linesYAML(e, "  ")...), false)), nil
	}
	b, err := i.blockOf(d, data, m)
	if err != nil {
		return nil, err
	}
	if len(b.starts) == 0 {
		return []byte(mark + i.firstYAML(data, b, e)), nil
	}
	from, to := b.ends[len(b.ends)-1], b.ends[len(b.ends)-1]
	if at >= 0 {
		from, to = b.starts[at], b.ends[at]
	}
	return []byte(mark + insert(data, from, to, i.linesYAML(e, b.indent))), nil
}

// firstYAML puts the entry under a key that has nothing, {} or [].
func (i Info) firstYAML(data string, b *block, e Entry) string {
	line := strings.TrimRight(data[b.key:b.below], "\r\n")
	rest := line[len(i.Root)+1:]
	comment := ""
	if at := strings.Index(rest, " #"); at >= 0 {
		comment = rest[at:]
	}
	head := data[:b.key] + i.Root + ":" + comment + data[b.key+len(line):b.below]
	if b.below == len(data) {
		return appended(head, i.linesYAML(e, "  "), false)
	}
	end := lineEnd(data)
	return head + strings.Join(i.linesYAML(e, "  "), end) + end + data[b.below:]
}

func (i Info) takeYAML(d document, root *node, at int, only bool) ([]byte, error) {
	data, mark := bomApart(d.data)
	m, _ := root.member(i.Root)
	if err := oneLineEnd(d, data); err != nil {
		return nil, err
	}
	b, err := i.blockOf(d, data, m)
	if err != nil {
		return nil, err
	}
	from, to := b.starts[at], b.ends[at]
	if !only {
		return []byte(mark + cutOut(data, from, to, false)), nil
	}
	if from == b.below && strings.TrimRight(data[b.key:b.below], " \r\n") == i.Root+":" {
		return []byte(mark + cutOut(data, b.key, to, false)), nil
	}
	none := " {}" // a comment stands here, and stays
	if i.List {
		none = " []"
	}
	colon := b.key + len(i.Root) + 1
	return []byte(mark + data[:colon] + none + cutOut(data[colon:], from-colon, to-colon, false)), nil
}

// member is a key with its place.
func (n *node) member(key string) (member, bool) {
	for _, m := range n.members {
		if m.key == key {
			return m, true
		}
	}
	return member{}, false
}
