package templates_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"usher/pkg/templates"
)

const tenMB = 10 << 20

// inputs of so many bytes: the argument is large, or the template is.
func inputs(size int) map[string][2]string {
	unit := strings.Repeat("word ", 7) + "$1 "
	return map[string][2]string{
		"argument":      {"Look at: $ARGUMENTS.\n", strings.Repeat("abcd efg\n", size/9)},
		"appended":      {"Look at:\n", strings.Repeat("abcd efg\n", size/9)},
		"word":          {"Look at: $1 and $2.\n", strings.Repeat("a", size)},
		"quoted word":   {"Look at: $1 and $2.\n", `"` + strings.Repeat("a b ", size/4) + `"`},
		"quotes":        {"Look at: $1 and $2.\n", strings.Repeat(`"a"b`, size/4)},
		"template":      {strings.Repeat(unit, size/len(unit)), "w"},
		"plain":         {strings.Repeat("word ", size/5), ""},
		"dollars":       {strings.Repeat("$", size), ""},
		"escapes":       {strings.Repeat(`\$`, size/2), ""},
		"apostrophes":   {"$1 $2", strings.Repeat("don't ", size/6)},
		"open quotes":   {"$1 $2", strings.Repeat(`'a'a`, size/4) + `"`},
		"missing words": {strings.Repeat("$9", size/2), "a"},
	}
}

// BenchmarkTenTimesTheText: what 10 MB cost beside 1 MB, the fastest of five tries
// each. A quadratic step would be a factor of a hundred; caches make one of more
// than ten.
func BenchmarkTenTimesTheText(b *testing.B) {
	small, large := inputs(tenMB/10), inputs(tenMB)
	for name := range large {
		b.Run(name, func(b *testing.B) {
			factor := 0.0
			for b.Loop() {
				factor = float64(fastest(b, large[name])) / float64(fastest(b, small[name]))
			}
			b.ReportMetric(factor, "times")
			if factor > 60 {
				b.Errorf("ten times the text cost %.0f times the work", factor)
			}
		})
	}
}

func fastest(b *testing.B, in [2]string) time.Duration {
	p, best := templates.Prompt{Body: in[0]}, time.Hour
	for range 5 {
		start := time.Now()
		if _, err := p.ExpandTo(io.Discard, in[1]); err != nil {
			b.Fatal(err)
		}
		best = min(best, time.Since(start))
	}
	return best
}

// BenchmarkTenMB: to a string and to nowhere, beside one plain copy of 10 MB.
func BenchmarkTenMB(b *testing.B) {
	text := strings.Repeat("a", tenMB)
	b.Run("plain copy", func(b *testing.B) {
		for b.Loop() {
			_ = strings.Clone(text)
		}
	})
	for name, in := range inputs(tenMB) {
		p := templates.Prompt{Body: in[0]}
		b.Run(name+"/Expand", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = p.Expand(in[1])
			}
		})
		b.Run(name+"/ExpandTo", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.ExpandTo(io.Discard, in[1]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkParsePrompt: a usual file, and the largest.
func BenchmarkParsePrompt(b *testing.B) {
	const head = "---\ndescription: Review the staged changes\nargument-hint: <focus>\n---\n\n"
	for name, text := range map[string]string{
		"usual": head + "Review the staged changes, paying attention to $ARGUMENTS.\n", "1 MiB": head + strings.Repeat("word ", 209_000),
		"no header": "Review the staged changes.\n",
	} {
		data := []byte(text)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, ok := templates.ParsePrompt("review.md", data, "yours", "review.md"); !ok {
					b.Fatal("not usable")
				}
			}
		})
	}
}
