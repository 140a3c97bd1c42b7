//go:build linux

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"
)

// sample is what one start cost: time in ns, with everything the command
// started and left behind counted in cpu, faults and rss.
type sample struct{ wall, cpu, faults, rss float64 }

// figures holds the samples of every command, by round.
type figures map[string][][]sample

// prSetChildSubreaper makes orphans of a command our children, whose cost is
// then known too.
const prSetChildSubreaper = 36

// stdinMax is what a pipe takes at once; a longer input would need a writer.
const stdinMax = 60 << 10

func measure(p plan) (figures, error) {
	runtime.LockOSThread()
	debug.SetGCPercent(-1)
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0); errno != 0 {
		return nil, errno
	}
	for _, c := range p.commands {
		if len(c.stdin) > stdinMax {
			return nil, errors.New("the input of " + c.name + " is longer than a pipe takes at once")
		}
	}
	out := newSink()
	if out.err != nil {
		return nil, out.err
	}
	all := figures{}
	for _, c := range p.commands { // once unmeasured: programs and files are in memory then
		if _, err := start(p, c, out); err != nil {
			return nil, err
		}
		all[c.name] = make([][]sample, p.rounds)
	}
	order := rand.New(rand.NewPCG(1, 2)) // the same in every run
	for round := range p.rounds {
		for range p.each {
			for _, i := range order.Perm(len(p.commands)) {
				c := p.commands[i]
				s, err := start(p, c, out)
				if err != nil {
					return nil, err
				}
				all[c.name][round] = append(all[c.name][round], s)
			}
		}
	}
	return all, nil
}

// start runs one command to its end. A status other than 0 is an error: what
// fails is not worth measuring.
func start(p plan, c command, out sink) (sample, error) {
	in, err := filled(c.stdin)
	if err != nil {
		return sample{}, err
	}
	defer syscall.Close(in)
	attr := &syscall.ProcAttr{Dir: p.dir, Env: p.env, Files: []uintptr{uintptr(in), uintptr(out.write), uintptr(out.write)}}
	began := time.Now()
	pid, err := syscall.ForkExec(c.argv[0], c.argv, attr)
	if err != nil {
		return sample{}, fmt.Errorf("%s: %s: %w", c.name, c.argv[0], err)
	}
	status, s, err := wait(pid)
	if err != nil {
		return sample{}, fmt.Errorf("%s: %w", c.name, err)
	}
	s.wall = float64(time.Since(began))
	said := out.drain()
	if status != 0 {
		return sample{}, fmt.Errorf("%s ended with status %d:\n%s", c.name, status, said)
	}
	for { // what it left behind ends too, and costs
		_, more, err := wait(-1)
		if errors.Is(err, syscall.ECHILD) {
			return s, nil
		}
		if err != nil {
			return sample{}, err
		}
		s.cpu += more.cpu
		s.faults += more.faults
	}
}

func wait(pid int) (int, sample, error) {
	var status syscall.WaitStatus
	var use syscall.Rusage
	for {
		_, err := syscall.Wait4(pid, &status, 0, &use)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		return status.ExitStatus(), sample{
			cpu:    float64(use.Utime.Nano() + use.Stime.Nano()),
			faults: float64(use.Minflt + use.Majflt),
			rss:    float64(use.Maxrss),
		}, err
	}
}

// filled is the reading end of a pipe that holds all of the input.
func filled(input []byte) (int, error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return -1, err
	}
	defer syscall.Close(ends[1])
	if _, err := syscall.Write(ends[1], input); err != nil {
		return -1, err
	}
	return ends[0], nil
}

// sink is the pipe that the commands write to; it is emptied after each.
type sink struct {
	read  *os.File
	write int
	err   error
}

func newSink() sink {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return sink{err: err}
	}
	return sink{read: os.NewFile(uintptr(ends[0]), "pipe"), write: ends[1], err: syscall.SetNonblock(ends[0], true)}
}

func (s sink) drain() []byte {
	var all []byte
	buf := make([]byte, 4096)
	for {
		n, err := syscall.Read(int(s.read.Fd()), buf)
		if err != nil || n <= 0 {
			return all
		}
		all = append(all, buf[:n]...)
	}
}
