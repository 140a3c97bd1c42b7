package files

import (
	"strconv"
	"strings"

	"usher/pkg/strictjson"
)

// lookAlikes refuses a top key that only looks like a root's (SPEC F2).
func (f *finder) lookAlikes(root *node) {
	for _, m := range root.members {
		near := strictjson.Nearest(m.key, rootKeys[:])
		if near != "" && near != m.key && strings.EqualFold(near, m.key) {
			f.im.problem(m.at, "import/key-case", "the top key "+quoted(m.key)+" only looks like "+quoted(near), "write "+quoted(near))
			f.im.report.Unusable = true
		}
	}
}

// list reads a list of entries, each with a name of its own.
func (f *finder) list(v *node, root string) {
	f.groups++
	f.told = f.told || root != ""
	for i, item := range v.items {
		c := single(item)
		c.where, c.group = root+"["+strconv.Itoa(i)+"]", f.groups
		f.found = append(f.found, c)
	}
}

// table reads a table of entries by name.
func (f *finder) table(v *node, root, scope string) {
	f.groups++
	f.told = f.told || root != ""
	for _, m := range v.members {
		if strings.HasPrefix(m.key, "_") || strings.HasPrefix(m.key, "$") {
			continue
		}
		f.found = append(f.found, candidate{name: m.key, named: true, at: m.at, value: m.value,
			where: root + "[" + shown(m.key) + "]", group: f.groups, scope: scope})
	}
}
