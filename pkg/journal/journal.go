package journal

import (
	"context"
	"path/filepath"

	"usher/pkg/safefile"
)

const (
	fileName = "log.jsonl"
	older    = fileName + ".1"
	lockName = "log.lock"

	// maxSize is where a new file is begun and the old one becomes the older (SPEC 20).
	maxSize = 5 << 20
)

// Path is where the journal of a state folder stands.
func Path(state string) string { return filepath.Join(state, fileName) }

// Append keeps one failure. It makes the state folder and the journal where they
// are missing, private both, and refuses those that are somebody else's. Writers
// at the same time lose nothing.
func Append(ctx context.Context, state string, e Entry) error {
	if err := safefile.Private(state); err != nil {
		return err
	}
	return safefile.Append(ctx, safefile.Change{
		Path: Path(state), Max: maxSize, Lock: filepath.Join(state, lockName), Who: safefile.Self,
	}, e.line())
}
