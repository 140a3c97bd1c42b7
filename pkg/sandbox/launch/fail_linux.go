package launch

import (
	"strings"

	"golang.org/x/sys/unix"
)

// failure is a step of a launch that did not succeed. It ends the start: there
// is no half a sandbox (SPEC B4).
type failure struct {
	step string // one word of the steps below
	what string // a path or a name, of the plan or of the system; never an argument or a value
	err  error
}

// The steps of a launch, as the line on standard error names them. What the
// kernel says of them is told apart by these words, so they stay as they are.
const (
	stepPlan       = "plan"
	stepNamespaces = "namespaces"
	stepMount      = "mount"
	stepNetwork    = "network"
	stepCaps       = "capabilities"
	stepLandlock   = "landlock"
	stepSeccomp    = "seccomp"
	stepSupervise  = "supervise"
	stepExec       = "exec"
)

func (f *failure) Error() string {
	text := f.step + ": "
	if f.what != "" {
		text += f.what + ": "
	}
	return strings.ReplaceAll(text+f.err.Error(), "\n", " ")
}

// failed makes a failure of an error; nil stays nil.
func failed(step, what string, err error) error {
	if err == nil {
		return nil
	}
	return &failure{step, what, err}
}

// say writes the one line of a start that failed. It is a single write, so that
// it does not mix with another process's.
func say(text string) int {
	line := FailedWord + strings.ReplaceAll(text, "\n", " ") + "\n"
	_, _ = unix.Write(2, []byte(line))
	return FailedStatus
}
