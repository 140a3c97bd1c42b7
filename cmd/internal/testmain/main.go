// Command testmain is usher for the tests: the shipped main with one more door,
// a machine layer that need not be the computer's. It is never installed.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"usher/cmd"
	"usher/pkg/proc"
)

func main() { os.Exit(run()) }

func run() int {
	if len(os.Args) > 1 && os.Args[1] == proc.ReaperWord {
		return proc.ReaperMain(os.Args[2:])
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer stop()
	context.AfterFunc(ctx, stop)
	env := cmd.ProcessEnv("v0.0.0-test")
	env.MachineDir = env.Getenv("USHER_TEST_MACHINE_DIR")
	return cmd.Main(ctx, env)
}
