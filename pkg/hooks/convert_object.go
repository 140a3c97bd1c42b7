package hooks

import (
	"strconv"
	"strings"
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
		n, open := 0, false
		var last Hook
		for _, h := range hs {
			if h.Event != e {
				continue
			}
			n++
			match, has := c.matcher(h), h.HasMatch
			if open && (last.Match != match || last.HasMatch != has) {
				w.close(']')
				w.close('}')
				open = false
			}
			if !open {
				w.open("", '{')
				if has {
					w.text("matcher", match.String())
				}
				w.open(`"hooks"`, '[')
				open = true
			}
			last = Hook{Match: match, HasMatch: has}
			c.handler(w, h, n)
		}
		w.close(']')
		w.close('}')
		w.close(']')
	}
	w.close('}')
	return w.end()
}

// handler writes one hook. What the shapes hold otherwise is written out, so that
// it stays the same: the timeout, that a failure refuses, and that a command is
// one program.
func (c *converter) handler(w *jsonWriter, h Hook, n int) {
	c.note(h, "lost-name", "its name becomes "+string(madeName(h.Event, n)))
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

// matcher is the hook's pattern as the object shape can hold it.
func (c *converter) matcher(h Hook) names.Pattern {
	p := wider(h.Match)
	if p != h.Match {
		c.warn(h, "wider-match", "its match "+quote(h.Match.String())+" would be read otherwise there; it becomes "+quote(p.String())+", which may cover more tools")
	}
	return p
}

// widened puts * for what only a regular expression would hold. A star after the
// dot of mcp.server. is written in the server's other spelling.
func widened(s string) names.Pattern {
	if id, ok := strings.CutPrefix(s, "mcp."); ok {
		if id, ok = strings.CutSuffix(id, ".*"); ok {
			if server, err := names.ParseServerID(id); err == nil {
				s = string(server) + "__*"
			}
		}
	}
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`|[](){}+?\^$`, r) {
			return '*'
		}
		return r
	}, s)
	for _, pair := range [...][2]string{{".*", "*"}, {"**", "*"}} {
		for strings.Contains(s, pair[0]) {
			s = strings.ReplaceAll(s, pair[0], pair[1])
		}
	}
	p, err := names.ParsePattern(s)
	if err != nil {
		return names.Any()
	}
	return p
}
