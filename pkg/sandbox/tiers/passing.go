package tiers

// shortages are the words of a computer that had too little of something just then:
// EMFILE, ENFILE, ENOMEM and EAGAIN, as the kernel's names are told by Go, by C, and
// by usher's reaper. One that is met is tried again, never remembered (SPEC B4, B5).
var shortages = [...]string{
	"too many open files", "cannot allocate memory", "out of memory", "resource temporarily unavailable",
	"the limit on open files is reached", "failed to create new os thread",
}

// short reports that something was lacking just then.
func short(e Evidence, _ Settings) bool { return e.says(shortages[:]...) }

func shortCause(e Evidence, _ Settings) Cause {
	return Cause{All: true, What: "this computer ran short of something when a sandbox was tried (" + e.Detail + ")",
		Mend: []string{"try again when it has more to give: open files (ulimit -n), processes (ulimit -u), memory (free -h)"}}
}

// bySignal begins what is said of a bwrap that was killed; bySIGSYS is how both
// ways to say it end where a filter of system calls did that, which is no accident.
const (
	bySignal = "bubblewrap: it was ended before the sandbox was built, by signal"
	bySIGSYS = "by signal 31"
)

// passing reports a failure that says nothing of what this computer can do: a
// shortage, a trial that did not end in time, one that something killed. It must
// not decide how servers start until the next boot.
func (e Evidence) passing(s Settings) bool {
	switch {
	case short(e, s) || e.Sign == SignHangs:
		return true
	case e.says("SIGSYS", bySIGSYS):
		return false
	case usedUp(e, s): // by others just now, unless a setting forbids the first already
		return s.MaxUserNamespaces != "0"
	}
	return e.Sign == SignDied || e.says(bySignal)
}

// lasting reports why a server cannot be kept to this computer where that may be
// remembered: a stage named what is missing.
func (e Evidence) lasting(s Settings) bool { return e.Sign == SignStage && !e.passing(s) }

// weaker reports that Landlock alone may be tried after these failures: not where
// what is better may work in a moment. Namespaces that are used up are no such
// case, for they may be so until the next boot.
func (f Found) weaker() bool {
	for _, e := range f.Failures {
		if e.passing(f.Settings) && !usedUp(e, f.Settings) {
			return false
		}
	}
	return true
}

// Passing is why what was found need not hold the next time, "" where it does: then
// it is not remembered.
func (f Found) Passing() string {
	for _, e := range f.Failures {
		if e.passing(f.Settings) {
			return e.Cause(f.Settings).What
		}
	}
	return f.passing
}
