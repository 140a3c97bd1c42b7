//go:build linux && !usher_direct

package proc

import (
	"syscall"
	"time"
)

// report is what the reaper knows at a child's end. Words are made of it at the
// other end (whyNot), so that the reaper stays small.
type report struct {
	run            uint32
	ending         Ending
	code           int
	signal         syscall.Signal
	errno          syscall.Errno // NotStarted
	elapsed        time.Duration
	stdout, stderr []byte
	cutOut, cutErr bool
	leftover       bool // something of the child's tree is still alive below the reaper
}

// packSpec is an order to start a child: frameRun or frameKeep.
func packSpec(kind byte, run uint32, s Spec) []byte {
	size := 128 + len(s.Path) + len(s.Argv0) + len(s.Dir) + len(s.Stdin)
	for _, list := range [][]string{s.Args, s.Env} {
		for _, v := range list {
			size += 4 + len(v)
		}
	}
	p := newFrame(kind, size)
	p.u32(run)
	p.string(s.Path)
	p.strings(s.Args)
	p.string(s.Argv0)
	p.strings(s.Env)
	p.string(s.Dir)
	p.bytes(s.Stdin)
	p.i64(int64(s.Timeout))
	p.i64(int64(s.Grace))
	p.i64(int64(s.Drain))
	p.i64(int64(s.StdoutCap))
	p.i64(int64(s.StderrCap))
	return p.frame()
}

func unpackSpec(body []byte) (run uint32, s Spec, err error) {
	u := &unpacker{b: body}
	run = u.u32()
	s.Path = string(u.bytes())
	s.Args = u.strings()
	s.Argv0 = string(u.bytes())
	s.Env = u.strings()
	s.Dir = string(u.bytes())
	s.Stdin = u.bytes()
	s.Timeout = time.Duration(u.i64())
	s.Grace = time.Duration(u.i64())
	s.Drain = time.Duration(u.i64())
	s.StdoutCap = int(u.i64())
	s.StderrCap = int(u.i64())
	if !u.done() {
		return 0, Spec{}, errFrame
	}
	return run, s, nil
}

func packReport(r report) []byte {
	p := newFrame(frameEnded, 64+len(r.stdout)+len(r.stderr))
	p.u32(r.run)
	p.u32(uint32(r.ending))
	p.u32(uint32(r.code))
	p.u32(uint32(r.signal))
	p.u32(uint32(r.errno))
	p.i64(int64(r.elapsed))
	var flags uint32
	for i, set := range [...]bool{r.cutOut, r.cutErr, r.leftover} {
		if set {
			flags |= 1 << i
		}
	}
	p.u32(flags)
	p.bytes(r.stdout)
	p.bytes(r.stderr)
	return p.frame()
}

func unpackReport(body []byte) (report, error) {
	u := &unpacker{b: body}
	r := report{
		run:     u.u32(),
		ending:  Ending(u.u32()),
		code:    int(u.u32()),
		signal:  syscall.Signal(u.u32()),
		errno:   syscall.Errno(u.u32()),
		elapsed: time.Duration(u.i64()),
	}
	flags := u.u32()
	r.cutOut, r.cutErr, r.leftover = flags&1 != 0, flags&2 != 0, flags&4 != 0
	r.stdout, r.stderr = u.bytes(), u.bytes()
	if !u.done() || r.ending > Lost {
		return report{}, errFrame
	}
	return r, nil
}

// packNumbers is a frame of one or two numbers: started, kill, goodbye.
func packNumbers(kind byte, numbers ...uint32) []byte {
	p := newFrame(kind, 4*len(numbers))
	for _, n := range numbers {
		p.u32(n)
	}
	return p.frame()
}

func unpackNumbers(body []byte, numbers ...*uint32) error {
	u := &unpacker{b: body}
	for _, n := range numbers {
		*n = u.u32()
	}
	if !u.done() {
		return errFrame
	}
	return nil
}
