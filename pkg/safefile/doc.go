// Package safefile reads and changes files without surprises (SPEC F1, F5, Q2).
//
// A Root is a folder held open. Read walks from it one component at a time and
// follows no link on the way; what was opened is then checked on the open
// handle (a regular file, ours or root's, not writable by others, not too large)
// and read once. Update locks, reads, edits, writes a new file beside the old
// one, fsyncs and renames: a crash at any moment leaves the old or the new file.
//
// It never follows a link below a root, never waits for a FIFO, never trusts a
// check made on a path instead of a handle, never parses, and never removes
// anything but its own left-over new files. A second hard link to a file is
// accepted: whoever uses a file digests the bytes that were read.
//
// Any package may import it; it imports fault, google/renameio, gofrs/flock,
// natefinch/atomic (Windows) and golang.org/x/sys.
package safefile
