package launch

import (
	"strings"
	"syscall"
	"testing"

	"usher/pkg/sandbox"
)

// makesSockets is python: how many sockets it was not given, or given by the number
// of a descriptor that it has already.
const makesSockets = `
import socket
lost = 0
for i in range(2000):
    try:
        s = socket.socket()
        lost += s.fileno() < 3
        s.detach() if s.fileno() < 3 else s.close()
    except OSError as e:
        lost += 1
print("lost", lost)
`

// SPEC B5: a signal that reaches the supervisor in the middle of an answer, as those of
// its own runtime do, changes no answer. The kernel gives up a descriptor that it was
// about to hand over then, and says 0 to who asked for it.
func TestASignalChangesNoAnswer(t *testing.T) {
	p := planOf(t, "")
	p.Network, p.Program, p.Argv0, p.Args = sandbox.NetworkLocalhost, realpath("/usr/bin/python3"), "python3", []string{"-I", "-c", makesSockets}
	cmd := caged(t, p, "")
	var out, said strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &said
	noError(cmd.Start())
	ended := make(chan error)
	go func() { ended <- cmd.Wait() }()
	for running := true; running; {
		select {
		case err := <-ended:
			if running = false; err != nil || out.String() != "lost 0\n" {
				t.Errorf("%v: %s%s", err, out.String(), said.String())
			}
		default:
			_ = cmd.Process.Signal(syscall.SIGURG)
		}
	}
}
