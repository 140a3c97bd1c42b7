package tiers

import (
	"strings"

	"usher/pkg/clean"
	"usher/pkg/sandbox"
)

// Sign is the sort of thing that was seen of a tier that does not work.
type Sign string

const (
	SignMissing Sign = "missing" // its program is not there
	SignUnsafe  Sign = "unsafe"  // its program could be changed by somebody else
	SignForeign Sign = "foreign" // its program is another one of that name
	SignOld     Sign = "old"     // its program lacks what is needed
	SignHangs   Sign = "hangs"   // its program, or the trial, did not end in time
	SignStage   Sign = "stage"   // a stage said why it could not go on
	SignOpen    Sign = "open"    // it was built, and the trial could do what it must not
	SignDied    Sign = "died"    // the trial ended in another way
)

// Evidence is why one tier does not work here.
type Evidence struct {
	Tier    sandbox.Tier `json:"tier"`
	Sign    Sign         `json:"sign"`
	Program string       `json:"program,omitempty"` // the program it is about
	Detail  string       `json:"detail,omitempty"`  // the words that were seen, cleaned and cut
}

// maxDetail is how much of a program's words is kept, in bytes.
const maxDetail = 300

// detail is foreign text as one short harmless line.
func detail(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = clean.Line(strings.TrimSpace(line))
	if len(line) > maxDetail {
		line = strings.ToValidUTF8(line[:maxDetail], "") + "…"
	}
	return line
}

// says reports whether the words hold one of these, whatever their case.
func (e Evidence) says(words ...string) bool {
	text := strings.ToLower(e.Detail)
	for _, w := range words {
		if strings.Contains(text, strings.ToLower(w)) {
			return true
		}
	}
	return false
}

func (e Evidence) denied() bool {
	return e.says("operation not permitted", "permission denied", "no permissions to create")
}
