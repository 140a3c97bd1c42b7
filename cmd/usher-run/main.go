// Command usher-run stands between usher and the programs it starts: it is the
// reaper of package proc, which says what that promises. It is a program of its
// own because it starts with every call that has a hook: it links proc and next
// to nothing else, reads no file and no environment, and prints nothing but the
// line for a person who starts it by hand.
package main

import (
	"os"

	"usher/pkg/proc"
)

func main() {
	status := 2
	if len(os.Args) > 1 && os.Args[1] == proc.ReaperWord {
		status = proc.ReaperMain(os.Args[2:])
	}
	if status == 2 {
		_, _ = os.Stderr.WriteString("usher: error: usher-run is started by usher, not by hand\n")
	}
	os.Exit(status)
}
