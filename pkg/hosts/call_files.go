package hosts

import (
	"fmt"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// filesKeys are the members of "files" that usher or a hook looks for (SPEC G6).
func filesKeys() []string { return []string{"projectRoot", "cad", "mesh", "activeCad", "activeMesh"} }

// readFiles reads the member "files". Any key may stand there; one that differs from
// a known one only in case refuses: the project it names, and with it the guards,
// would be passed by.
func readFiles(v *strictjson.Value, rules string) (files []File, ps []fault.Problem) {
	if v.Kind() != strictjson.KindObject {
		return nil, []fault.Problem{problem(v.Place(), rules+"/bad-value", "files must be an object")}
	}
	known := filesKeys()
	for _, m := range v.Members() {
		files = append(files, File{Key: m.Key, Value: m.Value.Raw()})
		i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, m.Key) })
		if i >= 0 && m.Key != known[i] && len(ps) < maxTold {
			ps = append(ps, problem(m.Place, rules+"/key-case", fmt.Sprintf("the key %s of files must be spelt %q", quoted(m.Key), known[i])))
		}
	}
	return files, ps
}
