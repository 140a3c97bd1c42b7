//go:build linux && !race

package cmd_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// unread is how many bytes a pipe still holds.
func unread(f *os.File) int {
	var n int32
	conn, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	_ = conn.Control(func(fd uintptr) {
		_, _, _ = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCINQ, uintptr(unsafe.Pointer(&n)))
	})
	return int(n)
}

// TestStdinIsBounded (SPEC 18): 100 MB are refused after 16 MiB, in bounded
// memory; a call just below the limit is a call like any other.
func TestStdinIsBounded(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	for _, program := range []string{"usher", "usher-gate"} {
		stop := h.peaks()
		c := h.gate(program)
		c.Stdin = noClose{io.MultiReader(strings.NewReader(`{"tool":"acme__lookup","args":{"q":"`), io.LimitReader(letters{}, 100<<20), strings.NewReader(`"}}`))}
		v := checked(t, launch(t, c, ""))
		v.wants(t, "deny", "larger than 16 MiB")
		for p, n := range stop() {
			if n > 2*maxMemory {
				t.Errorf("%s took %d KiB", p, n)
			}
		}
	}
	h.put(t, "count.sh", "#!/bin/sh\nwc -c > CANARY-COUNT\n")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "count", Command: "./count.sh"}))
	call := callOf("acme__lookup", `"args":{"q":"`+strings.Repeat("é", 8<<20-100)+`"}`)
	h.asks(t, call).wants(t, "allow")
	if got := h.lines(t, "CANARY-COUNT")[0]; len(got) != 8 || got < fmt.Sprint(len(call)) {
		t.Errorf("the hook was told %s bytes of %d", got, len(call))
	}
}

// TestAnswerDoesNotGrowWithTheCall: what a caller sends too much of is counted.
func TestAnswerDoesNotGrowWithTheCall(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	var keys strings.Builder
	for i := range 100000 {
		fmt.Fprintf(&keys, `"key%d":1,`, i)
	}
	for name, call := range map[string]string{
		"unknown keys":   "{" + keys.String() + `"tool":"acme__lookup"}`,
		"one long key":   `{"` + strings.Repeat("k", 4<<20) + `":1,"tool":"acme__lookup"}`,
		"repeated keys":  "{" + strings.Repeat(`"a":1,`, 100000) + `"tool":"acme__lookup"}`,
		"long tool":      `{"tool":"acme__` + strings.Repeat("x", 4<<20) + `"}`,
		"long mode":      `{"tool":"acme__lookup","mode":"` + strings.Repeat("x", 4<<20) + `"}`,
		"long and wrong": `{"tool":"acme__lookup"` + strings.Repeat("x", 4<<20),
		"conversation":   `{"tool":"acme__lookup","conversationId":"` + strings.Repeat("x", 4<<20) + `"}`,
	} {
		if v := h.decide(t, call); len(v.out)+len(v.err) > 64<<10 {
			t.Errorf("%s: %d bytes are answered: %v", name, len(v.out)+len(v.err), v.ran)
		}
	}
}

type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestStdinThatNeverEnds (SPEC G6, 18): five seconds, then a denial, whether the
// call is there or not; one that comes slowly but in time is read.
func TestStdinThatNeverEnds(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.ready(t, "lookup")
	type row struct{ program, text string }
	var rows []row
	for _, program := range []string{"usher", "usher-gate"} {
		for _, text := range []string{"", `{"tool":`, callOf("acme__lookup"), "drip"} {
			rows = append(rows, row{program, text})
		}
	}
	fan(t, len(rows), rows, func(r row) string { return r.program + " " + r.text }, func(t *testing.T, r row) {
		in, out, err := os.Pipe()
		must(t, err)
		defer in.Close()
		defer out.Close()
		c := h.gate(r.program)
		c.Stdin = in
		if r.text == "drip" {
			end := time.AfterFunc(time.Minute, func() {})
			go func() {
				for end.Stop() {
					_, _ = out.WriteString(" ")
					time.Sleep(200 * time.Millisecond)
					end.Reset(time.Minute)
				}
			}()
			defer end.Stop()
		} else {
			_, err = out.WriteString(r.text)
			must(t, err)
		}
		v := checked(t, launch(t, c, ""))
		v.wants(t, "deny", "did not end within 5 s")
		if v.took < 4e9 || v.took > 5e9+slack {
			t.Errorf("after %v", v.took)
		}
	})
	c := h.gate("usher-gate")
	c.Stdin = &slowly{[]string{`{"to`, `ol":"acm`, "e__look", `up"`, "}"}, 100 * time.Millisecond}
	checked(t, launch(t, c, "")).wants(t, "allow")
}

