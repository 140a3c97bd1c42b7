package proc

import (
	"os"
)

// Foreground runs a program on the given streams and waits for its end, in the
// session, the process group and the terminal of whoever calls: it is for a
// program that a person works in, such as an editor. Dir, Argv0, Args and Env are
// taken as Reaper.Run takes them, bounds and time-out are not: the person ends it,
// and the keys that do reach it and the caller alike. Nobody watches over what it
// leaves behind.
func Foreground(s Spec, in, out, errs *os.File) Result {
	s = s.complete()
	if why := s.unfit(); why != "" {
		return Result{Ending: NotStarted, Why: why}
	}
	p, err := os.StartProcess(s.Path, append([]string{s.Argv0}, s.Args...), &os.ProcAttr{
		Dir: s.Dir, Env: append([]string{}, s.Env...), Files: []*os.File{in, out, errs},
	})
	if err != nil {
		return Result{Ending: NotStarted, Why: "the program " + s.Path + " cannot be started: " + reasonOf(err)}
	}
	state, err := p.Wait()
	switch {
	case err != nil:
		return Result{Ending: Killed, Why: "the end of " + s.Path + " was lost: " + reasonOf(err)}
	case !state.Exited():
		return Result{Ending: Killed, Why: "the program " + s.Path + " was killed: " + state.String()}
	}
	return Result{Ending: Exited, Code: state.ExitCode()}
}
