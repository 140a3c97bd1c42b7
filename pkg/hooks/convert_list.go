package hooks

import "strconv"

// list writes the object shape as a list. A matcher of several alternatives
// becomes an entry for each.
func (c *converter) list(hs []Hook) []byte {
	w := &jsonWriter{}
	w.open(`"hooks"`, '[')
	for _, h := range hs {
		if h.Shell {
			c.note(h, "shell", `"shell": true becomes `+h.Command+" with the line as its last argument")
		}
		if h.Timeout > MaxTimeout {
			c.warn(h, "timeout-shortened", "its timeout of "+h.Timeout.String()+" becomes "+MaxTimeout.String()+", the longest of the list shape")
			h.Timeout = MaxTimeout
		}
		all := h.Match.Alternatives()
		if len(all) > 1 {
			c.warn(h, "split", "its "+strconv.Itoa(len(all))+" alternatives become an entry each; a tool that several of them cover runs it more than once")
		}
		for i, one := range all {
			h.Match = one
			name := string(h.Name)
			if i > 0 {
				name += "-" + strconv.Itoa(i+1)
			}
			c.entry(w, h, name)
		}
	}
	w.close(']')
	return w.end()
}

// entry writes one entry, its timeout always: the list shape's default is another.
func (c *converter) entry(w *jsonWriter, h Hook, name string) {
	w.open("", '{')
	w.text("name", name)
	w.text("event", string(h.Event))
	if h.HasMatch {
		w.text("match", h.Match.String())
	}
	w.text("command", h.Command)
	if len(h.Args) > 0 {
		w.texts("args", h.Args)
	}
	w.raw("timeoutMs", strconv.FormatInt(h.Timeout.Milliseconds(), 10))
	if h.OnErrorSaid {
		w.text("onError", onError(h))
	}
	c.common(w, h)
	w.close('}')
}
