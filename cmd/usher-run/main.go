// Command usher-run stands between usher and the programs it starts (package proc).
package main

import (
	"os"

	"usher/pkg/proc"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == proc.ReaperWord {
		os.Exit(proc.ReaperMain(os.Args[2:]))
	}
	_, _ = os.Stderr.WriteString("usher-run is started by usher, not by hand\n")
	os.Exit(2)
}
