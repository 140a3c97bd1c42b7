// Command usher decides which tool calls of AI assistants may run.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"usher/cmd"
	"usher/pkg/proc"
)

// version is stamped by the build (see Makefile); without a stamp the module's
// own version counts.
var version string

func main() { os.Exit(run()) }

// run answers before any flag is read when usher stands in for its sibling
// usher-run; else a signal ends the context, and a second one the process.
func run() int {
	if len(os.Args) > 1 && os.Args[1] == proc.ReaperWord {
		return proc.ReaperMain(os.Args[2:])
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer stop()
	context.AfterFunc(ctx, stop)
	return cmd.Main(ctx, cmd.ProcessEnv(version))
}
