package hosts

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/gate"
)

// Answer is a decision on its way out.
type Answer struct {
	Tool     string
	Decision gate.Decision
	Problems []fault.Problem
}

// usual is room for most answers.
const usual = 1 << 10

// Line is the native answer: one line of JSON ending in a newline (SPEC G6).
// Text keeps its value, escaped as JSON; bytes that are not UTF-8 become U+FFFD.
func (a Answer) Line() []byte {
	b := make([]byte, 0, usual)
	b = append(b, `{"decision":"`+a.Decision.Verdict.String()+`","tool":`...)
	b = quote(b, a.Tool)
	b = append(b, `,"reasons":[`...)
	b = appendReasons(b, a.Decision.Reasons)
	b = append(b, `],"offersAlways":`+strconv.FormatBool(a.Decision.OffersAlways)+`,"problems":[`...)
	for i, p := range a.Problems {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendProblem(b, p)
	}
	return append(b, "]}\n"...)
}

func appendReasons(b []byte, rs []gate.Reason) []byte {
	for i, r := range rs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"by":`...)
		b = quote(b, r.By)
		b = member(b, "layer", r.Layer)
		b = member(b, "file", r.File)
		b = append(b, `,"says":`...)
		b = quote(b, r.Says)
		b = member(b, "hint", r.Hint)
		b = append(b, '}')
	}
	return b
}

func appendProblem(b []byte, p fault.Problem) []byte {
	b = append(b, `{"rule":`...)
	b = quote(b, p.Rule)
	b = append(b, `,"severity":"`+p.Severity.String()+`"`...)
	b = member(b, "file", p.File)
	if p.Line > 0 {
		b = append(b, `,"line":`+strconv.Itoa(p.Line)+`,"column":`+strconv.Itoa(p.Column)...)
	}
	b = member(b, "entry", p.Entry)
	b = append(b, `,"message":`...)
	b = quote(b, p.Message)
	b = member(b, "hint", p.Hint)
	return append(b, '}')
}

func member(b []byte, key, value string) []byte {
	if value == "" {
		return b
	}
	b = append(b, `,"`+key+`":`...)
	return quote(b, value)
}

// Quote is a text as a JSON string.
func Quote(s string) []byte { return quote(nil, s) }

// quote never fails: what is not UTF-8 is replaced, not refused.
func quote(b []byte, s string) []byte {
	out, err := jsontext.AppendQuote(b, s)
	if err != nil {
		out, _ = jsontext.AppendQuote(b, string([]rune(s)))
	}
	return out
}

// Told is what goes to stderr: the deciding reason on one line and, where there
// is one, the next command on a second. Nothing for a plain allow.
func (a Answer) Told() string {
	if a.Decision.Verdict == gate.Allow || len(a.Decision.Reasons) == 0 {
		return ""
	}
	return told(a.Decision.Verdict.String(), a.Decision.Reasons[0])
}

func told(word string, r gate.Reason) string {
	s := "usher: " + word + ": " + clean.Line(r.By) + ": " + clean.Line(r.Says)
	if r.File != "" {
		s += " (" + clean.Line(r.File) + ")"
	}
	s += "\n"
	if r.Hint != "" {
		s += "usher: hint: " + clean.Line(r.Hint) + "\n"
	}
	return s
}
