package gateway

import (
	"context"

	"usher/pkg/strictjson"
)

// subscription is one subscriptions/listen of 2026-07-28.
type subscription struct {
	id     []byte          // of the request, as written
	wants  map[string]bool // methods
	frames chan []byte
}

// listen sends what the assistant asks to hear of until the request is cancelled. Of
// resources it hears when a list changed, not of single ones: that is left out of what
// is acknowledged.
func (r *request) listen(ctx context.Context) ([]byte, error) {
	filter := r.paramsInside().Pick("notifications")
	if filter == nil || r.b[filter.Start] != '{' {
		return nil, badParams(`"notifications" must be given, as an object`)
	}
	chosen, _ := strictjson.Skim(filter.Of(r.b), maxDepth)
	sub := &subscription{id: r.id, wants: map[string]bool{}, frames: make(chan []byte, maxNotices)}
	var agreed [][]byte
	for key, method := range map[string]string{"toolsListChanged": toolsChanged, "promptsListChanged": promptsChanged, "resourcesListChanged": resourcesChanged} {
		if string(chosen.Find(filter.Of(r.b), key)) == "true" {
			sub.wants[method] = true
			agreed = append(agreed, []byte(key), []byte("true"))
		}
	}
	if !r.g.subscribe(sub) {
		return nil, &rpcError{code: codeRefused, message: "too many subscriptions are under way: end one"}
	}
	defer r.g.unsubscribe(sub)
	ack := notification("notifications/subscriptions/acknowledged", object([]byte("_meta"), sub.meta(), []byte("notifications"), object(agreed...)))
	if err := send(r.out, ack); err != nil {
		return nil, err
	}
	for {
		select {
		case f := <-sub.frames:
			if err := send(r.out, f); err != nil {
				return nil, err
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (r *request) paramsInside() strictjson.Parts {
	if r.params == nil {
		return nil
	}
	return r.params.Inside
}

func (s *subscription) meta() []byte { return object([]byte(keyListener), s.id) }

// subscribe takes a subscription in; false where there are too many.
func (g *Gateway) subscribe(s *subscription) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.subs) >= maxListens {
		return false
	}
	g.subs[s] = true
	return true
}

func (g *Gateway) unsubscribe(s *subscription) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.subs, s)
}

// subscribers are told; one that does not keep up has as much before it that nothing
// new is in one more.
func (g *Gateway) subscribers(method string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for s := range g.subs {
		if !s.wants[method] {
			continue
		}
		select {
		case s.frames <- notification(method, object([]byte("_meta"), s.meta())):
		default:
		}
	}
}
