package proc

import (
	"os"
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object: it holds the child and what that starts, and dies with
// usher. What the child starts in the instant before it is put there is missed.
type group struct {
	job     windows.Handle
	process *os.Process
}

func (*group) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &windows.SysProcAttr{
		CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
	}
}

func (g *group) joined(cmd *exec.Cmd) {
	g.process = cmd.Process
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	g.job = job
	g.limit(windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE)
	_ = cmd.Process.WithHandle(func(handle uintptr) {
		_ = windows.AssignProcessToJobObject(job, windows.Handle(handle))
	})
}

func (g *group) limit(flags uint32) {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = flags
	_, _ = windows.SetInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
}

// leave lets what is left in the job live on.
func (g *group) leave() {
	if g.job != 0 {
		g.limit(0)
		_ = windows.CloseHandle(g.job)
		g.job = 0
	}
}

// ask: Windows has no polite signal for a program without a console window.
func (*group) ask() bool { return false }

func (g *group) kill() {
	_ = g.process.Kill()
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1)
		_ = windows.CloseHandle(g.job)
		g.job = 0
	}
}

// end ends the job of a child that lives until Stop.
func (g *group) end() { g.kill() }

func startWhy(s Spec, err error) string {
	if st, statErr := os.Stat(s.Dir); statErr != nil {
		return "the working directory " + s.Dir + missing
	} else if !st.IsDir() {
		return "the working directory " + s.Dir + " is not a directory"
	}
	if st, statErr := os.Stat(s.Path); statErr != nil {
		return "the program " + s.Path + missing
	} else if st.IsDir() {
		return "the program " + s.Path + " is a directory"
	}
	return "the program " + s.Path + " could not be started: " + innermost(err).Error()
}

func endOf(res *Result, state *os.ProcessState) { res.Code = state.ExitCode() }

func whyUnfound(Spec, int) string { return "" }
