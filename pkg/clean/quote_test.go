package clean_test

import (
	"strconv"
	"strings"
	"testing"

	"usher/pkg/clean"
)

// unquote reads Quote's form back: that it can be read back shows that no two
// texts look the same on a card.
func unquote(t *testing.T, q string) string {
	t.Helper()
	if len(q) < 2 || q[0] != '"' || q[len(q)-1] != '"' {
		t.Fatalf("%s is not quoted", q)
	}
	q = q[1 : len(q)-1]
	var b strings.Builder
	for q != "" {
		if rest, ok := strings.CutPrefix(q, " ⟨"); ok {
			n, after, _ := strings.Cut(rest, " blanks⟩ ")
			count, err := strconv.Atoi(n)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(strings.Repeat(" ", count))
			q = after
			continue
		}
		if q[0] != '\\' {
			if q[0] == '"' || q[0] > '~' || q[0] < ' ' {
				t.Fatalf("an unescaped %q in %s", q[0], q)
			}
			b.WriteByte(q[0])
			q = q[1:]
			continue
		}
		if rest, ok := strings.CutPrefix(q, `\u{`); ok {
			hex, after, _ := strings.Cut(rest, "}")
			r, err := strconv.ParseInt(hex, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteRune(rune(r))
			q = after
			continue
		}
		if q[1] == 'x' {
			c, err := strconv.ParseUint(q[2:4], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteByte(byte(c))
			q = q[4:]
			continue
		}
		b.WriteString(strings.NewReplacer("n", "\n", "r", "\r", "t", "\t").Replace(q[1:2]))
		q = q[2:]
	}
	return b.String()
}

// SPEC Q8: nothing before it can push the end of an argument out of sight: the
// last 20 bytes stand at the end of what is shown, and blanks are counted.
func FuzzQuoteShowsTheTail(f *testing.F) {
	f.Add("", "rm -rf /home/x/data2")
	f.Add(strings.Repeat(" ", 5000), "--allow=everything--")
	f.Add(strings.Repeat("\u200b", 5000)+"\"", "aaaaaaaaaaaaaaaaaaaa")
	f.Add("\x1b[2K\r", "01234567890123456789")
	f.Fuzz(func(t *testing.T, before, tail string) {
		tail = strings.Map(func(r rune) rune {
			if r <= ' ' || r > '~' || r == '"' || r == '\\' {
				return 'x'
			}
			return r
		}, tail)
		if len(tail) > 20 {
			tail = tail[len(tail)-20:]
		}
		q := clean.Quote(before + tail)
		if !strings.HasSuffix(q, tail+`"`) {
			t.Fatalf("the tail %q is not at the end of %s", tail, q)
		}
		if strings.Contains(q, "   ") || strings.ContainsAny(q, "\n\r\t") {
			t.Fatalf("blanks that are not counted: %q", q)
		}
	})
}
