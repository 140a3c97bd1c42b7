//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// answer is run-gate's native form (SPEC G6).
type answer struct {
	Decision     string    `json:"decision"`
	Tool         string    `json:"tool"`
	Reasons      []reason  `json:"reasons"`
	OffersAlways bool      `json:"offersAlways"`
	Problems     []problem `json:"problems"`
}

type reason struct {
	By    string `json:"by"`
	Layer string `json:"layer"`
	File  string `json:"file"`
	Says  string `json:"says"`
	Hint  string `json:"hint"`
}

type problem struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Entry    string `json:"entry"`
	Message  string `json:"message"`
	Hint     string `json:"hint"`
}

// verdict is one answered call.
type verdict struct {
	ran
	answer
}

// word is the decision, never empty.
func (v verdict) word() string { return v.Decision }

// says is every word of the reasons.
func (v verdict) says() string {
	var b strings.Builder
	for _, r := range v.Reasons {
		b.WriteString(r.By + ": " + r.Says + "\n")
	}
	return b.String()
}

// decide puts one call to both programs at the same time. They must answer
// alike, and as the protocol says: see checked.
func (h *house) decide(t *testing.T, call string, flags ...string) verdict {
	t.Helper()
	usher, small := begin(t, h.gate("usher", flags...), call), begin(t, h.gate("usher-gate", flags...), call)
	r, g := usher.end(t), small.end(t)
	pid := regexp.MustCompile(`watches over it \(\d+\)`) // the one thing that may differ
	same := func(a, b string) bool { return pid.ReplaceAllString(a, "") == pid.ReplaceAllString(b, "") }
	if r.code != g.code || !same(r.out, g.out) || !same(r.err, g.err) {
		t.Errorf("the two programs differ:\n%v\n%v", r, g)
	}
	return checked(t, r)
}

// asks puts a call to usher-gate alone, for what is better done once.
func (h *house) asks(t *testing.T, call string, flags ...string) verdict {
	t.Helper()
	return checked(t, launch(t, h.command("usher-gate", flags...), call))
}

// checked reads an answer and holds it to what every answer must be: status 0,
// 2 or 3 that agrees with the decision, one line of valid JSON on stdout, and on
// stderr a reason (for an allow: warnings at most) without a byte that a terminal obeys.
func checked(t *testing.T, r ran) verdict {
	t.Helper()
	v := verdict{ran: r}
	word, ok := map[int]string{0: "allow", 2: "deny", 3: "ask"}[r.code]
	if !ok {
		t.Fatalf("a status that run-gate does not have: %v", r)
	}
	harmless(t, r)
	if strings.Count(r.out, "\n") != 1 || !strings.HasSuffix(r.out, "\n") || !utf8.ValidString(r.out) {
		t.Fatalf("stdout is not one line of UTF-8: %v", r)
	}
	d := json.NewDecoder(strings.NewReader(r.out))
	d.DisallowUnknownFields()
	if err := d.Decode(&v.answer); err != nil {
		t.Fatalf("stdout is not an answer (%v): %v", err, r)
	}
	if v.Decision != word {
		t.Errorf("decision %q with status %d", v.Decision, r.code)
	}
	if word == "allow" {
		warnings := 0
		for _, p := range v.Problems {
			if p.Severity == "warning" {
				warnings++
			}
		}
		if strings.Count(r.err, "\n") != strings.Count(r.err, ": warning: ") || r.err != "" && warnings == 0 {
			t.Errorf("an allow tells something but warnings on stderr: %v", r)
		}
		return v
	}
	if len(v.Reasons) == 0 || v.Reasons[0].By == "" || v.Reasons[0].Says == "" || !strings.HasPrefix(r.err, "usher: "+word+": ") {
		t.Errorf("no reason: %v", r)
	}
	return v
}

// harmless holds stderr to SPEC F6: no control, bidirectional or invisible
// character but the line end.
func harmless(t *testing.T, r ran) {
	t.Helper()
	if !utf8.ValidString(r.err) {
		t.Errorf("stderr is not UTF-8: %q", r.err)
	}
	for _, c := range r.err {
		if c != '\n' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c) || unicode.Is(unicode.Zl, c) || unicode.Is(unicode.Zp, c)) {
			t.Errorf("stderr holds %q: %q", c, short(r.err))
			return
		}
	}
}

// wants holds a verdict to a decision and to words of its reasons.
func (v verdict) wants(t *testing.T, word string, words ...string) {
	t.Helper()
	if v.word() != word {
		t.Errorf("want %s: %v", word, v.ran)
		return
	}
	for _, w := range words {
		if !strings.Contains(v.says(), w) {
			t.Errorf("no reason says %q: %v", w, v.ran)
		}
	}
}
