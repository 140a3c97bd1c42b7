package client

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"usher/pkg/proc"
)

func benchTarget(b *testing.B) Target {
	b.Helper()
	path, err := filepath.Abs("/proc/self/exe")
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		b.Fatal(err)
	}
	return Target{ID: "lab", Program: path, Args: []string{"role:server", "ok"}, Dir: b.TempDir(), Env: []string{"PATH=/usr/bin:/bin"},
		Grace: time.Millisecond, Reaper: proc.Program{Path: path, Args: []string{proc.ReaperWord}}}
}

func BenchmarkCall(b *testing.B) {
	for _, size := range []int{16, 64 << 10, 1 << 20} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			c, err := Dial(context.Background(), benchTarget(b))
			if err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			args := []byte(`{"bytes":` + strconv.Itoa(size) + `}`)
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Call(context.Background(), "payload", args); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What `server tools` waits for: start, list, end.
func BenchmarkStartListEnd(b *testing.B) {
	t := benchTarget(b)
	for b.Loop() {
		if got := Probe(context.Background(), []Target{t}, nil); got["lab"].Err != nil {
			b.Fatal(got["lab"].Err)
		}
	}
}

// BenchmarkEnvelope is what reading one answer costs.
func BenchmarkEnvelope(b *testing.B) {
	for name, text := range map[string]string{"text": strings.Repeat("x", 1<<20), "newlines": strings.Repeat(`line of thirty characters here\n`, 1<<15), "kanji": strings.Repeat("漢", 350_000)} {
		line := []byte(`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + text + `"}]}}`)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				if _, ok := readEnvelope(line); !ok {
					b.Fatal("not read")
				}
			}
		})
	}
}
