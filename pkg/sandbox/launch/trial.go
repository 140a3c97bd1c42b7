package launch

import "strconv"

// Trial is what usher-run tries as the server of a sandbox, to see that it holds
// before any server is started in one (SPEC B4).
type Trial struct {
	Data       string // the server's own folder: must be writable
	Hidden     string // a file outside of it: must not be readable
	Socket     string // somebody else's socket, in a folder that may be read: must not answer
	Port       int    // of a listener on this computer's loopback
	Local      bool   // which must answer; else it must not
	Namespaces bool   // the tier has them: other processes must not be there
}

// How a trial ends: TrialHeld and status 0, or one line that says what it could
// do and must not (or the other way round) and TrialFailed.
const (
	TrialHeld   = "usher-run: the sandbox holds\n"
	TrialFailed = 3
)

// Args are usher-run's arguments for the trial.
func (t Trial) Args() []string {
	return []string{ProbeWord, t.Data, t.Hidden, t.Socket, strconv.Itoa(t.Port), strconv.FormatBool(t.Local), strconv.FormatBool(t.Namespaces)}
}

// readTrial is the trial of arguments after ProbeWord.
func readTrial(args []string) (t Trial, ok bool) {
	if len(args) != 6 {
		return Trial{}, false
	}
	port, err := strconv.Atoi(args[3])
	local, err2 := strconv.ParseBool(args[4])
	inside, err3 := strconv.ParseBool(args[5])
	return Trial{args[0], args[1], args[2], port, local, inside}, err == nil && err2 == nil && err3 == nil
}
