package files

import (
	"path"
	"strings"

	"usher/pkg/strictjson"
)

// Look says how an entry stands in the client's file. What the client, or a person
// in it, put beside what usher writes, such as its own list of tools, changes
// nothing; another command, environment or switch does.
func (i Info) Look(file string, data []byte, e Entry) (Presence, error) {
	root, err := i.open(file, data)
	if err != nil {
		return Missing, err
	}
	servers, err := i.servers(document{file: file}, root)
	if err != nil {
		return Missing, err
	}
	have, _ := i.find(servers, e.Name)
	switch {
	case have == nil:
		return Missing, nil
	case holds(have, e.value):
		return Exact, nil
	case !i.gateway(have):
		return Foreign, nil
	case holds(i.unplaced(have), i.unplaced(e.value)):
		return Moved, nil
	}
	return Changed, nil
}

// holds reports that everything of want stands in have, and nothing beside it that
// decides what is started.
func holds(have, want *node) bool {
	if !have.is(strictjson.KindObject) || !want.is(strictjson.KindObject) {
		return same(have, want)
	}
	for _, m := range want.members {
		if v := have.get(m.key); v == nil || !same(v, m.value) {
			return false
		}
	}
	for _, m := range have.members {
		if want.get(m.key) == nil && decides(m) {
			return false
		}
	}
	return true
}

func decides(m member) bool {
	switch roleOf(m.key) {
	case roleTimeout, roleDescription, roleApproval, roleDeny, roleNoPlace, roleUnknown:
		return m.key == "envFile" || m.key == "headersHelper"
	case roleDisabled:
		return !m.value.is(strictjson.KindBool) || m.value.truth
	case roleEnabled:
		return !m.value.is(strictjson.KindBool) || !m.value.truth
	default:
		return true
	}
}

// gateway reports an entry that runs usher serve.
func (i Info) gateway(n *node) bool {
	argv := i.argv(n)
	return len(argv) > 1 && isProgram(argv[0], "usher") && argv[1] == "serve"
}

func (i Info) argv(n *node) []string {
	var out []string
	add := func(n *node) {
		if s, ok := n.word(); ok {
			out = append(out, s)
		}
	}
	command := n.get(i.Shape.Command)
	add(command)
	for _, list := range []*node{command, n.get("args")} {
		if list != nil {
			for _, item := range list.items {
				add(item)
			}
		}
	}
	return out
}

// unplaced is an entry without the words that differ from one computer to the next.
func (i Info) unplaced(n *node) *node {
	out := newTable()
	for _, m := range n.members {
		if m.key != i.Shape.Command && m.key != "args" {
			out.members = append(out.members, m)
		}
	}
	argv := i.argv(n)
	if len(argv) == 0 {
		return out
	}
	out.members = append(out.members, pair("args", newTexts(withoutPlaces(argv))))
	return out
}

// placeFlag reports a flag whose value is a folder.
func placeFlag(s string) bool {
	return s == "--home" || s == "--state" || s == "--data" || s == "--project"
}

// isProgram compares a path's last element with a program's name.
func isProgram(file, name string) bool {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	return base == name || strings.EqualFold(base, name+".exe")
}
