package safefile

import (
	"os"
	"slices"
	"strings"
)

// maxSpelling bounds the entries that are compared with a name.
const maxSpelling = 100_000

// exactly refuses a name that is not, byte for byte, an entry of the open
// folder it was opened in. path is the full path.
func exactly(folder *os.File, path, name string) error {
	names, err := listed(folder, path, maxSpelling)
	if err != nil || slices.Contains(names, name) {
		return err
	}
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return fail(path, aFile, ruleName, "is spelled "+n+" on the disk", "rename it to "+name, nil)
		}
	}
	return fail(path, aFile, ruleName, "is spelled in another way on the disk", "rename it to "+name, nil)
}
