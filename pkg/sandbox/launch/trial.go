package launch

import "strconv"

// Trial is what usher-run tries as the server of a sandbox, to see that it holds
// before any server is started in one (SPEC B4).
type Trial struct {
	Data       string // the server's own folder: must be writable
	Hidden     string // a file outside of it: must not be readable
	Port       int    // of a listener on this computer's loopback that must answer; 0: nothing may be reached
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
	return []string{ProbeWord, t.Data, t.Hidden, strconv.Itoa(t.Port), strconv.FormatBool(t.Namespaces)}
}

// readTrial is the trial of arguments after ProbeWord.
func readTrial(args []string) (t Trial, ok bool) {
	if len(args) != 4 {
		return Trial{}, false
	}
	port, err := strconv.Atoi(args[2])
	inside, err2 := strconv.ParseBool(args[3])
	return Trial{args[0], args[1], port, inside}, err == nil && err2 == nil
}
