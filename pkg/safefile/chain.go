package safefile

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"usher/pkg/fault"
)

// chainTail is how much of the end of a chained file its next line is made from.
const chainTail = 40 << 10

// Next makes what is added to a chained file out of its end, the last bytes of it, and
// of how many bytes it has.
type Next func(tail []byte, size int64) ([]byte, error)

// Chain adds to the end of a file what next makes of that end, with the file itself
// locked, so that of many writers each sees what the one before it wrote. A missing
// file is made with mode 0600; one of root's keeps the mode that its administrator gave
// it. A link, a second name, a stranger's file and one that everybody may write are
// refused, and unless it is root's, one that its group may write.
//
// It does not wait for the disk: what is added may be lost with the machine, never with
// the process.
func Chain(ctx context.Context, path string, wait time.Duration, next Next) error {
	root, err := openFolder(filepath.Dir(path), Self)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return root.chain(ctx, filepath.Base(path), time.Now().Add(wait), next)
}

// Turn moves a chained file to another name of its folder, where nothing stands yet,
// and begins a new one of the same owner and mode with what next makes of its end.
func Turn(ctx context.Context, path, older string, wait time.Duration, next Next) error {
	root, err := openFolder(filepath.Dir(path), Self)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return root.turn(ctx, filepath.Base(path), older, time.Now().Add(wait), next)
}

// waited is the pause before a held lock is tried again, or the error that ends it.
func waited(ctx context.Context, path string, until time.Time) error {
	if !time.Now().Before(until) {
		return fail(path, aFile, ruleBusy, "is held by another program, and was not let go in time", "see who holds it: lsof "+quote(path), nil)
	}
	pause := time.NewTimer(time.Millisecond)
	defer pause.Stop()
	select {
	case <-ctx.Done():
		kind := fault.Failed
		if errors.Is(ctx.Err(), context.Canceled) {
			kind = fault.Interrupted
		}
		return &fault.Error{Kind: kind, Message: path + " is unchanged: the change was given up", Err: ctx.Err()}
	case <-pause.C:
		return nil
	}
}
