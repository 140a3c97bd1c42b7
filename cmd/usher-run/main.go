// Command usher-run stands between usher and the programs it starts. It is the
// reaper of package proc, and each stage of a sandbox of package sandbox/launch;
// these say what they promise. It is a program of its own because it starts with
// every call that has a hook, and twice with every sandboxed server: it links
// next to nothing else, reads no environment, and prints nothing but the line for
// a person who starts it by hand and the one of a sandbox that could not be built.
package main

import (
	"os"

	"usher/pkg/proc"
	"usher/pkg/sandbox/launch"
)

func main() {
	status, byHand := 0, false
	if len(os.Args) > 1 && os.Args[1] == proc.ReaperWord {
		status = proc.ReaperMain(os.Args[2:])
		byHand = status == 2
	} else {
		status = launch.Main(os.Args[1:])
		byHand = status == launch.ByHand
	}
	if byHand {
		_, _ = os.Stderr.WriteString("usher: error: usher-run is started by usher, not by hand\n")
		status = 2
	}
	os.Exit(status)
}
