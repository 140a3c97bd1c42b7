package trust

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/digest"
	"usher/pkg/fault"
	"usher/pkg/safefile"
)

// SaveCopy keeps what a folder holds as it is trusted, to compare with later
// (SPEC T6, L4): one 0600 file for each folder and digest, so that the copy of an
// older decision is there until the new one stands. An unreadable folder is an error.
func SaveCopy(ctx context.Context, state string, f Folder) error {
	if f.Err != nil {
		return f.Err
	}
	if !f.Digest.Valid() {
		return fault.New(fault.Failed, "the folder was not read, so there is nothing to keep a copy of")
	}
	return changeState(ctx, state, copyName(f.Path, f.Digest), copyFile().max, func([]byte, bool) ([]byte, error) {
		return encodeCopy(f), nil
	})
}

// ReadCopy gives the copy of a folder that was trusted as trusted says: its
// Digest, or with --definitions-only its Definitions, and then only those are
// given. A missing copy is fs.ErrNotExist. A copy that was touched is an error: a
// difference to it would tell the person about a change that is none.
func ReadCopy(state, folder string, trusted digest.Digest) (Folder, error) {
	name := copyName(folder, trusted)
	path := filepath.Join(state, filepath.FromSlash(name))
	data, err := readState(state, name, copyFile().max)
	if err != nil {
		return Folder{}, err
	}
	f, err := parseCopy(path, data)
	if err != nil {
		return Folder{}, err
	}
	if f.Path != folder || trusted != f.Digest && trusted != f.Definitions {
		return Folder{}, fault.New(fault.Failed, "the copy "+path+" is not of what was trusted in "+folder,
			"read the folder again, and trust it anew: usher trust grant --project "+folder)
	}
	if trusted != f.Digest { // nobody vouches for the rest
		return f.OnlyDefinitions(), nil
	}
	return f, nil
}

// RemoveCopies forgets the copies of a folder but those of the digests to keep.
func RemoveCopies(state, folder string, keep ...digest.Digest) error {
	root, err := safefile.OpenRoot(state, safefile.Self)
	if err != nil {
		return unlessAbsent(err)
	}
	defer func() { _ = root.Close() }()
	names, err := root.Names(copiesDir, maxCopies)
	if err != nil {
		return unlessAbsent(err)
	}
	for _, name := range names {
		name = copiesDir + "/" + name
		kept := slices.ContainsFunc(keep, func(d digest.Digest) bool { return name == copyName(folder, d) })
		if strings.HasPrefix(name, copiesOf(folder)) && !kept {
			err = errors.Join(err, removeState(state, name))
		}
	}
	return err
}

func unlessAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

const (
	copiesDir = "copies"
	maxCopies = 100_000
)

// copyName is the file below the state folder; the folder's path stands in it.
func copyName(folder string, trusted digest.Digest) string {
	return copiesOf(folder) + hexOf(trusted) + ".json"
}

// copiesOf is how the names of a folder's copies begin.
func copiesOf(folder string) string {
	return copiesDir + "/" + hexOf(digest.Of("usher/copy/1", []byte(folder))) + "-"
}

func hexOf(d digest.Digest) string {
	_, hex, _ := strings.Cut(string(d), ":")
	return hex
}

// CompareFolders gives the files of both, sorted by path, each with its Change:
// those of now, and those of old that are gone (SPEC 20). Beside the zero Folder
// every file is new.
func CompareFolders(old, now Folder) []File {
	var out []File
	for _, f := range now.Files {
		o, ok := old.File(f.Path)
		switch {
		case !ok:
			f.Change = FileNew
		case o.Digest == f.Digest:
			f.Change = FileSame
		default:
			f.Change = FileChanged
		}
		out = append(out, f)
	}
	for _, o := range old.Files {
		if _, ok := now.File(o.Path); !ok {
			o.Change = FileGone
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return out
}
