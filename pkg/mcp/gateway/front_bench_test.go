package gateway

import (
	"context"
	"io"
	"strings"
	"testing"

	"usher/pkg/mcp/client"
)

// BenchmarkCall is a call's way through the front, without the reading of what holds
// and without a server.
func BenchmarkCall(b *testing.B) {
	for name, size := range map[string]int{"16B": 16, "64KB": 64 << 10, "1MB": 1 << 20} {
		b.Run(name, func(b *testing.B) {
			w := newBenchWorld(b)
			arg := strings.Repeat("x", size)
			result := []byte(`{"content":[{"type":"text","text":"` + arg + `"}]}`)
			w.forward = func(context.Context, client.Forward) ([]byte, error) { return result, nil }
			g := w.gateway(false)
			s := g.NewSession()
			defer s.Close()
			out := newLines(io.Discard)
			s.Take(context.Background(), []byte(hello), out)
			line := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"acme__lookup","arguments":{"message":"` + arg + `"}}}`)
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				w.came = w.came[:0]
				w.told = w.told[:0]
				s.Take(context.Background(), line, out)
			}
		})
	}
}

func newBenchWorld(b *testing.B) *world {
	b.Helper()
	w := newWorld(b, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	w.still = w.read()
	return w
}
