package client

import "io"

// AtOnce is nil: a pipe's end waits here, whoever writes to it.
func AtOnce(io.Writer) func([]byte) int { return nil }
