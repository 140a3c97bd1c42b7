package names_test

import (
	"slices"
	"strings"
	"testing"

	"usher/pkg/names"
)

// SPEC S9: blanks separate, quotes group, nothing else means anything. The
// first six are what people typed.
func TestSplitLine(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{`a "b c" d`, []string{"a", "b c", "d"}},
		{`'it is' x=""`, []string{"it is", "x="}},
		{`"C:\Program Files\n"`, []string{`C:\Program Files\n`}},
		{"~ * $HOME `id`", []string{"~", "*", "$HOME", "`id`"}},
		{"  a \t b  ", []string{"a", "b"}},
		{"", nil}, {" \t\r\n ", nil},
		{`""`, []string{""}}, {`'' ""`, []string{"", ""}}, {`a '' b`, []string{"a", "", "b"}},
		{`a"b c"d'e f'g`, []string{"ab cde fg"}},
		{`"it's"`, []string{"it's"}}, {`'say "no"'`, []string{`say "no"`}},
		{`C:\new\tools\a.exe --dir D:\`, []string{`C:\new\tools\a.exe`, "--dir", `D:\`}},
		{`\"a b\"`, []string{`\a b\`}}, // a backslash does not save a quote
		{`a\ b`, []string{`a\`, "b"}},
		{"a\nb\r\nc", []string{"a", "b", "c"}},
		{"a && b | c; d > e # f", []string{"a", "&&", "b", "|", "c;", "d", ">", "e", "#", "f"}},
		{"é \u00a0x\u3000y", []string{"é", "\u00a0x\u3000y"}},                 // only the plain blanks separate
		{"\xff\xfe a\x80'\xc3 \x28'", []string{"\xff\xfe", "a\x80\xc3 \x28"}}, // no byte is replaced
		{"a\x00b", []string{"a\x00b"}},
	} {
		got, err := names.SplitLine(c.in)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v, want %q", c.in, got, err, c.want)
		}
	}
}

// SPEC S9: an open quote is refused, and the message says which one.
func TestOpenQuoteIsRefused(t *testing.T) {
	for in, quote := range map[string]string{
		`"open`: `"`, `'open`: `'`, `a "b' c`: `"`, `it's`: `'`, `a ""b"`: `"`, `"`: `"`, `"C:\"`: "", `C:\"`: `"`,
	} {
		got, err := names.SplitLine(in)
		if quote == "" {
			if err != nil {
				t.Errorf("%q: %v", in, err)
			}
			continue
		}
		if err == nil || got != nil || !strings.Contains(err.Error(), "quote "+quote+" is never closed") {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

// SPEC S9: splitting loses and invents no byte, and any words come back when
// each is quoted.
func FuzzSplitLine(f *testing.F) {
	for _, s := range []string{`a "b c" d`, `'it is' x=""`, `"open`, "a\\ \"b\"\xff'c d'\t\n", `""''`, "\u00a0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words, err := names.SplitLine(s)
		if err != nil {
			if words != nil || !strings.ContainsAny(s, `"'`) {
				t.Fatalf("%q: %q, %v", s, words, err)
			}
			return
		}
		bare := strings.NewReplacer(" ", "", "\t", "", "\n", "", "\r", "", `"`, "", `'`, "")
		if in, out := bare.Replace(s), bare.Replace(strings.Join(words, "")); in != out {
			t.Fatalf("%q: bytes differ: %q, %q", s, in, out)
		}
		var quoted []string
		for _, w := range words {
			var q strings.Builder
			for i := range len(w) {
				if w[i] == '"' {
					q.WriteString(`'"'`)
				} else {
					q.WriteString(`"` + w[i:i+1] + `"`)
				}
			}
			if w == "" {
				q.WriteString(`''`)
			}
			quoted = append(quoted, q.String())
		}
		again, err := names.SplitLine(strings.Join(quoted, " \t"))
		if err != nil || !slices.Equal(again, words) {
			t.Fatalf("%q: %q became %q, %v", s, words, again, err)
		}
	})
}
