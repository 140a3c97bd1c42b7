package gateway

import (
	"bytes"
	"context"

	"usher/pkg/mcp/client"
)

// swift makes calls on the goroutine that reads them, where nothing about a call waits:
// what holds is what held, the person allowed the tool, no hook is to be run and nothing
// to be recorded, and the server runs. Everything else takes the long way, which says
// what there is to be said. Both rest on the same functions.
type swift struct {
	s   *Session
	ctx context.Context
	out *lines

	still  func() (Ground, bool) // nil: nothing is swift
	ground Ground                // as a look found it after the calls that rest on it had come
	left   int                   // so many more may
	plans  plans
	held   []beginner // with frames that are not sent yet
	params []byte     // room for those of a call
}

// maxLook calls that had come before it may rest on one look.
const maxLook = 32

// beginner is what is used of a client.Conn here.
type beginner interface {
	Begin(f client.Forward, t client.Taker) (cancel func(), ok bool)
	Flush()
}

func (s *Session) swift(ctx context.Context, out *lines) *swift {
	w := &swift{s: s, ctx: ctx, out: out}
	if house, ok := s.g.o.House.(Still); ok {
		w.still = house.Still
	}
	return w
}

// pause sends what is held and forgets what held: what comes next comes later.
func (w *swift) pause() {
	w.ground, w.left = nil, 0
	for i, b := range w.held {
		b.Flush()
		w.held[i] = nil
	}
	w.held = w.held[:0]
}

// look is what holds for a call that has come; false where it has to be read.
func (w *swift) look() (Ground, bool) {
	if w.left--; w.left > 0 {
		return w.ground, true
	}
	gr, ok := w.still()
	if !ok {
		return nil, false
	}
	if w.s.g.o.Pool != nil {
		w.s.g.o.Pool.Keep(gr)
	}
	w.ground, w.left = gr, maxLook
	return gr, true
}

// call makes a call; false where nothing was done, and it has to take the long way.
func (w *swift) call(line []byte) bool {
	if w.still == nil || !bytes.Contains(line[:min(len(line), 128)], []byte(`"tools/call"`)) {
		return false
	}
	r := request{frame: readFrame(line), s: w.s, g: w.s.g, out: w.out}
	if r.kind != requested || r.method != "tools/call" || !r.plain() {
		return false
	}
	gr, ok := w.look()
	if !ok {
		return false
	}
	p := w.plans.of(w.s, gr, r.param("name"))
	if p == nil {
		return false
	}
	conn, list, ok := w.s.g.running(gr, p.server, p.launch)
	if !ok || !p.fits(w.s.g, list) {
		return false
	}
	return w.begin(&r, gr, p, conn)
}

// plain reports a sound call of which usher has nothing to say but yes or no.
func (r *request) plain() bool {
	if r.params == nil {
		return false
	}
	if meta := r.params.Inside.Pick("_meta"); meta != nil {
		r.meta = meta.Inside
	}
	args := r.param("arguments")
	return !r.private() && r.speaks(r.g.methods[r.method]) == nil && !r.modern && (args == nil || args[0] == '{') && r.param("task") == nil
}

// begin hands a call to its server.
func (w *swift) begin(r *request, gr Ground, p *plan, conn beginner) bool {
	t := &ticket{cancel: func() {}}
	y := &flying{s: w.s, ctx: w.ctx, out: w.out, id: string(r.id), ticket: t, ground: gr, server: p.server}
	if w.s.enter(r.frame, t) != nil {
		return false
	}
	w.params = r.renamed(w.params[:0], "name", p.name)
	f := client.Forward{Method: r.method, Params: w.params, Again: p.again}
	if cap(w.params) > keptBuffer {
		w.params = nil
	}
	if r.meta.Find(r.b, "progressToken") != nil {
		f.Progress = func([]byte) {}
	}
	cancel, ok := conn.Begin(f, y)
	if !ok {
		w.s.leave(y.id, t)
		w.s.group.Done()
		return false
	}
	w.s.mu.Lock()
	t.cancel = func() { go cancel() }
	over := w.s.closed
	w.s.mu.Unlock()
	if over {
		cancel()
	}
	for _, b := range w.held {
		if b == conn {
			return true
		}
	}
	w.held = append(w.held, conn)
	return true
}
