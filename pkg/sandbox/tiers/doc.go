// Package tiers finds out which sandbox this computer can build, and says in
// words why it cannot build a better one (SPEC B1, B4).
//
// It decides by really building each: usher-run starts a trial inside, which says
// what it could do there and what it could not. What was found is remembered in
// the state folder for this boot, kernel, person and version, so that later
// starts run nothing. It never starts a server, never builds anything in its own
// process, and never calls a tier good that it has not seen at work.
//
// It is apart from sandbox/launch, whose stages are part of usher-run: that starts
// with every hook and must not carry files, locks and texts. Whoever starts or
// shows a server may import it; it imports fault, safefile, proc, sandbox and the
// names of sandbox/launch.
package tiers
