package clean_test

import (
	"testing"

	"usher/pkg/clean"
)

// SPEC F6: what a terminal would interpret, hide or reorder is shown instead.
func TestLineAndText(t *testing.T) {
	for _, c := range []struct{ in, line, text string }{
		{"", "", ""}, {"plain ~ text", "plain ~ text", "plain ~ text"}, {"Grüße, 日本 ✓ 👍", "Grüße, 日本 ✓ 👍", "Grüße, 日本 ✓ 👍"},
		{"a\nb\tc", `a\nb\tc`, "a\nb\tc"},
		{"a\r\nb", `a\r\nb`, "a\nb"}, {"safe\rEVIL", `safe\rEVIL`, `safe\rEVIL`}, {"a\r\r\nb", `a\r\r\nb`, "a\\r\nb"},
		{"\x1b[2J\x1b]0;t\x07", `\x1b[2J\x1b]0;t\x07`, `\x1b[2J\x1b]0;t\x07`},
		{"\x00\x08\x0b\x0c\x7f", `\x00\x08\x0b\x0c\x7f`, `\x00\x08\x0b\x0c\x7f`},
		{"\u009b31m\u0085", `\u{9b}31m\u{85}`, `\u{9b}31m\u{85}`}, // C1: a control sequence and a line break
		{"\x9b31m", `\x9b31m`, `\x9b31m`}, {"a\xffb\xc3", `a\xffb\xc3`, `a\xffb\xc3`}, {"\xed\xa0\x80", `\xed\xa0\x80`, `\xed\xa0\x80`},
		{"a\u202egnp.exe", `a\u{202e}gnp.exe`, `a\u{202e}gnp.exe`}, {"\u2066x\u2069\u200f\u061c", `\u{2066}x\u{2069}\u{200f}\u{61c}`, `\u{2066}x\u{2069}\u{200f}\u{61c}`},
		{"pay\u200bpal\ufeff\u00ad", `pay\u{200b}pal\u{feff}\u{ad}`, `pay\u{200b}pal\u{feff}\u{ad}`},
		{"\U000e0041\U000e0001", `\u{e0041}\u{e0001}`, `\u{e0041}\u{e0001}`}, // tags
		{"\u2028\u2029", `\u{2028}\u{2029}`, `\u{2028}\u{2029}`},
		{"a\u00a0b\u3000c\u2003d", `a\u{a0}b\u{3000}c\u{2003}d`, `a\u{a0}b\u{3000}c\u{2003}d`},
		{"\ue000\U0010fffd\uffff\U000e0fff", `\u{e000}\u{10fffd}\u{ffff}\u{e0fff}`, `\u{e000}\u{10fffd}\u{ffff}\u{e0fff}`},
		{`\x1b stays as typed`, `\x1b stays as typed`, `\x1b stays as typed`},
		{"\ufffd", "\ufffd", "\ufffd"},
	} {
		if got := clean.Line(c.in); got != c.line {
			t.Errorf("Line(%q) = %q, want %q", c.in, got, c.line)
		}
		if got := clean.Text(c.in); got != c.text {
			t.Errorf("Text(%q) = %q, want %q", c.in, got, c.text)
		}
	}
}

// SPEC F6, S4: printable by its class and yet not to be seen, or the reverse.
func TestVisible(t *testing.T) {
	for _, r := range []rune{
		0, '\t', '\n', 0x1b, 0x7f, 0x80, 0x9f, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180b, 0x180e, 0x180f,
		0x2000, 0x200a, 0x200b, 0x200d, 0x200e, 0x2028, 0x202a, 0x202f, 0x205f, 0x2060, 0x2064, 0x2065, 0x2066, 0x206f, 0x2800, 0x3000, 0x3164,
		0xd800, 0xdfff, 0xe000, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0xfffc, 0xfffe, 0x13430, 0x13441, 0x13442, 0x16fe4,
		0x1bca0, 0x1d159, 0x1d173, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01ef, 0xf0000, 0x10ffff, 0x110000, -1,
	} {
		if clean.Visible(r) {
			t.Errorf("%U is called visible", r)
		}
	}
	for _, r := range " !~aé日✓👍а\u0301\ufffd¡ÿ|" {
		if !clean.Visible(r) {
			t.Errorf("%U is called hidden", r)
		}
	}
}

// SPEC S4: the first character that makes a command refused, as it is shown.
func TestHidden(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "python3 -m x": "", "Grüße": "", "\ufffd": "",
		"a\nb\x00": `\n`, "a\x00b": `\x00`, "a\u200b": `\u{200b}`, "\xff": `\xff`, "é\xc3": `\xc3`, "a\u202e": `\u{202e}`, "a\u00a0b": `\u{a0}`, "C:\new": `\n`,
	} {
		if got := clean.Hidden(in); got != want {
			t.Errorf("Hidden(%q) = %q, want %q", in, got, want)
		}
	}
}

// SPEC Q8: what a person approves, quoted, uncut and in ASCII but for the count
// of blanks that could push the rest out of sight.
func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"": `""`, "a b": `"a b"`, "a  b": `"a  b"`, "a   b": `"a ⟨3 blanks⟩ b"`, "     ": `" ⟨5 blanks⟩ "`,
		`say "no" \ x`: `"say \"no\" \\ x"`, "é": `"\u{e9}"`, "аpp": `"\u{430}pp"`, "⟨3 blanks⟩": `"\u{27e8}3 blanks\u{27e9}"`,
		"a\nb\x1b\xff": `"a\nb\x1b\xff"`, `a\nb`: `"a\\nb"`, "\u202e": `"\u{202e}"`, "\u00a0\u00a0\u00a0": `"\u{a0}\u{a0}\u{a0}"`, "\t\t\t": `"\t\t\t"`, "\ufffd": `"\u{fffd}"`,
	} {
		if got := clean.Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}

// SPEC X2, H6, 18: limits count characters, and a cut never splits one.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
		cut  bool
	}{
		{"", 0, "", false}, {"", 5, "", false}, {"abc", 3, "abc", false}, {"abc", 4, "abc", false}, {"abc", 2, "ab", true}, {"abc", 0, "", true}, {"abc", -1, "", true},
		{"éüß", 2, "éü", true}, {"日本", 1, "日", true}, {"👍👍", 2, "👍👍", false}, {"\xff\xfe\xfd", 2, "\xff\xfe", true},
	} {
		if got, cut := clean.Cut(c.in, c.max); got != c.want || cut != c.cut {
			t.Errorf("Cut(%q, %d) = %q, %v", c.in, c.max, got, cut)
		}
	}
}
