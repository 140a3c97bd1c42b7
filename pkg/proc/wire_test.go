//go:build linux && !usher_direct

package proc

import (
	"bytes"
	"io"
	"reflect"
	"syscall"
	"testing"
	"time"
)

func testSpec() Spec {
	return Spec{
		Path: "/p", Args: []string{"a", "", "b c"}, Argv0: "p", Env: []string{"A=1"}, Dir: "/d", Stdin: []byte{0, 255},
		Timeout: 1, Grace: 2, Drain: 3, StdoutCap: 4, StderrCap: 5,
	}
}

func testReport() report {
	return report{
		run: 7, ending: Killed, code: 3, signal: syscall.SIGSEGV, errno: syscall.ENOENT, elapsed: time.Second,
		stdout: []byte("out"), stderr: []byte("err"), cutOut: true, leftover: true,
	}
}

// What one end packs the other takes apart, and a frame cut anywhere is refused.
func TestFramesAreWholeOrRefused(t *testing.T) {
	body := packSpec(frameRun, 9, testSpec())[headLen:]
	if run, s, err := unpackSpec(body); err != nil || run != 9 || !reflect.DeepEqual(s, testSpec()) {
		t.Errorf("run %d, %+v, %v", run, s, err)
	}
	for i := range body {
		if _, _, err := unpackSpec(body[:i]); err == nil {
			t.Errorf("a run cut at %d is accepted", i)
		}
	}
	if _, _, err := unpackSpec(append(bytes.Clone(body), 0)); err == nil {
		t.Error("a run with a tail is accepted")
	}
	body = packReport(testReport())[headLen:]
	if r, err := unpackReport(body); err != nil || !reflect.DeepEqual(r, testReport()) {
		t.Errorf("%+v, %v", r, err)
	}
	for i := range body {
		if _, err := unpackReport(body[:i]); err == nil {
			t.Errorf("a report cut at %d is accepted", i)
		}
	}
}

// A link gives frames one by one, however they come in pieces, and the peer's end.
func TestLinkGivesWholeFrames(t *testing.T) {
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(ends[0])
	l := &link{fd: ends[0]}
	bytesOf := append(packNumbers(frameStarted, 1, 2), packNumbers(frameGoodbye)...)
	var kinds []byte
	for _, b := range bytesOf {
		if _, err := syscall.Write(ends[1], []byte{b}); err != nil {
			t.Fatal(err)
		}
		kind, body, err := l.next()
		if err != nil {
			t.Fatal(err)
		}
		if kind != 0 {
			kinds = append(kinds, kind, byte(len(body)))
		}
	}
	if want := []byte{frameStarted, 8, frameGoodbye, 0}; !bytes.Equal(kinds, want) {
		t.Errorf("frames %v, want %v", kinds, want)
	}
	_ = syscall.Close(ends[1])
	if _, _, err := l.next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	if err := l.send([]byte{1}, func() bool { return true }); err == nil {
		t.Error("sending to nobody is not an error")
	}
}

// A reaper takes only the orders that it was started for, and in their order.
func TestReaperRefusesOrdersOutOfPlace(t *testing.T) {
	hooks := func() *reaper { return &reaper{pipes: [3]int{-1, -1, -1}, ends: ends{fd: -1}} }
	server := func() *reaper { return &reaper{pipes: [3]int{4, 5, 6}, ends: ends{fd: -1}} }
	kept := func() *reaper {
		return &reaper{pipes: [3]int{-1, -1, -1}, child: &ward{}, keep: &keep{}, ends: ends{fd: -1}}
	}
	for name, c := range map[string]struct {
		r     *reaper
		frame []byte
	}{
		"a server's order to a hooks' reaper": {hooks(), packSpec(frameKeep, 0, testSpec())},
		"a hook's order to a server's reaper": {server(), packSpec(frameRun, 1, testSpec())},
		"a second server":                     {kept(), packSpec(frameKeep, 0, testSpec())},
		"a hook beside a server":              {kept(), packSpec(frameRun, 1, testSpec())},
		"a hook's kill for a server":          {kept(), packNumbers(frameKill, 0)},
		"a stop without a server":             {hooks(), packNumbers(frameStop, 0)},
		"a stop before the server":            {server(), packNumbers(frameStop, 0)},
		"a stop without a grace":              {kept(), packNumbers(frameStop)},
		"its own word":                        {kept(), packNumbers(frameGone, 0)},
	} {
		if err := c.r.obey(c.frame[0], c.frame[headLen:]); err == nil {
			t.Errorf("%s is obeyed", name)
		}
	}
}

// The shortest grace counts, and none once the signals have begun.
func TestStopIsOnlyHastened(t *testing.T) {
	now := time.Now()
	k := &keep{}
	for _, c := range []struct{ ask, want time.Duration }{{9, 9}, {10, 9}, {3, 3}, {5, 3}} {
		if k.stop(now.Add(c.ask)); k.stage != closing || !k.until.Equal(now.Add(c.want)) {
			t.Errorf("asked for %d: %v", c.ask, k.until.Sub(now))
		}
	}
	for _, s := range []stage{warned, purging} {
		k.stage = s
		if k.stop(now); k.stage != s || !k.until.Equal(now.Add(3)) {
			t.Errorf("in stage %d: %v", s, k.until.Sub(now))
		}
	}
}

// Bytes that usher never sent do not crash the reaper.
func FuzzFrames(f *testing.F) {
	f.Add(packSpec(frameRun, 9, testSpec())[headLen:])
	f.Add(packReport(testReport())[headLen:])
	f.Add([]byte{1, 0, 0, 0, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, body []byte) {
		if run, s, err := unpackSpec(body); err == nil && !bytes.Equal(packSpec(frameRun, run, s)[headLen:], body) {
			t.Error("a run is not what was packed")
		}
		if r, err := unpackReport(body); err == nil && r.ending > Lost {
			t.Error("an ending that does not exist")
		}
	})
}
