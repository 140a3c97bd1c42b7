package hosts

import (
	"strings"

	"usher/pkg/clean"
	"usher/pkg/gate"
)

// Reply is what a hook hands back to an assistant: its stdout, its stderr and its
// exit status, which the assistant reads as its own protocol says.
type Reply struct {
	Stdout []byte
	Stderr string
	Exit   int
	Refuse bool // it refuses, and must not be lost
}

// Silenced is the reply where stderr cannot be written to. Some read a refusal with
// exit 2 and nothing on stderr as a hook that failed, and run the tool; what is on
// stdout they read on its own, with exit 0.
func (r Reply) Silenced() Reply {
	if r.Refuse && len(r.Stdout) > 0 {
		r.Exit = 0
	}
	return r
}

// Decided is the answer to a call (SPEC G6). Never does it allow: where nobody
// objects it says nothing, and the assistant's own permission flow goes on. A
// question that the assistant does not put to anybody is a refusal.
func (c Client) Decided(a Answer) Reply {
	switch a.Decision.Verdict {
	case gate.Allow:
		return c.nothing(preToolUse, "")
	case gate.Ask:
		if a.Decision.Silent {
			return c.nothing(preToolUse, "")
		}
		if c.Asks() {
			return Reply{Stdout: fill(c.p.row(preToolUse).ask, c.word(preToolUse), because("ask", a.Decision.Reasons))}
		}
		return c.refusal(preToolUse, a.Decision.Reasons)
	case gate.Deny:
	}
	return c.refusal(preToolUse, a.Decision.Reasons)
}

// Answered is the answer to any event: a refusal, or nothing but what is added for
// the model, where the assistant takes that.
func (c Client) Answered(event string, a EventAnswer) Reply {
	if a.Denied {
		return c.refusal(event, a.Reasons)
	}
	var added []string
	for _, m := range a.ModelOutput {
		added = append(added, m.Text)
	}
	r := c.nothing(event, strings.Join(added, "\n\n"))
	if len(a.Reasons) > 0 { // it came to no end of its own, and only observes
		r.Stderr, r.Exit = a.Told(), 1
	}
	return r
}

// Adds reports whether the assistant takes a text from a hook of that event.
func (c Client) Adds(event string) bool { return c.p != nil && c.p.row(event).more != "" }

// refusal is the answer that stops it, by every channel that is honoured.
func (c Client) refusal(event string, rs []gate.Reason) Reply {
	text := because("deny", rs)
	r := Reply{Stderr: text + "\n", Refuse: true, Exit: 2}
	if !c.Fires(event) { // nor is it known what is asked
		r.Stdout = fill(everywhere, event, text)
		return r
	}
	own := c.p.row(event)
	r.Stdout, r.Exit = fill(own.deny, c.word(event), text), own.exit
	if len(r.Stdout) == 0 && r.Exit == 0 {
		r.Refuse = false // an event that nothing stops
		r.Exit = 1
	}
	return r
}

// nothing is no opinion.
func (c Client) nothing(event, added string) Reply {
	if c.p == nil {
		return c.refusal(event, nil)
	}
	own := c.p.row(event)
	if added != "" && own.more != "" {
		return Reply{Stdout: fill(own.more, c.word(event), added)}
	}
	return Reply{Stdout: fill(own.none, "", "")}
}

func (c Client) word(event string) string {
	if !c.Fires(event) {
		return event
	}
	return c.p.row(event).words[0]
}

// fill makes one line of a text of the table.
func fill(shape, word, text string) []byte {
	switch shape {
	case "":
		return nil
	case "$T":
		return []byte(text + "\n")
	}
	whole := strings.ReplaceAll(shape, "$E", word) // a word of the table, or one of usher's
	return []byte(strings.ReplaceAll(whole, "$R", string(quote(nil, text))) + "\n")
}

// maxReason is how many characters of a reason an assistant is told; the least that
// one of them takes is 10 000.
const maxReason = 6000

// because is the reason as one text, never empty or blank: some run the tool where
// a refusal has none.
func because(word string, rs []gate.Reason) string {
	r := gate.Reason{By: "input", Says: "the call could not be decided"}
	if len(rs) > 0 {
		r = rs[0]
	}
	text, cut := clean.Cut(strings.TrimSuffix(told(word, r), "\n"), maxReason)
	if cut {
		text += " … (cut)"
	}
	return text
}
