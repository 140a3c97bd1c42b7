package hooks

import (
	"strconv"
	"time"

	"usher/pkg/names"
)

// object writes a list in the object shape.
func (c *converter) object(hs []Hook) []byte {
	w := &jsonWriter{}
	w.open(`"hooks"`, '{')
	c.reordered(hs)
	for _, e := range eventsOf(hs) {
		w.open(`"`+string(e)+`"`, '[')
		c.groups(w, ofEvent(hs, e))
		w.close(']')
	}
	w.close('}')
	return w.end()
}

// groups writes one event's hooks; neighbours with the same pattern share a group.
func (c *converter) groups(w *jsonWriter, hs []Hook) {
	for i, h := range hs {
		match := c.matcher(h)
		if i == 0 || h.Match != hs[i-1].Match || h.HasMatch != hs[i-1].HasMatch {
			if i > 0 {
				w.close(']')
				w.close('}')
			}
			w.open("", '{')
			if h.HasMatch {
				w.text("matcher", match.String())
			}
			w.open(`"hooks"`, '[')
		}
		c.handler(w, h, i+1)
	}
	w.close(']')
	w.close('}')
}

// handler writes one hook. What the shapes hold otherwise is written out, so that
// it stays the same: the timeout, that a failure refuses, and that a command is
// one program.
func (c *converter) handler(w *jsonWriter, h Hook, n int) {
	if made := madeName(h.Event, n); made != h.Name {
		c.note(h, "lost-name", "its name becomes "+string(made))
	}
	w.open("", '{')
	w.text("type", "command")
	w.text("command", h.Command)
	if words, err := names.SplitLine(h.Command); len(h.Args) > 0 || err != nil || len(words) != 1 || words[0] != h.Command || shellSign(h.Command) != "" {
		w.texts("args", h.Args)
	}
	seconds := (h.Timeout + time.Second - 1) / time.Second
	if h.Timeout%time.Second != 0 {
		c.warn(h, "timeout-rounded", "its timeout of "+strconv.FormatInt(h.Timeout.Milliseconds(), 10)+" ms becomes "+strconv.Itoa(int(seconds))+" s, in whole seconds")
	}
	w.raw("timeout", strconv.Itoa(int(seconds)))
	if h.OnErrorSaid || h.Event == PreToolUse {
		w.text("onError", onError(h))
	}
	if h.ModelOutput {
		c.warn(h, "lost-model-output", "modelOutput is lost: what it prints no longer reaches the assistant")
	}
	c.common(w, h)
	w.close('}')
}

// common writes what both shapes have.
func (c *converter) common(w *jsonWriter, h Hook) {
	if h.Parked {
		w.raw("enabled", "false")
	}
	if h.Description != "" {
		w.text("description", h.Description)
	}
}

func onError(h Hook) string {
	if h.Warn {
		return "warn"
	}
	return "deny"
}

// reordered says that hooks of different events no longer stand mixed.
func (c *converter) reordered(hs []Hook) {
	seen := map[Event]bool{}
	for i, h := range hs {
		if seen[h.Event] && hs[i-1].Event != h.Event {
			c.note(h, "order", "it moves beside the other "+string(h.Event)+" hooks, which changes nothing: hooks of one event keep their order")
			return
		}
		seen[h.Event] = true
	}
}

func eventsOf(hs []Hook) []Event {
	var out []Event
	seen := map[Event]bool{}
	for _, h := range hs {
		if !seen[h.Event] {
			seen[h.Event] = true
			out = append(out, h.Event)
		}
	}
	return out
}

func ofEvent(hs []Hook, e Event) (out []Hook) {
	for _, h := range hs {
		if h.Event == e {
			out = append(out, h)
		}
	}
	return out
}
