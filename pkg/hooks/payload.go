package hooks

import (
	"maps"
	"slices"

	"usher/pkg/names"
)

// MaxResult is how much of a tool's result a hook is given, in bytes (SPEC H10).
const MaxResult = 8 << 10

// Payload is what a hook is told on its standard input (SPEC H10).
type Payload struct {
	Event          Event
	Source         string            // chat or meta; "" is chat
	ConversationID string            // "" is null
	Tool           names.Tool        // tool events
	Args           []byte            // tool events: a raw JSON object, passed on byte for byte; nil is {}
	Message        *string           // UserPromptSubmit
	Result         *Result           // PostToolUse
	Outcome        string            // TurnEnd, Stop: done, error or stopped
	Files          map[string][]byte // raw JSON values by key, passed on byte for byte
	Host           []Field           // whatever else the host sent; object-shape hooks are given it (SPEC H10)
}

// Field is one member of the host's own JSON object: its key and its raw value.
type Field struct {
	Key   string
	Value []byte
}

// Result is a tool's result as a hook sees it: at most MaxResult bytes of Text.
type Result struct {
	OK   bool
	Text string
}

// fileKeys every hook may count on; lists are empty and the rest null when the
// caller named none.
var fileKeys = [...]struct{ key, absent string }{
	{"projectRoot", "null"}, {"cad", "[]"}, {"mesh", "[]"}, {"activeCad", "null"}, {"activeMesh", "null"},
}

// JSON is the payload as one JSON object in UTF-8. It is written by hand so that
// Args and Files keep every byte: numbers of any size, order of keys, blanks
// (SPEC Q1). Text that is not UTF-8 has U+FFFD in its place.
func (p Payload) JSON() []byte {
	source := p.Source
	if source == "" {
		source = "chat"
	}
	return append(p.members(appendText(nil, source)), '}')
}

// members is the payload without its closing brace. source is raw.
func (p Payload) members(source []byte) []byte {
	b := make([]byte, 0, len(p.Args)+512)
	b = appendText(append(b, `{"event":`...), string(p.Event))
	b = append(append(b, `,"source":`...), source...)
	b = append(b, `,"conversationId":`...)
	if p.ConversationID == "" {
		b = append(b, "null"...)
	} else {
		b = appendText(b, p.ConversationID)
	}
	if p.Event.OnTool() {
		b = appendText(append(b, `,"tool":`...), p.Tool.String())
		b = append(b, `,"args":`...)
		if len(p.Args) == 0 {
			b = append(b, "{}"...)
		}
		b = append(b, p.Args...)
	}
	if p.Message != nil {
		b = appendText(append(b, `,"message":`...), *p.Message)
	}
	if p.Result != nil {
		b = p.Result.append(append(b, `,"result":`...))
	}
	if p.Outcome != "" {
		b = appendText(append(b, `,"outcome":`...), p.Outcome)
	}
	return p.appendFiles(append(b, `,"files":`...))
}

func (p Payload) appendFiles(b []byte) []byte {
	b = append(b, '{')
	for i, k := range fileKeys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, k.key), ':')
		if raw, ok := p.Files[k.key]; ok && len(raw) > 0 {
			b = append(b, raw...)
		} else {
			b = append(b, k.absent...)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(p.Files)) {
		if isFileKey(key) || len(p.Files[key]) == 0 {
			continue
		}
		b = append(appendText(append(b, ','), key), ':')
		b = append(b, p.Files[key]...)
	}
	return append(b, '}')
}

func isFileKey(key string) bool {
	for _, k := range fileKeys {
		if k.key == key {
			return true
		}
	}
	return false
}
