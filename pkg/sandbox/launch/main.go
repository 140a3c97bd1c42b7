package launch

// The words that make usher-run one of the stages, its hidden first argument.
const (
	CageWord  = "cage"  // outside: reads the plan, starts the rest, waits
	initWord  = "init"  // process 1 of the namespaces: builds the root, starts the server
	innerWord = "inner" // the last step where another program has built the root
)

// ByHand is what Main gives when usher did not start it: nothing was done. It is no
// exit status, for every one of these may be the server's.
const ByHand = -1

// Main is the body of usher-run for every word but the reaper's, and returns its
// exit status: that of the server, FailedStatus where the sandbox could not be
// built (with one line on standard error that begins with FailedWord), ByHand.
func Main(args []string) int {
	if len(args) == 0 {
		return ByHand
	}
	return stage(args[0], args[1:])
}
