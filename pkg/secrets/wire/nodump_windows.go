package wire

// NoDump has no work on Windows: the Go runtime tells the system not to report
// a crash, so no dump of the process is kept unless an administrator asks for
// dumps of every program.
func NoDump() {}
