// Package proc starts other programs without surprises: an explicit
// environment, descriptors 0, 1 and 2 and no others, a session of its own, and
// an end that is always a value (SPEC H8, H11, H12, Q4, HOUSE 4.4).
//
// On Linux a small process of ours, the reaper (usher-run), stands between
// usher and the child. It is the child's subreaper: whatever the child starts,
// double-forked daemons included, stays below it and can be found and killed.
// It holds one end of a socket; when the other end goes away without a goodbye
// (usher was killed), everything below it dies.
//
// There are two kinds of children. A hook (Reaper.Run) has a time-out, its
// streams are drained and kept up to a cap, and what it leaves behind after a
// normal end lives on. A server (Start) lives until Stop, its streams are pipes
// of ours, it has a reaper process of its own, and nothing it started outlives
// it: not Stop, not usher's end, not the loss of its reaper.
//
// Detach starts a program of usher's own that outlives usher, and watches over
// nothing: that program has a reaper of its own.
//
// What it never does: run a shell, expand a word, pass on usher's own
// environment, or kill what an earlier hook left behind after a normal end.
// Work handed to another daemon (systemd-run, docker, at) is out of its reach,
// and so is a process that became another user.
//
// On other systems there is no subreaper. macOS and the BSDs: the child's
// process group is killed, a daemon that left its group survives, and so does
// the child when usher itself is killed by SIGKILL (a server still sees the end
// of its standard input). Windows: the child runs in a job object that dies with
// usher. On both, what a server leaves in its group or job when it ends by itself
// dies at that moment and not at Stop: the number of the group is then still its own.
//
// Any package that starts a program imports it. It imports the standard library
// only (on Windows also x/sys), and as little of that as it can, for it is most
// of usher-run. With the build tag usher_direct, Linux works as macOS does; the
// tests of what is common to both run with it too.
package proc
