package main

import (
	"encoding/json"
	"strings"
)

// Requests are read loosely: an assistant may send whatever else it likes.

func object(v any) map[string]any { m, _ := v.(map[string]any); return m }

func list(v any) []any { l, _ := v.([]any); return l }

// text is a value as a model reads it: the texts in it, else its JSON.
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		var parts []string
		for _, part := range v {
			parts = append(parts, text(part))
		}
		return strings.Join(parts, "\n")
	case map[string]any:
		for _, key := range []string{"text", "output", "content", "error"} {
			switch v[key].(type) {
			case string, []any:
				return text(v[key])
			}
		}
	}
	data, _ := json.Marshal(v)
	return string(data)
}

// asText is JSON in a string, as arguments travel in OpenAI's protocols.
func asText(v any) string {
	data, _ := json.Marshal(v)
	return string(data)
}

// event is one of a stream of server-sent events.
type event struct {
	name string
	data any
}

// typed is an event whose name stands in its data too.
func typed(name string, data map[string]any) event {
	data["type"] = name
	return event{name, data}
}

// reply is a model's answer: a stream where the request asked for one.
type reply struct {
	whole  any
	stream []event
	done   string // the stream's last line
}
