package safefile

import (
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
)

// defaultNames is how many entries of a folder are read where a caller gives no
// limit (SPEC 18).
const defaultNames = 2000

// listed reads the names of an open folder.
func listed(f *os.File, path string, max int) ([]string, error) {
	names, err := f.Readdirnames(max + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, failedIO(path, aFolder, "cannot be listed", err)
	}
	if len(names) > max {
		return nil, fail(path, aFolder, ruleTooMany,
			"holds more than "+strconv.Itoa(max)+" entries, the most that are read", "move some away", nil)
	}
	slices.Sort(names)
	return names, nil
}
