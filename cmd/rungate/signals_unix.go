//go:build unix

package rungate

import (
	"os"
	"syscall"
)

func ending() []os.Signal {
	return []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGPIPE}
}
