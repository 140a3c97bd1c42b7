package hooks

import (
	"cmp"
	"strings"
	"unicode"

	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// objectJSON is what a hook of the object shape is told: the list shape's members,
// the same under the names that other assistants use, and whatever else the host
// sent, byte for byte (SPEC H10). cwd is where the hook runs; the host's own wins,
// as do its session_id, its tool_response and its spelling of the tool. Event,
// arguments and message are what is decided about, whatever the host calls so.
func (p Payload) objectJSON(cwd string) []byte {
	o := p.begin()
	o.member("hook_event_name", appendText(nil, string(p.Event)))
	o.ours(p.Host, "session_id", orNull(p.ConversationID))
	o.ours(p.Host, "cwd", appendText(nil, cwd))
	if p.Event.OnTool() {
		o.member("tool_name", p.toolName())
		args := p.Args
		if len(args) == 0 {
			args = []byte("{}")
		}
		o.member("tool_input", args)
	}
	if p.Result != nil {
		o.ours(p.Host, "tool_response", p.Result.append(nil))
	}
	if p.Message != nil {
		o.member("prompt", appendText(nil, *p.Message))
	}
	for _, f := range p.Host {
		if len(f.Value) > 0 {
			o.member(f.Key, f.Value)
		}
	}
	return append(o.b, '}')
}

// begin writes the list shape's members. What a session starts from is the host's
// own word under a key of ours.
func (p Payload) begin() objectWriter {
	o := objectWriter{taken: map[string]bool{}}
	source := appendText(nil, cmp.Or(p.Source, "chat"))
	if v, ok := field(p.Host, "source"); ok && p.Event == SessionStart {
		source = v
	}
	o.b = p.members(source)
	for key, written := range map[string]bool{
		"event": true, "source": true, "conversationId": true, "files": true, "tool": p.Event.OnTool(), "args": p.Event.OnTool(),
		"message": p.Message != nil, "result": p.Result != nil, "outcome": p.Outcome != "",
	} {
		o.taken[folded(key)] = written
	}
	return o
}

// toolName is the host's spelling where it is one of this tool, else ours.
func (p Payload) toolName() []byte {
	ours := appendText(nil, p.Tool.String())
	v, ok := field(p.Host, "tool_name")
	if !ok {
		return ours
	}
	doc, _ := strictjson.Decode(v, strictjson.Options{})
	s, _ := doc.Text()
	if t, err := names.ParseTool(s); err != nil || t != p.Tool {
		return ours
	}
	return v
}

func orNull(s string) []byte {
	if s == "" {
		return []byte("null")
	}
	return appendText(nil, s)
}

func field(fs []Field, key string) ([]byte, bool) {
	for _, f := range fs {
		if f.Key == key && len(f.Value) > 0 {
			return f.Value, true
		}
	}
	return nil, false
}

// objectWriter adds members to an object; no key comes twice, nor one that
// differs from another only in case, which some readers take for the same.
type objectWriter struct {
	b     []byte
	taken map[string]bool
}

// ours is the host's member of that name, else the made one.
func (o *objectWriter) ours(host []Field, key string, made []byte) {
	if v, ok := field(host, key); ok {
		made = v
	}
	o.member(key, made)
}

func (o *objectWriter) member(key string, value []byte) {
	key = text([]byte(key))
	if o.taken[folded(key)] {
		return
	}
	o.taken[folded(key)] = true
	o.b = append(appendText(append(o.b, ','), key), ':')
	o.b = append(o.b, value...)
}

// folded is one and the same for keys that differ in nothing but case.
func folded(key string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, key)
}
