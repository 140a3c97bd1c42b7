package redact_test

import (
	"strings"
	"testing"

	"usher/pkg/redact"
)

// SPEC E3: a server's own text that repeats a value is shown with it covered,
// every time, and no tail of it stays.
func TestMask(t *testing.T) {
	for _, c := range []struct {
		text   string
		values []string
		want   string
	}{
		{"401 for hunter2", []string{"hunter2"}, "401 for ***"},
		{"hunter2 hunter2", []string{"hunter2"}, "*** ***"},
		{"nothing", []string{"hunter2"}, "nothing"}, {"nothing", nil, "nothing"}, {"", []string{"a"}, ""},
		{"nothing", []string{"", ""}, "nothing"}, // an empty value covers nothing
		{"hunter2-long", []string{"hunter2", "hunter2-long"}, "***"}, {"hunter2-long", []string{"hunter2-long", "hunter2"}, "***"},
		{"abcdef", []string{"abcd", "cdef"}, "***"}, {"abcdef", []string{"cdef", "abcd"}, "***"}, // overlapping
		{"x ababa y", []string{"aba"}, "x *** y"}, // overlapping itself
		{"aaaaa", []string{"aa"}, "***"},
		{"abab", []string{"ab"}, "***"},                                     // neighbours do not tell how many
		{"a***b", []string{"*"}, "a***b"}, {"x**y", []string{"*"}, "x***y"}, // a value of stars
		{"päß\nwörd.", []string{"päß\nwörd"}, "***."}, {"\xff\xfe\xfd", []string{"\xfe"}, "\xff***\xfd"},
		{"Bearer TOKEN, token", []string{"TOKEN"}, "Bearer ***, token"},
	} {
		var values []redact.Value
		for _, v := range c.values {
			values = append(values, redact.New(v))
		}
		if got := redact.Mask(c.text, values...); got != c.want {
			t.Errorf("Mask(%q, %q) = %q, want %q", c.text, c.values, got, c.want)
		}
	}
}

// SPEC E3: whatever the text and the values, none of them is left, their order
// does not matter, and what is no secret stays.
func FuzzMaskLeavesNone(f *testing.F) {
	f.Add("abcdef", "abcd", "cdef")
	f.Add("aXaXa", "aXa", "X")
	f.Add("é\xff", "\xa9\xff", "\xc3")
	f.Fuzz(func(t *testing.T, text, a, b string) {
		one, two := redact.New(a), redact.New(b)
		out := redact.Mask(text, one, two)
		if out != redact.Mask(text, two, one, redact.Value{}) {
			t.Fatal("the order of values matters")
		}
		for _, v := range []string{a, b} {
			if v != "" && !strings.Contains(v, "*") && strings.Contains(out, v) {
				t.Fatalf("Mask(%q) left %q: %q", text, v, out)
			}
		}
		if (a == "" || !strings.Contains(text, a)) && (b == "" || !strings.Contains(text, b)) && out != text {
			t.Fatalf("Mask(%q) covered no secret: %q", text, out)
		}
		at := 0
		for _, kept := range strings.Split(out, "***") {
			if strings.Contains(text, "*") {
				break
			}
			i := strings.Index(text[at:], kept)
			if i < 0 {
				t.Fatalf("Mask(%q) made up %q: %q", text, kept, out)
			}
			at += i + len(kept)
		}
	})
}
