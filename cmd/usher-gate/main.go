package main

import (
	"os"

	"usher/cmd/rungate"
	"usher/pkg/proc"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == proc.ReaperWord {
		os.Exit(proc.ReaperMain(os.Args[2:]))
	}
	stackRoom(len(os.Args) == 0)
	dir, _ := os.Getwd()
	os.Exit(rungate.Run(rungate.Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Environ: os.Environ(), WorkDir: dir,
	}))
}
