package files

import (
	"strconv"
	"strings"

	"usher/pkg/names"
)

// maxIDLook is how long a name may be, in bytes, to be made an id.
const maxIDLook = 1024

// assign gives every candidate an id (SPEC S2), "" where it can have none. A
// name that is an id keeps it, whatever other names would become it too; those
// get a number behind.
func (im *importer) assign(found []candidate) []names.ServerID {
	if im.as != "" && len(found) == 1 {
		return []names.ServerID{im.as}
	}
	taken, ids := map[string]bool{}, make([]names.ServerID, len(found))
	for i, c := range found {
		if id, err := names.ParseServerID(c.name); err == nil && names.Reserved(c.name) == "" && !byForm(c.name) && !taken[c.name] {
			ids[i], taken[c.name] = id, true
		}
	}
	for i, c := range found {
		if ids[i] != "" || sameName(found[:i], c) {
			continue
		}
		name := c.name
		if !c.named {
			name = proposal(c.value)
		}
		base := mapped(name)
		if base == "" || byForm(name) || names.Reserved(name) != "" || names.Reserved(base) != "" {
			continue
		}
		id := base
		for n := 2; taken[id]; n++ {
			tail := "-" + strconv.Itoa(n)
			id = strings.TrimRight(base[:min(len(base), 32-len(tail))], "-") + tail
		}
		ids[i], taken[id] = names.ServerID(id), true
	}
	return ids
}

// sameName reports a name that stands in the same list already: there the first
// entry stands.
func sameName(before []candidate, c candidate) bool {
	for _, b := range before {
		if c.named && b.named && b.group == c.group && b.name == c.name {
			return true
		}
	}
	return false
}

// mapped makes a name an id: small letters, a hyphen for anything else, server-
// in front of a digit, at most 32 characters; of a path too long for that its
// last part.
func mapped(name string) string {
	if len(name) > maxIDLook {
		return ""
	}
	id := slugged(name)
	if len(id) > 32 {
		if i := strings.LastIndexAny(strings.TrimRight(name, `/\`), `/\`); i >= 0 && slugged(name[i+1:]) != "" {
			id = slugged(name[i+1:])
		}
	}
	switch {
	case id == "" && name != "":
		id = "server"
	case id != "" && id[0] >= '0' && id[0] <= '9':
		id = "server-" + id
	}
	id = strings.TrimRight(id[:min(len(id), 32)], "-")
	if _, err := names.ParseServerID(id); err != nil {
		return ""
	}
	return id
}

func slugged(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && b.String()[b.Len()-1] != '-':
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// proposal is a name for an entry that has none: its package's, its program's or
// its host's.
func proposal(v *node) string {
	for _, m := range v.orNothing().members {
		if s, ok := m.value.word(); ok && roleOf(m.key) == roleURL {
			return hostWord(s)
		}
	}
	words, _ := commandWords(v)
	for _, w := range words[min(len(words), codeArgs(words)-1):] {
		if w != "" && w[0] != '-' {
			return strings.TrimPrefix(programName(w), "@")
		}
	}
	return "server"
}

// hostWord is the telling label of a URL's host: lab of https://mcp.lab.example/mcp.
func hostWord(raw string) string {
	_, rest, _ := strings.Cut(raw, "://")
	host := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"))]
	labels := strings.Split(host, ".")
	if last := labels[len(labels)-1]; len(labels) > 1 && strings.Trim(last, "0123456789") != "" {
		return labels[len(labels)-2]
	}
	return "server"
}
