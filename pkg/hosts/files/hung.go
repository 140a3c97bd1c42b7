package files

import "usher/pkg/strictjson"

// hung is one hook as it stands in a file.
type hung struct {
	word    string // of the event
	item    int    // in the event's list
	sub     int    // in the item's own list; -1 where the item is the handler
	alone   bool   // nothing else stands in the item
	whole   *node  // the item
	handler *node
	argv    []string
	fires   string
	is      calls
}

// path is where it stands below the events.
func (h hung) path() []string {
	out := []string{h.word, itoa(h.item)}
	if h.sub >= 0 && !h.alone {
		out = append(out, "hooks", itoa(h.sub))
	}
	return out
}

// hungIn are all hooks of a file, in groups or not.
func hungIn(events *node, host string) []hung {
	var out []hung
	if events == nil {
		return nil
	}
	for _, event := range events.members {
		if !event.value.is(strictjson.KindArray) {
			continue
		}
		for at, item := range event.value.items {
			list := item.get("hooks")
			if !list.is(strictjson.KindArray) {
				out = append(out, hangs(hung{word: event.key, item: at, sub: -1, alone: true, whole: item, handler: item}, host))
				continue
			}
			for sub, handler := range list.items {
				out = append(out, hangs(hung{word: event.key, item: at, sub: sub, alone: len(list.items) == 1, whole: item, handler: handler}, host))
			}
		}
	}
	return out
}

func hangs(h hung, host string) hung {
	argv, one := argvOf(h.handler)
	h.argv = argv
	switch {
	case one:
		h.fires, h.is = recognise(argv, host)
	case mentions(argv):
		h.is = callsByHand
	}
	return h
}
