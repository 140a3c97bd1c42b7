// Command testgate is usher-gate for the tests: the shipped main with one more
// door, a machine layer that need not be the computer's. It is never installed.
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
	self, _ := os.Executable()
	dir, _ := os.Getwd()
	env := rungate.Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Environ: os.Environ(), WorkDir: dir, Self: self,
	}
	env.MachineDir = env.Getenv("USHER_TEST_MACHINE_DIR")
	os.Exit(rungate.Run(env))
}
