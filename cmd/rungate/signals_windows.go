package rungate

import (
	"os"
	"syscall"
)

func ending() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }
