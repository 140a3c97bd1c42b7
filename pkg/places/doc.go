// Package places says where things live: the assistant folder, the state and
// data folders, the machine's folder and the project (SPEC L2 to L5, C3).
//
// It reads the environment through the function it is given, looks at folders
// with stat only, creates nothing, reads no file (no .env), and runs nothing (no
// git). What it cannot tell for certain it refuses: a place taken from the
// environment must be absolute and outside the project.
//
// Any package may import it; it imports fault (and golang.org/x/sys on Windows).
package places
