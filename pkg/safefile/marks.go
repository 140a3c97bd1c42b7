package safefile

import "time"

// Watch is a path and what of it counts.
type Watch struct {
	Path string // absolute
	// Place: only what the path names and whose it is count, not what changed in it: for
	// the folders above those that are read.
	Place bool
}

// Marks are what paths looked like at one moment, so that whoever read what lies
// there can tell that none of it is something else by now without reading it again. The
// zero value is never the same.
//
// What counts of a path is what the system says of it without following a link: what
// it is, whose, its mode, its size and both its times, of which the one that no program can
// set is taken by every write, rename and change of mode. An absent path counts as absent.
type Marks struct{ list []mark }

// fresh is how old a change must be before the next one is sure to bear another time.
const fresh = 100 * time.Millisecond

// MarksOf looks at paths. false where a later change might not be seen by looking: a file
// system that does not keep these times exactly or that other computers write to, a
// system other than Linux, and a change that is so fresh that the next one might bear
// the same time.
func MarksOf(paths []Watch) (Marks, bool) { return marksOf(paths, time.Now()) }

// Same reports that every path still looks as it did.
func (m Marks) Same() bool { return m.same() }
