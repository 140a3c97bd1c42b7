package gateway

import "net/http"

// stateless is the version that has no sessions; each request says it.
const stateless = "2026-07-28"

// post takes one message. Where its client goes away before the answer, the call is
// cancelled: nobody could ever be told of what came of it.
func (h *hall) post(w http.ResponseWriter, r *http.Request) {
	message, status := h.waits.message(w, r)
	switch status {
	case 0:
	case http.StatusRequestEntityTooLarge:
		overlong(w, r)
		return
	default:
		refuse(w, status, "the message did not arrive: it is too slow or cut off")
		return
	}
	out := newStream(w, h.waits)
	defer out.end()
	switch version := r.Header.Get("Mcp-Protocol-Version"); {
	case version == "" || legacy(version):
		h.inSession(r, message, out)
	default:
		h.single(r, version, message, out)
	}
}

// inSession takes a message of a version with sessions: the first begins one.
func (h *hall) inSession(r *http.Request, message []byte, out *stream) {
	if one, status, done := h.find(r); status == 0 {
		defer done()
		one.Take(r.Context(), message, out)
		h.over(out, message)
		return
	} else if status == http.StatusNotFound {
		refuse(out.w, status, "there is no such session; begin another")
		return
	}
	said, sound := look(message)
	switch {
	case !sound:
		out.whole(wrong(nil, -32700, "the message is no sound JSON"))
	case said.version != "":
		out.modern = true
		out.whole(wrong(said.id, headerMismatch, "the header MCP-Protocol-Version is missing"))
	case said.method != "initialize":
		refuse(out.w, http.StatusBadRequest, "the header Mcp-Session-Id is missing; a session begins with initialize")
	default:
		h.beginning(r, message, out)
	}
}

// beginning is the first message. A session that it does not bring about is not kept.
func (h *hall) beginning(r *http.Request, message []byte, out *stream) {
	t := h.front.begin()
	done, ok := h.add(t)
	if !ok {
		t.Close()
		refuse(out.w, http.StatusServiceUnavailable, "too many sessions are in use")
		return
	}
	defer done()
	out.began = t.ID()
	t.Take(r.Context(), message, out)
	h.over(out, message)
	if !out.accepted {
		h.sessions.end(t.ID())
	}
}

// single takes a message of the version without sessions.
func (h *hall) single(r *http.Request, version string, message []byte, out *stream) {
	out.modern = true
	said, sound := look(message)
	switch {
	case !sound:
		out.whole(wrong(nil, -32700, "the message is no sound JSON"))
	case version != stateless && said.version == "":
		out.whole(wrong(said.id, -32600, "the header MCP-Protocol-Version names a version that is not spoken here"))
	case said.version != "" && said.version != version:
		out.whole(wrong(said.id, headerMismatch, "the header MCP-Protocol-Version is not what the message says"))
	case r.Header.Get("Mcp-Method") != said.method:
		out.whole(wrong(said.id, headerMismatch, "the header Mcp-Method is missing or not what the message says"))
	case !said.named(r.Header["Mcp-Name"]):
		out.whole(wrong(said.id, headerMismatch, "the header Mcp-Name is missing or not what the message says"))
	case said.method == "tools/call" && !said.mirrors(h.front.mirrors(r.Context(), said.name), r.Header):
		out.whole(wrong(said.id, headerMismatch, "the headers Mcp-Param are not what the message says, or one is missing: see x-mcp-header in tools/list"))
	default:
		h.front.Stateless(r.Context(), message, out)
		h.over(out, message)
	}
}

// over is the end of a request. What needs no answer gets a status alone; one that was
// cancelled a stream that ends without one, for it asked for a stream or an answer and
// is owed no other status; one that the gateway's end cut short is told so.
func (h *hall) over(out *stream, message []byte) {
	switch {
	case !out.end():
	case h.ending():
		refuse(out.w, http.StatusServiceUnavailable, "the gateway ends")
	case asks(message):
		begin(out.w)
		_ = h.waits.life(out.w) // who is gone needs none
	default:
		out.w.WriteHeader(http.StatusAccepted)
	}
}

// legacy says whether a version is one of those with sessions.
func legacy(version string) bool {
	switch version {
	case "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25":
		return true
	}
	return false
}
