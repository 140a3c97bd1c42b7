package launch

// How a stage ends that could not build the sandbox or start the server in it: one
// line on standard error that begins with FailedWord, and the status FailedStatus.
// A server may say the same words, but that status is the stages' alone: one that
// ends with it is told as having ended with OwnStatus.
const (
	FailedStatus = 125
	OwnStatus    = 1
	FailedWord   = "usher-run: sandbox: "
)

// ProbeWord makes usher-run the server of a trial, which says what it can do
// inside the sandbox that was built around it (Main hands the rest to probe).
const ProbeWord = "probe"
