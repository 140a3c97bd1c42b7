package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"strconv"
	"testing"

	"usher/pkg/proc"
)

// echoes is the fastest server there is: what it gets as params comes back as result.
func echoes() {
	in, out := bufio.NewReaderSize(os.Stdin, 2<<20), bufio.NewWriterSize(os.Stdout, 2<<20)
	for {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			var rest []byte
			begin := bytes.Clone(line)
			rest, err = in.ReadBytes('\n')
			line = append(begin, rest...)
		}
		if err != nil {
			return
		}
		head, params, ok := bytes.Cut(line, []byte(`,"params":`))
		if bytes.Contains(head, []byte(`"initialize"`)) {
			params = []byte(`{"protocolVersion":"2025-11-25","capabilities":{}}}` + "\n")
		} else if !ok || !bytes.Contains(head, []byte(`"id":`)) {
			continue
		}
		head, _, _ = bytes.Cut(head, []byte(`,"method"`))
		_, _ = out.Write(head)
		_, _ = out.WriteString(`,"result":`)
		_, _ = out.Write(params)
		if in.Buffered() == 0 && out.Flush() != nil {
			return
		}
	}
}

var echoSizes = []int{16, 64 << 10, 1_000_000}

func echoParams(size int) []byte {
	return []byte(`{"name":"echo","arguments":{"text":"` + string(bytes.Repeat([]byte("x"), size)) + `"}}`)
}

// BenchmarkPipes is the floor: the same bytes through the same pipes, nothing read.
func BenchmarkPipes(b *testing.B) {
	for _, size := range echoSizes {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			to := benchTarget(b)
			to.Args = []string{"role:server", "echo"}
			child, res := proc.Start(to.Reaper, spec(to))
			if child == nil {
				b.Fatal(res.Why)
			}
			defer child.Stop(0)
			frame := append(append([]byte(`{"jsonrpc":"2.0","id":7,"method":"m","params":`), echoParams(size)...), "}\n"...)
			in := bufio.NewReaderSize(child.Stdout, 2<<20)
			b.SetBytes(int64(size))
			for b.Loop() {
				if _, err := child.Stdin.Write(frame); err != nil {
					b.Fatal(err)
				}
				if _, err := in.ReadSlice('\n'); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkForward is what the gateway passes on (goals 14 to 16).
func BenchmarkForward(b *testing.B) {
	for _, size := range echoSizes {
		for _, at := range []int{1, 16, 64} {
			b.Run(strconv.Itoa(size)+"/c"+strconv.Itoa(at), func(b *testing.B) {
				to := benchTarget(b)
				to.Args = []string{"role:server", "echo"}
				c, err := Dial(context.Background(), to)
				if err != nil {
					b.Fatal(err)
				}
				defer c.Close()
				f := Forward{Method: "tools/call", Params: echoParams(size)}
				b.SetBytes(int64(size))
				b.ReportAllocs()
				b.SetParallelism(max(1, at/2))
				if at == 1 {
					for b.Loop() {
						if _, err := c.Forward(context.Background(), f); err != nil {
							b.Fatal(err)
						}
					}
					return
				}
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						if _, err := c.Forward(context.Background(), f); err != nil {
							b.Error(err)
						}
					}
				})
			})
		}
	}
}
