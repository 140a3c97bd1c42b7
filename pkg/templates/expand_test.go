package templates_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"usher/pkg/templates"
)

func body(s string) templates.Prompt { return templates.Prompt{Name: "review", Body: s} }

// SPEC X5 and RULINGS on prompts: what stands in a template.
func TestPlaceholders(t *testing.T) {
	for _, c := range []struct{ body, rest, want, has string }{
		{"$ARGUMENTS", "a b", "a b", "$ARGUMENTS"},
		{"$ARGUMENTSX$ARGUMENTS", "a", "aXa", "$ARGUMENTS"},
		{"$ARGUMENT $arguments $Arguments ${ARGUMENTS} $1", "a", "$ARGUMENT $arguments $Arguments ${ARGUMENTS} a", "$1"},
		{"$10 $1x $0 $00 $9", "a b", "a0 ax $0 $00 ", "$1 $9"},
		{"$9$8$7$6$5$4$3$2$1", "a b c d e f g h i j", "ihgfedcba", "$1 $2 $3 $4 $5 $6 $7 $8 $9"},
		{"$$1 $$ $", "a", "$a $$ $", "$1"},
		{"$ 1 $-1 ${1} $(1) $& $1$", "a", "$ 1 $-1 ${1} $(1) $& a$", "$1"},
		{`\$1 \$ARGUMENTS \$ \\$1 $1`, "a", `$1 $ARGUMENTS $ \$1 a`, "$1"},
		{`\$\$1$1\$1`, "a", "$$1a$1", "$1"},
		{`$1\`, "a", `a\`, "$1"}, {`\n\t\1 $1`, "a", `\n\t\1 a`, "$1"},
		{"$1", `\$2`, `\$2`, "$1"}, {`$1\$1`, `x`, `x$1`, "$1"},
		{"$1$2", `$ARG UMENTS`, "$ARGUMENTS", "$1 $2"}, // halves do not grow together into a hole
		{"$$1", "1", "$1", "$1"}, {"$$1", "ARGUMENTS", "$ARGUMENTS", "$1"},
		{"$1 $2", "$2 $1", "$2 $1", "$1 $2"}, // one pass
		{"a\r\n$1\r\n", "x", "a\r\nx\r\n", "$1"},
		{"$1\n\n", "", "\n\n", "$1"},
		{"é$1é", "\xff\x00", "é\xff\x00é", "$1"},
		// no placeholder
		{"Check.\n", "a b", "Check.\n\na b", ""},
		{"Check.", "a", "Check.\n\na", ""},
		{"Check.\n\n\n", "a", "Check.\n\na", ""}, {"Check.\r\n\r\n", "a", "Check.\n\na", ""},
		{"Check. \n", "a\n", "Check. \n\na\n", ""},
		{"Check.\n\n", "", "Check.\n\n", ""}, {"Check.", "", "Check.", ""},
		{`Costs \$5.` + "\n", "a", "Costs $5.\n\na", ""}, {`Costs \$5` + "\n", "", "Costs $5\n", ""}, {`\$`, "a", "$\n\na", ""},
		{"$0", "a", "$0\n\na", ""}, {"a\r", "b", "a\r\n\nb", ""},
		{"", "a", "a", ""}, {"\n", "a", "a", ""}, {"", "", "", ""}, {"\n", "", "\n", ""},
	} {
		p := body(c.body)
		if got := p.Expand(c.rest); got != c.want {
			t.Errorf("%q with %q: %q, want %q", c.body, c.rest, got, c.want)
		}
		if got := strings.Join(p.Placeholders(), " "); got != c.has {
			t.Errorf("%q has %q, want %q", c.body, got, c.has)
		}
		if got := p.Size(c.rest); got != int64(len(c.want)) {
			t.Errorf("%q with %q: size %d, want %d", c.body, c.rest, got, len(c.want))
		}
		if got := written(t, p, c.rest); got != c.want {
			t.Errorf("%q with %q: wrote %q, want %q", c.body, c.rest, got, c.want)
		}
	}
}

func written(t *testing.T, p templates.Prompt, rest string) string {
	t.Helper()
	var b strings.Builder
	n, err := p.ExpandTo(&b, rest)
	if err != nil || n != int64(b.Len()) {
		t.Errorf("%.40q: %d bytes of %d, %v", p.Body, n, b.Len(), err)
	}
	return b.String()
}

// narrow takes so many bytes and no more.
type narrow struct {
	got  []byte
	room int
}

var errFull = errors.New("full")

func (n *narrow) Write(p []byte) (int, error) {
	took := min(len(p), n.room-len(n.got))
	n.got = append(n.got, p[:took]...)
	if took < len(p) {
		return took, errFull
	}
	return took, nil
}

// A reader that goes away is an error, and the count is what it took.
func TestExpandToCountsWhatTheWriterTook(t *testing.T) {
	p := body(strings.Repeat(`x\$`, 20_000) + "$1" + strings.Repeat("y", 100_000) + "$2\n")
	rest := strings.Repeat("a", 50_000) + " b"
	whole := p.Expand(rest)
	for _, room := range []int{0, 1, 32<<10 - 1, 32 << 10, 32<<10 + 1, 40_001, 100_000, len(whole) - 1, len(whole)} {
		w := &narrow{room: room}
		n, err := p.ExpandTo(w, rest)
		if want := room < len(whole); n != int64(len(w.got)) || errors.Is(err, errFull) != want || (err == nil) == want {
			t.Errorf("room for %d: %d written, %d counted, %v", room, len(w.got), n, err)
		}
		if string(w.got) != whole[:room] {
			t.Errorf("room for %d: other bytes", room)
		}
	}
}

// Property (SPEC X5): each placeholder holds its argument literally, once, and
// nothing else in the template moves.
func TestAnArgumentStandsLiterallyOncePerPlaceholder(t *testing.T) {
	args := []string{"$ARGUMENTS", "$1", `\$1`, "$&", "$$", "${x}", "%s", "a\nb", "/review", "{{.}}", "\x00\xff", "'", `"`, "$1$2$ARGUMENTS"}
	for _, a := range args {
		for holes := range 5 {
			between := "<\u2603>"
			parts := slices.Repeat([]string{between}, holes+1)
			got := body(strings.Join(parts, "$ARGUMENTS")).Expand(a)
			want := strings.Join(parts, a)
			if holes == 0 {
				want = between + "\n\n" + a
			}
			if got != want {
				t.Errorf("%q in %d places: %q", a, holes, got)
			}
			if strings.ContainsAny(a, "\n'\"") || holes == 0 {
				continue // not one word
			}
			if got := body(strings.Join(parts, "$1")).Expand(a); got != want {
				t.Errorf("%q as $1 in %d places: %q", a, holes, got)
			}
		}
	}
}