// TestCallIsReadStrictly (SPEC Q1, G6): what is not one clean call refuses.
func TestCallIsReadStrictly(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	const call = `"tool":"acme__lookup"`
	bad := []string{
		"", " ", "null", "[]", "7", `"acme__lookup"`, "{", "{}", "{" + call, "{" + call + ",}", "{" + call + "}}", "{" + call + "}{}",
		"{" + call + "} x", "// x\n{" + call + "}", "{/* x */" + call + "}", "{'tool':'acme__lookup'}", "{tool:\"acme__lookup\"}",
		`{"Tool":"acme__lookup"}`, `{"TOOL":"x",` + call + `}`, `{"tool":"acme__list",` + call + `}`, `{` + call + `,"\u0074ool":"acme__list"}`,
		`{"tool":7}`, `{"tool":null}`, `{"tool":["acme__lookup"]}`, `{"tool":""}`, `{"tool":"a\u0000b"}`, `{"tool":"acme__lookup\n"}`,
		`{"tool":"\ud800"}`, "{\"tool\":\"acme__lookup\xff\"}", "{" + call + ",\"x\":\"\xc3\"}",
		"{" + call + `,"args":[]}`, "{" + call + `,"args":null}`, "{" + call + `,"args":"{}"}`, "{" + call + `,"args":{"a":1,"a":2}}`,
		"{" + call + `,"args":{"x":"\udc00"}}`, "{" + call + `,"args":{"x":NaN}}`, "{" + call + `,"args":{"x":01}}`, "{" + call + `,"args":{},"args":{}}`,
		"{" + call + `,"canAsk":"true"}`, "{" + call + `,"canAs\u212a":true}`, "{" + call + `,"CanAsk":true}`, "{" + call + `,"canAsk":1}`,
		"{" + call + `,"mode":"yolo"}`, "{" + call + `,"mode":null}`, "{" + call + `,"source":"root"}`, "{" + call + `,"event":"PostToolUse"}`, "{" + call + `,"event":"pretooluse"}`,
		"{" + call + `,"files":[]}`, "{" + call + `,"files":{"projectRoot":7}}`, "{" + call + `,"files":{"projectRoot":"relative"}}`, "{" + call + `,"conversationId":7}`,
		"\xff\xfe{\x00}\x00", "{" + call + `,"args":` + strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000) + "}",
		strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18), "{" + call + `,"x":` + strings.Repeat("9", 1<<20) + "e}",
		"#!/bin/sh\n", "\x00", "{\x00" + call + "}", "{" + call + "}\x00", "<call/>", "tool: acme__lookup",
	}
	fan(t, 4, bad, func(s string) string { return fmt.Sprintf("%.60q", s) }, func(t *testing.T, s string) {
		v := h.decide(t, s)
		v.wants(t, "deny", "input: ")
		if v.took > slack {
			t.Errorf("took %v", v.took)
		}
	})
	for _, good := range []string{
		"{" + call + "}", " \r\n\t{ " + call + " }\n", "\uFEFF{" + call + "}", "{" + call + `,"args":{},"event":"PreToolUse","extra":{"a":null}}`,
		"{" + call + `,"args":{"n":9007199254740993,"e":1e400,"z":-0.0,"deep":[[[[[null]]]]]}}`, "{" + call + `,"files":{"projectRoot":null}}`,
		`{"tool":"acme\u005f\u005flookup"}`,
	} {
		h.decide(t, good).wants(t, "allow")
	}
}

