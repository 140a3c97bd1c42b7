package rungate

import "io"

// atOnce: on Windows there is no look at a pipe that never waits.
func atOnce(stdin io.Reader) input { return input{rest: stdin} }
