package proc

import (
	"os"
	"path/filepath"
	"time"
)

// Taken is the line by which a program that Detach started says that it has its
// input and needs nobody any more.
const Taken = "taken\n"

// Detach starts a program that outlives this one: in a session of its own, with
// no terminal, no stream of the caller's and no descriptor beyond its own three,
// so that nobody who waits for this program's pipes waits for it. It is given
// s.Stdin and then the end of its input; s.Dir "" is the caller's. Detach comes
// back when the program has written Taken, at most after s.Timeout, and says why
// where it has not: "" is success. What has started by then is left alone.
//
// The program's standard output is a pipe that nobody reads after Taken, its
// standard error leads nowhere.
func Detach(s Spec) (why string) {
	switch {
	case s.Path == "" || !filepath.IsAbs(s.Path):
		return "no program is named"
	case holdsNUL(s.Args) || holdsNUL(s.Env):
		return "an argument or its environment holds a NUL byte"
	}
	in, feed, err := os.Pipe()
	if err != nil {
		return "no pipe could be made: " + err.Error()
	}
	sign, out, err := os.Pipe()
	if err != nil {
		_, _ = in.Close(), feed.Close()
		return "no pipe could be made: " + err.Error()
	}
	why = launchDetached(s, in, out)
	_, _ = in.Close(), out.Close()
	if why == "" {
		why = handOver(s, feed, sign)
	}
	_, _ = feed.Close(), sign.Close()
	return why
}

func launchDetached(s Spec, in, out *os.File) (why string) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return "the null device cannot be opened: " + err.Error()
	}
	defer func() { _ = null.Close() }()
	keepOwn()
	p, err := os.StartProcess(s.Path, append([]string{s.Path}, s.Args...), &os.ProcAttr{
		Dir: s.Dir, Env: append([]string{}, s.Env...), Files: []*os.File{in, out, null}, Sys: apart(),
	})
	if err != nil {
		return "the program " + s.Path + " could not be started: " + reasonOf(err)
	}
	_ = p.Release()
	return ""
}

// handOver gives the program its input and waits for its sign. Both may hang on a
// program that does neither; what still waits then ends with this process, or when
// Detach closes the pipes.
func handOver(s Spec, feed, sign *os.File) (why string) {
	go func() {
		_, _ = feed.Write(s.Stdin)
		_ = feed.Close()
	}()
	got := make(chan string, 1)
	go func() {
		var said []byte
		buf := make([]byte, len(Taken))
		for len(said) < len(Taken) {
			n, err := sign.Read(buf[:len(Taken)-len(said)])
			said = append(said, buf[:n]...)
			if err != nil {
				break
			}
		}
		got <- string(said)
	}()
	late := time.NewTimer(s.Timeout)
	defer late.Stop()
	select {
	case said := <-got:
		if said != Taken {
			return "it ended before it had taken its input"
		}
		return ""
	case <-late.C:
		return "it gave no sign within " + s.Timeout.String()
	}
}

// reasonOf is the system's own words.
func reasonOf(err error) string {
	if e, ok := err.(*os.PathError); ok {
		return e.Err.Error()
	}
	return err.Error()
}
