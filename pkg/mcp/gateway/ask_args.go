package gateway

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

// maxArgShown characters of each argument are shown where all of them are too many.
const maxArgShown = 200

// argsShown is what a person is shown of a call's arguments: all of them, or where that
// is too much each one by its name, with its begin and its size. false where not even
// that fits: what is too long to show cannot be allowed (SPEC Q8).
func argsShown(args []byte) (string, bool) {
	if len(args) <= 4*maxArgsShown {
		if all := clean.Line(string(args)); utf8.RuneCountInString(all) <= maxArgsShown {
			return all, true
		}
	}
	root, _ := strictjson.Decode(args, strictjson.Options{MaxBytes: maxMessage, MaxDepth: maxDepth, AllowNull: true})
	var b strings.Builder
	for _, m := range root.Members() {
		raw := m.Value.Raw()
		begin, cut := clean.Cut(clean.Line(string(raw[:min(len(raw), 4*maxArgShown)])), maxArgShown)
		b.WriteString("\n  " + clean.Line(strconv.Quote(m.Key)) + ": " + begin)
		if cut || len(raw) > 4*maxArgShown {
			b.WriteString(" … (cut: it has " + strconv.Itoa(len(raw)) + " bytes)")
		}
		if b.Len() > 8*maxArgsShown {
			return "", false
		}
	}
	return b.String(), b.Len() > 0
}
