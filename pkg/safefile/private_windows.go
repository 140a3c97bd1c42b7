package safefile

import (
	"errors"
	"os"

	"usher/pkg/fault"
)

// Private makes a folder and the folders above it, or checks one that exists: it
// must belong to the person who runs this or to Administrators and be writable
// by nobody else (SPEC L4). Windows has no mode: a new folder takes the access
// list of the one above it, which in a person's profile is private.
func Private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return failedIO(dir, aFolder, "cannot be made", err)
	}
	root, err := OpenRoot(dir, Self)
	var e *fault.Error
	if errors.As(err, &e) && len(e.Problems) > 0 && e.Problems[0].Rule != ruleIO {
		e.Kind = fault.Refused
	}
	if err != nil {
		return err
	}
	return root.Close()
}
