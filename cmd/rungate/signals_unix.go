//go:build unix

package rungate

import (
	"os"
	"os/signal"
	"syscall"
)

// ending are the signals that would end the program.
func ending() []os.Signal { return append(asking(), syscall.SIGPIPE) }

// asking are those that others send to end it.
func asking() []os.Signal {
	return []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM}
}

// outlive makes a write to a reader that is gone an error and not a death. It
// comes last: once ignored, SIGPIPE could not be caught any more
// (TestSignalWhileAHookRunsDenies).
func outlive() { signal.Ignore(syscall.SIGPIPE) }
