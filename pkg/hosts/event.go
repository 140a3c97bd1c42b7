package hosts

import (
	"strings"
	"unicode/utf8"

	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// MaxResult is how much of a tool's result a hook is given, in bytes (SPEC H10).
const MaxResult = 8 << 10

// Event is one event of an assistant's loop as read. Of Call, the tool and its
// arguments are there for tool events only, and Mode and CanAsk for none. Host is
// what the caller sent beyond that, byte for byte (SPEC H10), and what it calls the
// tool, the conversation and the result in its own words.
type Event struct {
	Call
	Name    string
	Message *string      // UserPromptSubmit
	Result  *EventResult // PostToolUse
	Outcome string       // TurnEnd, Stop: done, error or stopped
	Host    []File
}

// EventResult is a tool's result: at most MaxResult bytes of Text.
type EventResult struct {
	OK   bool
	Text string
}

// ReadEvent reads an event in usher's own form, as strictly as ReadCall reads a
// call: no comments, no duplicates, no wrong types, no key that differs from a
// known one only in case. name is one of the six events; "event", where given,
// must be that one, and so must a host's word for it. What is given under usher's
// name and under a host's must be the same. Keys that nobody knows are the host's own. Errors never hold
// what the event's arguments, message or result hold.
func ReadEvent(name string, data []byte) (Event, error) {
	doc, problems := strictjson.Decode(data, strictjson.Options{
		File: "stdin", Rules: "event", MaxBytes: MaxCall, AllowNull: true,
	})
	if doc == nil {
		return Event{}, refusedEvent(name, "the event on stdin is not usable JSON", problems)
	}
	if doc.Kind() != strictjson.KindObject {
		return Event{}, refusedEvent(name, "the event on stdin must be one JSON object", nil)
	}
	r := &eventReader{name: name, doc: doc, event: Event{Name: name, Call: Call{Source: "chat"}}}
	r.strays()
	r.fill()
	r.doubles()
	r.needs()
	if len(r.problems) > 0 {
		return Event{}, refusedEvent(name, "the event on stdin is not understood", append(problems, r.problems...))
	}
	return r.event, nil
}

// fill reads every known member.
func (r *eventReader) fill() {
	e := &r.event
	r.text("event", r.name)
	r.hostEventName()
	e.ConversationID, _ = r.either("conversationId", hostConversation)
	if tool, given := r.either("tool", hostTool); given {
		t, err := names.ParseTool(tool)
		if err != nil {
			r.wrong(r.first("tool", hostTool).Place(), err.Error())
		}
		e.Tool = t
	}
	r.args()
	r.source()
	r.files()
	if message, given := r.either("message", hostMessage); given {
		e.Message = &message
	}
	r.result()
	if r.means("outcome") {
		if e.Outcome, _ = r.text("outcome", "done", "error", "stopped"); e.Outcome == "" {
			e.Outcome = "done"
		}
	}
}

// needs says what an event cannot be without: a guard that was shown no message
// would pass every one.
func (r *eventReader) needs() {
	switch {
	case len(r.problems) > 0:
	case r.tells(preToolUse, postToolUse) && r.event.Tool.String() == "":
		r.missing("event/no-tool", "the event names no tool")
	case r.tells(userPromptSubmit) && r.event.Message == nil:
		r.missing("event/no-message", "the event holds no message")
	case r.tells(postToolUse) && r.event.Result == nil:
		r.missing("event/no-result", "the event holds no result")
	}
}

func (r *eventReader) args() {
	switch v := r.first("args", hostArgs); {
	case !r.means("args"):
	case v == nil:
		r.event.Args = []byte("{}")
	case v.Kind() != strictjson.KindObject:
		r.wrong(v.Place(), "the tool's arguments must be an object")
	default:
		r.event.Args = v.Raw()
	}
}

// source is chat or meta. What a session starts from ("startup", "resume") is a
// host's own word under the same key.
func (r *eventReader) source() {
	v := r.doc.Get("source")
	if v == nil {
		return
	}
	if s, ok := v.Text(); ok && r.tells(sessionStart) && s != "chat" && s != "meta" {
		r.event.Host = append(r.event.Host, File{Key: "source", Value: v.Raw()})
		return
	}
	if s, _ := r.text("source", "chat", "meta"); s != "" {
		r.event.Source = s
	}
}

func (r *eventReader) files() {
	v := r.doc.Get("files")
	if v == nil {
		return
	}
	files, wrong := readFiles(v, "event")
	r.event.Files, r.problems = files, append(r.problems, wrong...)
}

// cutText is s with at most MaxResult bytes, never inside a character.
func cutText(s string) string {
	if len(s) <= MaxResult {
		return s
	}
	cut := MaxResult
	for cut > MaxResult-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strings.Clone(s[:cut]) // the rest may be of megabytes
}
