package templates_test

import (
	"io"
	"strings"
	"testing"

	"usher/pkg/templates"
)

const tenMB = 10 << 20

// inputs of 10 MB: the argument is large, or the template is.
func inputs() map[string][2]string {
	unit := strings.Repeat("word ", 7) + "$1 "
	return map[string][2]string{
		"argument":      {"Look at: $ARGUMENTS.\n", strings.Repeat("abcd efg\n", tenMB/9)},
		"appended":      {"Look at:\n", strings.Repeat("abcd efg\n", tenMB/9)},
		"word":          {"Look at: $1 and $2.\n", strings.Repeat("a", tenMB)},
		"quoted word":   {"Look at: $1 and $2.\n", `"` + strings.Repeat("a b ", tenMB/4) + `"`},
		"quotes":        {"Look at: $1 and $2.\n", strings.Repeat(`"a"b`, tenMB/4)},
		"template":      {strings.Repeat(unit, tenMB/len(unit)), "w"},
		"plain":         {strings.Repeat("word ", tenMB/5), ""},
		"dollars":       {strings.Repeat("$", tenMB), ""},
		"escapes":       {strings.Repeat(`\$`, tenMB/2), ""},
		"apostrophes":   {"$1 $2", strings.Repeat("don't ", tenMB/6)},
		"open quotes":   {"$1 $2", strings.Repeat(`'a'a`, tenMB/4) + `"`},
		"missing words": {strings.Repeat("$9", tenMB/2), "a"},
	}
}

// BenchmarkTenMB: to a string and to nowhere, beside one plain copy of 10 MB.
func BenchmarkTenMB(b *testing.B) {
	text := strings.Repeat("a", tenMB)
	b.Run("plain copy", func(b *testing.B) {
		for b.Loop() {
			_ = strings.Clone(text)
		}
	})
	for name, in := range inputs() {
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
