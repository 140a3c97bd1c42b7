package client

import "io"

// atOnce is nil: a pipe's end waits here, whoever writes to it.
func atOnce(io.Writer) func([]byte) int { return nil }
