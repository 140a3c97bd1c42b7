package gateway

import (
	"bytes"
	"context"

	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// heed takes a notification of the assistant's. Those that say nothing to usher are
// passed over, as MCP wants it.
func (s *Session) heed(f frame) {
	if f.method != "notifications/cancelled" || f.params == nil {
		return
	}
	id := f.params.Inside.Find(f.b, "requestId")
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tickets[sameID(string(id))]; t != nil {
		t.gone = true
		t.cancel()
	}
}

// answered takes an answer to a question of ours; one that nobody waits for is passed
// over.
func (s *Session) answered(f frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := sameID(string(f.id))
	if waits := s.asked[id]; waits != nil {
		delete(s.asked, id)
		waits <- f.b
	}
}

// spoiled takes what is no sound message for an answer to every question whose id is in
// it: whoever waits for that is not left waiting, and it allows nothing (SPEC G4).
func (s *Session) spoiled(f frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, waits := range s.asked {
		if bytes.Contains(f.b, []byte(id)) {
			delete(s.asked, id)
			waits <- nil
		}
	}
}

const (
	toolsChanged     = "notifications/tools/list_changed"
	promptsChanged   = "notifications/prompts/list_changed"
	resourcesChanged = "notifications/resources/list_changed"
)

// Changed tells every session that a server's tools changed, "" for any server's.
func (g *Gateway) Changed(names.ServerID) { g.changed(toolsChanged) }

func (g *Gateway) changed(method string) {
	g.everySession(notification(method, nil), anySession)
	g.subscribers(method)
}

// Notice is who takes what a server tells: the params of one of its notifications, as
// sent; nil for nobody. Whose call a message is about is told while it is read, for by
// the time it is passed on the call may have its answer.
func (g *Gateway) Notice(id names.ServerID, method string) (take func(params []byte)) {
	if method != "notifications/message" {
		return func(params []byte) { g.pass(id, method, params) }
	}
	by := g.causing(id)
	if by.s == nil {
		return nil
	}
	return func(params []byte) {
		members, ok := strictjson.Skim(params, maxDepth)
		if level, isText := textOf(members.Find(params, "level")); ok && isText {
			by.s.tell(by.out, notification(method, params), func() bool { return by.s.level > 0 && levelOf(level) >= by.s.level })
		}
	}
}

func (g *Gateway) pass(id names.ServerID, method string, params []byte) {
	switch method {
	case promptsChanged, resourcesChanged, "notifications/resources/updated":
		gr, err := g.o.House.Now(context.Background())
		if err != nil {
			return // every call is refused, with the reason
		}
		switch p := gr.Standing().Policy; {
		case method == promptsChanged && p.ServePrompts, method == resourcesChanged && p.ServeResources:
			g.changed(method)
		case p.ServeResources:
			g.updated(id, method, params)
		}
	}
}

// updated tells whoever subscribed that a resource changed, under the name it has here.
func (g *Gateway) updated(id names.ServerID, method string, params []byte) {
	members, _ := strictjson.Skim(params, maxDepth)
	m := members.Pick("uri")
	if m == nil {
		return
	}
	uri, ok := textOf(m.Of(params))
	if !ok || method != "notifications/resources/updated" {
		return
	}
	here := addressed(id, uri)
	frame := notification(method, spliced(params, m.Start, m.Stop, quote(here)))
	g.everySession(frame, func(s *Session) bool { return s.uris[here] })
}

// spliced is b with the bytes from start to stop replaced.
func spliced(b []byte, start, stop int, with []byte) []byte {
	out := make([]byte, 0, len(b)-(stop-start)+len(with))
	return append(append(append(out, b[:start]...), with...), b[stop:]...)
}

// levels of a server's messages, the mildest first; the place in the list is the level.
func levels() []string {
	return []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}
}

// levelOf is 1 for the mildest level, 0 for a word that is none.
func levelOf(word string) int {
	for i, l := range levels() {
		if l == word {
			return i + 1
		}
	}
	return 0
}

// setLevel says from which level on an assistant wants to hear servers' messages.
func (r *request) setLevel(context.Context) ([]byte, error) {
	word, fault := r.word("level")
	if fault != nil {
		return nil, fault
	}
	level := levelOf(word)
	if level == 0 {
		return nil, badParams("level must be debug, info, notice, warning, error, critical, alert or emergency")
	}
	r.s.mu.Lock()
	r.s.level = level
	r.s.mu.Unlock()
	return []byte("{}"), nil
}
