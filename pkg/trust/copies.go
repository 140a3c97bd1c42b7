package trust

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/digest"
	"usher/pkg/fault"
)

// SaveCopy keeps what a folder held when it was trusted, to compare with later
// (SPEC T6, L4): one 0600 file for each folder. An unreadable folder is an error.
func SaveCopy(ctx context.Context, state string, f Folder) error {
	if f.Err != nil {
		return f.Err
	}
	if !f.Digest.Valid() {
		return fault.New(fault.Failed, "the folder was not read, so there is nothing to keep a copy of")
	}
	return changeState(ctx, state, copyName(f.Path), copyFile().max, func([]byte, bool) ([]byte, error) {
		return encodeCopy(f), nil
	})
}

// ReadCopy gives the copy of a folder that was trusted as trusted says: its
// Digest, or with --definitions-only its Definitions, and then only those are
// given. A missing copy is fs.ErrNotExist. A copy of something else than what was trusted is an error: a
// difference to it would tell the person about a change that is none.
func ReadCopy(state, folder string, trusted digest.Digest) (Folder, error) {
	path := filepath.Join(state, filepath.FromSlash(copyName(folder)))
	data, err := readState(state, copyName(folder), copyFile().max)
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

// RemoveCopy forgets the copy of a folder, if there is one.
func RemoveCopy(state, folder string) error { return removeState(state, copyName(folder)) }

// copyName is the file below the state folder; the folder's path stands in it.
func copyName(folder string) string {
	_, hex, _ := strings.Cut(string(digest.Of("usher/copy/1", []byte(folder))), ":")
	return "copies/" + hex + ".json"
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
