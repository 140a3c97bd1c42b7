package hooks

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"usher/pkg/fault"
	"usher/pkg/proc"
	"usher/pkg/strictjson"
)

// answer is what a hook of the object shape says in JSON on its standard output
// (SPEC H6). The verdict is NoOpinion at most: what approves says nothing (SPEC H7).
type answer struct {
	verdict Outcome
	reason  string // the hook's own words
	fault   string // why it is a failed hook; no word of it is the hook's
}

// answered reads stdout, whatever the hook's ending. Only events that can be
// refused have an answer; a person's interrupt has none (SPEC H12).
func answered(h Hook, res proc.Result) answer {
	out := answer{verdict: NoOpinion}
	if h.Shape != Object || !h.Event.refusable() || !startsLikeJSON(res.Stdout, res.StdoutCut) || h.Event == Stop && res.Ending == proc.Cancelled {
		return out
	}
	r := answerReader{hook: h, best: out}
	doc, problems := strictjson.Decode(res.Stdout, strictjson.Options{Rules: "answer", AllowNull: true})
	switch {
	case res.StdoutCut:
		r.fails("its answer on stdout was cut at " + strconv.Itoa(len(res.Stdout)) + " bytes")
	case doc == nil || len(problems) > 0:
		r.fails("its answer on stdout is no usable JSON" + whereOf(problems))
	default:
		r.read(doc)
	}
	return r.best
}

// startsLikeJSON reports stdout that is meant as an answer: a { after blanks and
// whatever else cannot be seen, byte order marks of UTF-16 among them. One that
// was cut before anything could be seen may have been meant so.
func startsLikeJSON(stdout []byte, cut bool) bool {
	for b := stdout; len(b) > 0; {
		if rest, ok := bytes.CutPrefix(b, []byte("\x1b[")); ok { // colours
			b = bytes.TrimLeft(rest, "0123456789:;<=>?")
			b = b[min(1, len(b)):]
			continue
		}
		r, n := utf8.DecodeRune(b)
		switch {
		case r == '{':
			return true
		case unseen(r) || bytes.IndexByte([]byte{0xfe, 0xff}, b[0]) >= 0:
			b = b[n:]
		default:
			return false
		}
	}
	return cut
}

// unseen reports a character that leaves nothing on a screen.
func unseen(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// answerReader keeps the strictest thing that an answer says.
type answerReader struct {
	hook Hook
	best answer
}

func (r *answerReader) says(o Outcome, reason string) { r.take(answer{verdict: o, reason: reason}) }

func (r *answerReader) fails(why string) { r.take(answer{verdict: failure(r.hook), fault: why}) }

func (r *answerReader) take(a answer) {
	if a.verdict.rank() > r.best.verdict.rank() {
		r.best = a
	}
}

// whereOf is the first fault by its kind and place: its message may hold a word of
// the hook's.
func whereOf(problems []fault.Problem) string {
	if len(problems) == 0 {
		return ""
	}
	p := problems[0]
	kind := strings.ReplaceAll(strings.TrimPrefix(p.Rule, "answer/"), "-", " ")
	if p.Line == 0 {
		return " (" + kind + ")"
	}
	return " (" + kind + ", line " + strconv.Itoa(p.Line) + " column " + strconv.Itoa(p.Column) + ")"
}
