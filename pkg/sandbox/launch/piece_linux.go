package launch

import (
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// piece is one thing that is put into the new root.
type piece struct {
	at   string
	rank rank
	tree int    // a mount that is not attached yet, for shown
	to   string // for linked
}

// rank is the order of pieces at one place; the last one is what is seen there.
// Between places the order is that of the paths: what lies above comes first.
type rank uint8

const (
	shown  rank = iota // a mount
	linked             // a symbolic link
	held               // a folder mounted on itself: it cannot be renamed (pitfall 8)
	fixed              // a path mounted on itself, read-only
	hidden             // an empty folder, or a file that nobody can open
)

// gather opens everything that the root will show, while the computer's own root
// is still there, and lists it with what is done inside, in order.
func gather(p sandbox.Plan) (pieces []piece, err error) {
	if err := sane(p); err != nil {
		return nil, err
	}
	for _, step := range []func(sandbox.Plan) ([]piece, error){systemPieces, planPieces} {
		more, err := step(p)
		pieces = append(pieces, more...)
		if err != nil {
			return pieces, err
		}
	}
	pieces = append(pieces, insidePieces(p)...)
	slices.SortStableFunc(pieces, func(a, b piece) int {
		if a.at != b.at {
			return strings.Compare(a.at, b.at)
		}
		return int(a.rank) - int(b.rank)
	})
	return slices.CompactFunc(pieces, func(a, b piece) bool { return a.at == b.at && a.rank == b.rank && a.rank > linked }), nil
}

// within reports whether path is root or below it.
func within(path, root string) bool {
	return path == root || root == "/" || strings.HasPrefix(path, root) && path[len(root)] == '/'
}

// planPieces are the folders and files of the plan. A file or a runtime that a
// grant shows anyhow is left as the grant has it.
func planPieces(p sandbox.Plan) (pieces []piece, err error) {
	add := func(attributes uint64, paths ...string) {
		for _, path := range paths {
			if err != nil {
				return
			}
			var tree int
			if tree, err = treeOf(path, attributes); err == nil {
				pieces = append(pieces, piece{at: path, tree: tree})
			}
			err = failed(stepMount, path, err)
		}
	}
	add(attrRead, p.Read...)
	add(attrWrite, p.Write...)
	add(attrWrite, p.Data)
	for _, path := range slices.Concat(p.Runtimes, p.Files) {
		if !isShown(p, path) {
			add(attrRead, path)
		}
	}
	for _, l := range p.Links {
		if !isShown(p, l.At) {
			pieces = append(pieces, piece{at: l.At, rank: linked, to: l.To})
		}
	}
	return pieces, err
}

// isShown reports whether the nearest thing above a path is a folder that shows it.
func isShown(p sandbox.Plan, path string) bool {
	above := func(dirs []string) (longest int) {
		for _, dir := range dirs {
			if within(path, dir) && dir != path {
				longest = max(longest, len(dir))
			}
		}
		return longest
	}
	return above(slices.Concat(p.Read, p.Write, p.Runtimes, []string{p.Data}, systemFolders[:])) > above(p.Mask)
}

// treeOf is a path of the plan as a mount.
func treeOf(path string, attributes uint64) (tree int, err error) {
	fd, err := find(path)
	if err != nil {
		return -1, err
	}
	defer unix.Close(fd)
	return copyTree(fd, attributes)
}
