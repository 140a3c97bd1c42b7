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
