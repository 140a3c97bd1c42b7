package templates_test

import (
	"io"
	"runtime"
	"testing"
	"time"

	"usher/pkg/templates"
)

// Ten times the input is about ten times the work: a quadratic step anywhere
// would take minutes here. Only the fastest of three
// tries counts.
func TestTenMegabytesAreLinear(t *testing.T) {
	const limit = 5 * time.Second
	for name, in := range inputs(tenMB) {
		p, best := templates.Prompt{Body: in[0]}, time.Hour
		for tries := 0; tries < 3 && best > limit; tries++ {
			start := time.Now()
			if _, err := p.ExpandTo(io.Discard, in[1]); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		if best > limit {
			t.Errorf("%s took %v", name, best)
		}
	}
}

// A text is not copied on its way to a writer: beside the buffer, a call
// allocates as much for 10 MB as for ten bytes.
func TestExpandToKeepsNoCopy(t *testing.T) {
	all := inputs(tenMB)
	for _, name := range []string{"argument", "appended", "word", "quoted word", "template", "plain", "dollars", "escapes", "apostrophes"} {
		in := all[name]
		p := templates.Prompt{Body: in[0]}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := p.ExpandTo(io.Discard, in[1]); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 64<<10 {
			t.Errorf("%s: %d bytes allocated", name, n)
		}
	}
}
