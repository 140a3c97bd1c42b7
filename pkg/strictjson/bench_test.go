package strictjson_test

import (
	"strings"
	"testing"

	"usher/pkg/strictjson"
)

const hooksFile = `{
  // what guards this computer
  "hooks": [
    {"name": "guard", "event": "PreToolUse", "match": "acme__*", "command": "python3", "args": ["guard.py"], "timeoutMs": 5000},
    {"name": "log", "event": "PostToolUse", "command": "logger", "args": ["-t", "usher"], "description": "keeps a line"},
  ],
}
`

// The gate reads a file like this on every call.
func BenchmarkDecode(b *testing.B) {
	data := []byte(hooksFile)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if v, ps := strictjson.Decode(data, file); v == nil || len(ps) > 0 {
			b.Fatal(ps)
		}
	}
}

// Decoding and looking at every member of every entry, as the room of hooks does.
func BenchmarkDecodeAndRead(b *testing.B) {
	data := []byte(hooksFile)
	b.ReportAllocs()
	for b.Loop() {
		v, _ := strictjson.Decode(data, file)
		n := 0
		for _, h := range v.Get("hooks").Items() {
			n += len(strictjson.Unknown(h, known))
			for _, m := range h.Members() {
				if s, ok := m.Value.Text(); ok {
					n += len(s)
				}
			}
		}
		if n == 0 {
			b.Fatal("nothing was read")
		}
	}
}

// A call with a large argument: nobody looks into it, so it costs one pass.
func BenchmarkDecodeLargeCall(b *testing.B) {
	data := []byte(`{"tool":"acme__write","args":{"text":"` + strings.Repeat(`a line of text\n`, 1<<16) + `"}}`)
	o := call
	o.MaxBytes = 16 << 20
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if v, ps := strictjson.Decode(data, o); v.Get("tool") == nil {
			b.Fatal(ps)
		}
	}
}
