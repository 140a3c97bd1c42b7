package client

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"usher/pkg/strictjson"
)

const (
	methodHeader = "Mcp-Method"
	nameHeader   = "Mcp-Name"
)

// discover is greet for the newer version: there is no session, and nothing to end.
func (r *remote) discover(ctx, inner context.Context, since time.Time) (*session, *Failure) {
	s := &session{hello: &Conn{words: r.words, protocol: Newer}}
	a := discovery(r.target, since)
	v, fault := r.send(ctx, inner, s, a)
	if fault != nil {
		return nil, r.failed(a.method, r.words.elder(fault))
	}
	if err := s.hello.discovered(v); err != nil {
		return nil, r.failed(a.method, err)
	}
	return s, nil
}

// transmit sends a request without the transport, which knows the newer version in
// its typed calls only.
func (r *remote) transmit(ctx context.Context, s *session, id int64, a ask) {
	frame := append(strconv.AppendInt([]byte(`{"jsonrpc":"2.0","id":`), id, 10), `,"method":"`+a.method+`","params":`...)
	frame = append(append(frame, withOwn(a.params, r.meta)...), '}')
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x := exchange{r: r, id: id, method: a.method, limit: a.most, session: r.headers(s, a.method, a.params), heard: new(string), cut: cancel}
	if fault := x.post(ctx, frame); fault != nil && ctx.Err() == nil {
		r.calls.answer(id, nil, fault)
	}
}

// headers are those of one request: of its session, and in the newer version what it
// asks for, so that who stands between need not read it.
func (r *remote) headers(s *session, method string, params []byte) http.Header {
	h := r.belongsTo(s)
	if r.meta == nil {
		return h
	}
	h.Set(methodHeader, method)
	key := map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}[method]
	name, ok := textOf(params, key)
	if !ok {
		return h
	}
	if value, ok := mcpgo.EncodeHeaderValue(name); ok {
		h.Set(nameHeader, value)
	}
	if method != "tools/call" {
		return h
	}
	r.mu.Lock()
	tool := r.mirrored[name]
	r.mu.Unlock()
	if tool != nil {
		for name, value := range mcpgo.GenerateParamHeaders(tool, params) {
			h.Set(name, value)
		}
	}
	return h
}

// textOf is a text member of sound params.
func textOf(params []byte, key string) (string, bool) {
	members, _ := strictjson.Skim(params, maxDepth)
	v, _ := strictjson.Decode(members.Find(params, key), strictjson.Options{})
	return v.Text() // no call has a member of an empty name
}

// mirror keeps the tools some of whose arguments go along as headers.
func (r *remote) mirror(pages [][]byte) {
	found := map[string]*mcpgo.Tool{}
	for _, page := range pages {
		var list struct {
			Tools []json.RawMessage `json:"tools"`
		}
		if !bytes.Contains(page, []byte("x-mcp-header")) || json.Unmarshal(page, &list) != nil {
			continue
		}
		for _, raw := range list.Tools {
			var tool mcpgo.Tool
			if json.Unmarshal(raw, &tool) == nil && mcpgo.ValidateParamHeaderAnnotations(&tool) == nil {
				found[tool.Name] = &tool
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mirrored = found
}

// subscribing is listening in the newer version: the stream is the answer to a
// request. It is asked for again as seldom, and not at all where there is none.
func (r *remote) subscribing() {
	f, _ := newRelay(subscription(), r.meta)
	for wait := minReopen; ; wait = min(2*wait, maxReopen) {
		began := time.Now()
		_, fault := r.forward(r.over, f)
		if r.over.Err() != nil || fault != nil && fault.Kind != Unreachable && fault.Kind != Protocol {
			return
		}
		if time.Since(began) > maxReopen {
			wait = minReopen
		}
		if !pause(r.over, wait) {
			return
		}
	}
}
