package hosts

import (
	"fmt"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// Sent is one event as an assistant sends it. Of its Call the tool stays open: what
// Spelling means is found with what is known (Client.Meant). Mode and CanAsk are
// never taken from an assistant (SPEC M6).
type Sent struct {
	Event
	Spelling    string // what the assistant calls the tool
	Server, Own string // an MCP tool's server and name in their own words, where they are told
	Cwd         string
	Roots       []string // the workspace's folders
	Nothing     bool     // nothing was called: a step that only plans
}

// Read reads what the assistant sends for one of usher's events, strictly: one JSON
// object (a BOM is passed over), no key twice, none that differs from a known one
// only in case, nothing told in two places. The assistant's word for the event, where
// it is sent, must be one for this event. Errors never hold what the arguments, the
// message or the result hold.
func (c Client) Read(event string, data []byte) (Sent, error) {
	if !c.Fires(event) {
		return Sent{}, hostError(fmt.Sprintf("%s has no event that is %s", c.Name(), event))
	}
	doc, problems := strictjson.Decode(data, strictjson.Options{
		File: "stdin", Rules: "host", MaxBytes: MaxCall, AllowNull: true,
	})
	if doc == nil {
		return Sent{}, c.refused("what the assistant sent on stdin is not usable JSON", problems)
	}
	if doc.Kind() != strictjson.KindObject {
		return Sent{}, c.refused("what the assistant sent on stdin must be one JSON object", nil)
	}
	r := &hostReader{p: c.p, doc: doc, sent: Sent{Event: Event{Name: event, Call: Call{Source: "chat"}}}}
	r.spelling()
	r.word = r.text(c.p.event)
	if words := c.p.row(event).words; r.word != "" && !slices.Contains(words, r.word) {
		r.wrong(doc, fmt.Sprintf("the event is %s, and %s is %s there", quoted(r.word), event, strings.Join(words, " or ")))
	}
	r.fill(event)
	if len(r.problems) > 0 {
		return Sent{}, c.refused("what the assistant sent on stdin is not understood", append(problems, r.problems...))
	}
	return r.sent, nil
}

func (c Client) refused(msg string, ps []fault.Problem) *fault.Error {
	e := refused(msg, ps)
	e.Hints = []string{"see that usher stands at the right event of the right assistant (--client " + c.Name() + "), and that this assistant's version still speaks so"}
	return e
}

func hostError(msg string) *fault.Error {
	return fault.New(fault.Refused, msg, "what each assistant has: usher run-gate --help")
}

// hostReader is what an assistant sent while it is read.
type hostReader struct {
	p        *protocol
	doc      *strictjson.Value
	word     string
	sent     Sent
	problems []fault.Problem
}

func (r *hostReader) fill(event string) {
	s := &r.sent
	s.ConversationID, s.Cwd, s.Roots = r.text(r.p.session), r.text(r.p.cwd), r.list(r.p.roots)
	switch event {
	case preToolUse, postToolUse:
		r.call()
	case userPromptSubmit:
		if v := r.one(r.p.message); v == nil {
			r.wrong(r.doc, "the event holds no message")
		} else if text, ok := v.Text(); ok {
			s.Message = &text
		} else {
			r.wrong(v, "the message must be text")
		}
	case turnEnd, stopEvent:
		s.Outcome = "done"
	}
	if v := r.one(r.p.result); v != nil && event == postToolUse {
		text, ok := v.Text()
		if !ok {
			text = string(v.Raw())
		}
		s.Result = &EventResult{OK: !saysFailed(v), Text: cutText(text)}
	} else if event == postToolUse {
		s.Result = &EventResult{OK: true}
	}
	r.others()
}

// spelling refuses a key that differs from a known one only in case: the assistant
// may read the one, and the guards were shown nothing.
func (r *hostReader) spelling() {
	known := r.known()
	for _, m := range r.doc.Members() {
		if slices.Contains(known, m.Key) {
			continue
		}
		for _, k := range known {
			if strings.EqualFold(k, m.Key) && len(r.problems) < maxTold {
				r.problems = append(r.problems, problem(m.Place, "host/key-case", fmt.Sprintf("the key %s must be spelt %q", quoted(m.Key), k)))
				break
			}
		}
	}
}

// known are the first levels of every place that is looked at.
func (r *hostReader) known() []string {
	p := r.p
	var out []string
	for _, ways := range [...][]string{p.event, p.session, p.cwd, p.roots, p.tool, p.args, p.message, p.result, {p.server, p.own}} {
		for _, way := range ways {
			first, _, _ := strings.Cut(way, ".")
			out = append(out, first)
		}
	}
	for _, k := range p.kinds {
		out = append(out, k.members...)
		first, _, _ := strings.Cut(k.args, ".")
		out = append(out, first)
	}
	return out
}

// others hands the rest on, byte for byte: hooks of the object shape get it (SPEC
// H10). What the arguments, the message and the result are read from is not repeated.
func (r *hostReader) others() {
	var read []string
	for _, ways := range [...][]string{r.p.event, r.p.args, r.p.message} {
		for _, way := range ways {
			first, _, _ := strings.Cut(way, ".")
			read = append(read, first)
		}
	}
	for _, k := range r.p.kinds {
		first, _, _ := strings.Cut(k.args, ".")
		read = append(append(read, first), k.members...)
	}
	for _, m := range r.doc.Members() {
		if large := len(m.Value.Raw()) > MaxResult && slices.Contains(r.p.result, m.Key); !large && (m.Key == "cwd" || !slices.Contains(read, m.Key)) {
			r.sent.Host = append(r.sent.Host, File{Key: m.Key, Value: m.Value.Raw()})
		}
	}
}

func (r *hostReader) wrong(v *strictjson.Value, msg string) {
	r.problems = append(r.problems, problem(v.Place(), "host/bad-value", msg))
}
