package safefile

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

func (r *Root) chain(ctx context.Context, name string, until time.Time, next Next) error {
	f, err := r.lockChain(ctx, name, os.O_CREATE, until)
	if err != nil {
		return err
	}
	data, err := r.nextOf(f, name, next)
	if err == nil {
		_, err = f.Write(data)
		if err != nil {
			err = failedIO(r.full(name), aFile, "cannot be written to", err)
		}
	}
	return errors.Join(err, f.Close())
}

func (r *Root) turn(ctx context.Context, name, older string, until time.Time, next Next) error {
	f, err := r.lockChain(ctx, name, 0, until)
	if err != nil {
		return err
	}
	data, err := r.nextOf(f, name, next)
	if err = errors.Join(err, f.Close()); err != nil { // an open file cannot be moved
		return err
	}
	if _, err := os.Lstat(r.full(older)); err == nil {
		return fail(r.full(older), aFile, ruleIO, "stands there already, and is not written over", "", nil)
	}
	if err := os.Rename(r.full(name), r.full(older)); err != nil {
		return failedIO(r.full(name), aFile, "cannot be moved to "+older, err)
	}
	begun, err := r.dir.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return failedIO(r.full(name), aFile, "was moved to "+older+", and no new one can be made", err)
	}
	_, err = begun.Write(data)
	return errors.Join(err, begun.Close())
}

// lockChain opens a chained file and locks a byte far behind its end, which nobody reads.
func (r *Root) lockChain(ctx context.Context, name string, create int, until time.Time) (*os.File, error) {
	if create == 0 {
		if _, err := os.Lstat(r.full(name)); err != nil {
			return nil, unopened(r.full(name), aFile, err)
		}
	}
	if _, _, err := r.tail(name); err != nil { // checks owner, kind and second names
		return nil, err
	}
	f, err := r.dir.OpenFile(name, os.O_RDWR|os.O_APPEND|create, 0o600)
	if err != nil {
		return nil, unopened(r.full(name), aFile, err)
	}
	for {
		over := windows.Overlapped{OffsetHigh: 1 << 30}
		err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &over)
		if err == nil {
			return f, nil
		}
		if err = waited(ctx, r.full(name), until); err != nil {
			_ = f.Close()
			return nil, err
		}
	}
}

func (r *Root) nextOf(f *os.File, name string, next Next) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, failedIO(r.full(name), aFile, "cannot be looked at", err)
	}
	tail := make([]byte, min(info.Size(), chainTail))
	if n, err := f.ReadAt(tail, info.Size()-int64(len(tail))); n < len(tail) && !errors.Is(err, io.EOF) {
		return nil, failedIO(r.full(name), aFile, "cannot be read", err)
	}
	return next(tail, info.Size())
}