// TestFlagsAreReadStrictly (SPEC G6): a bad flag is a denial, never 1, and help is
// no decision.
func TestFlagsAreReadStrictly(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	call := callOf("acme__lookup")
	for _, flags := range [][]string{
		{"--nope"}, {"-x"}, {"--mode"}, {"--mode", "plan"}, {"--args", "{}"}, {"--source", "chat"}, {"--tool"}, {"--tool", ""}, {"--tool", "acme__lookup", "--mode", "yolo"},
		{"--tool", "acme__lookup", "--args", "[]"}, {"--tool", "acme__lookup", "--args", `{"a":1,"a":2}`}, {"--tool", "acme__lookup", "--source", "x"},
		{"--deadline", "0"}, {"--deadline", "-1s"}, {"--deadline", "soon"}, {"extra"}, {"--", "extra"}, {"--can-ask=maybe"}, {"--home"}, {"--canask"}, {"--c"},
		{"--home", h.dir + "/elsewhere"}, {"--state", h.dir + "/elsewhere"}, {"--project", "/nonexistent"}, {"--project", h.home},
	} {
		h.decide(t, call, flags...).wants(t, "deny")
	}
	for _, program := range []string{"usher", "usher-gate"} {
		if r := launch(t, h.gate(program, "--help"), call); strings.Contains(r.out, `"decision"`) || !strings.Contains(r.out, "EXIT STATUS") || r.code != 2 && program == "usher-gate" {
			t.Error(r)
		}
	}
	h.decide(t, "", "--tool", "acme__lookup").wants(t, "allow")
	h.decide(t, "", "--tool", "acme__lookup", "--args", `{"q":"x"}`, "--mode", "plan").wants(t, "allow")
	h.decide(t, "", "--tool", "acme__other", "--can-ask").wants(t, "ask")
	h.decide(t, "", "--tool", "acme__other", "--can-ask", "--source", "meta").wants(t, "deny")
	h.decide(t, "", "--tool", "acme__other", "--can-ask", "--mode", "headless").wants(t, "deny")
}

// TestArgumentsReachTheHookUnchanged (SPEC Q1, H10): byte for byte.
func TestArgumentsReachTheHookUnchanged(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "tee.sh", "#!/bin/sh\ncat > seen\n")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "tee", Command: "./tee.sh"}))
	args := `{ "n":9007199254740993, "e":1e400,"é":"\u00e9\/\ud83d\ude00😀", "z": -0.0 ,"b":{"b":1,"a":2}, "line":"a\nb", "sep":"` + "\u2028" + `"}`
	h.asks(t, callOf("acme__lookup", `"args":`+args, `"conversationId":"c\"1"`, `"files":{"cad":["a.step"],"own":{"x":1e1000}}`)).wants(t, "allow")
	seen, err := os.ReadFile(filepath.Join(h.conf, "seen"))
	must(t, err)
	for _, want := range []string{`"args":` + args, `"event":"PreToolUse"`, `"tool":"acme__lookup"`, `"source":"chat"`, `"conversationId":"c\"1"`, `"cad":["a.step"]`, `"own":{"x":1e1000}`, `"mesh":[]`} {
		if !bytes.Contains(seen, []byte(want)) {
			t.Errorf("the hook is not told %s: %s", want, seen)
		}
	}
}

// TestThousandCallsAtOnce: batches of calls in parallel, three hooks each, and
// not one wrong answer.
func TestThousandCallsAtOnce(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "rc.sh", "#!/bin/sh\nread -r call\ncall=${call#*'\"rc\":'}\nexit ${call%%[!0-9]*}\n")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "one", Command: "/bin/true"}, hook{Name: "two", Command: "./rc.sh"}, hook{Name: "three", Command: "/bin/true"}))
	codes := make(chan int)
	var all sync.WaitGroup
	for worker := range 20 {
		all.Go(func() {
			program := "usher-gate"
			if worker%5 == 0 {
				program = "usher"
			}
			for rc := range codes {
				tool := []string{"acme__lookup", "acme__other"}[rc/1000]
				want := map[int]string{0: "allow", 2: "deny", 3: "ask"}[rc%1000]
				if want == "" {
					want = "deny"
				}
				if want == "allow" && tool == "acme__other" {
					want = "ask"
				}
				r := launch(t, h.gate(program), callOf(tool, canAsk, fmt.Sprintf(`"args":{"rc":%d}`, rc%1000)))
				if v := checked(t, r); v.word() != want || v.Tool != tool {
					t.Errorf("rc %d of %s: want %s: %v", rc%1000, tool, want, r)
				}
			}
		})
	}
	for i := range 1000 {
		codes <- []int{0, 2, 3, 1, 1000, 1003, 77, 1002}[i%8]
	}
	close(codes)
	all.Wait()
	h.gone(t)
}
