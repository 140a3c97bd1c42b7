package trust

import (
	"fmt"
	"strings"
	"testing"
)

// A folder is read on every decision: 100 files take about a millisecond, and
// the time grows with their number, not faster.
func BenchmarkReadFolder(b *testing.B) {
	for _, n := range []int{10, 100, 500, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := tree{".usher/mcp.json": "node tools/a.js"}.in(b, newFolder(b))
			for i := range n - 1 {
				put(b, dir, fmt.Sprintf(".usher/skills/s%d/f%d.md", i%100, i), strings.Repeat("line\n", 200))
			}
			for b.Loop() {
				if f := ReadFolder(dir, words); f.Err != nil || len(f.Files) != n {
					b.Fatal(f.Err)
				}
			}
		})
	}
}

func BenchmarkDiffOfLargeTexts(b *testing.B) {
	for name, line := range map[string]string{"same lines": "x\n", "own lines": "line %d\n"} {
		var old, now strings.Builder
		for i := range 100_000 {
			text := line
			if strings.Contains(line, "%") {
				text = fmt.Sprintf(line, i)
			}
			old.WriteString(text)
			if i%10 != 0 {
				now.WriteString(text)
			}
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				unified([]byte(old.String()), []byte(now.String()))
			}
		})
	}
}
