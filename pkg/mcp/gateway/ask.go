package gateway

import (
	"context"
	"strconv"
	"strings"
	"time"

	"usher/pkg/clean"
	"usher/pkg/digest"
	"usher/pkg/gate"
	"usher/pkg/strictjson"
)

const (
	formKey   = "decision"
	allowOnce = "allow once"

	maxArgsShown = 2000 // characters of a call's arguments on the form
)

// put asks the person behind the assistant. Anything but a plain allow is none.
func (c *call) put(ctx context.Context, d gate.Decision, launch digest.Digest) (allowed bool, err error) {
	if c.modern {
		return c.putModern(ctx, d, launch)
	}
	if err := c.record(ctx, d); err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	answer, err := c.s.elicit(ctx, c.out, c.form(d))
	if err != nil {
		return false, err
	}
	members, ok := strictjson.Skim(answer, maxDepth, "result", "content")
	result := members.Pick("result")
	return ok && result != nil && saysAllow(answer, result.Inside), nil
}

// saysAllow reports an answer to the form that allows the call, and nothing else.
func saysAllow(b []byte, answer strictjson.Parts) bool {
	action, _ := textOf(answer.Find(b, "action"))
	content := answer.Pick("content")
	if action != "accept" || content == nil {
		return false
	}
	decision, _ := textOf(content.Inside.Find(b, formKey))
	return decision == allowOnce
}

// elicit sends a question and waits for its answer, a whole message. Where nobody
// waits any more the assistant is told so.
func (s *Session) elicit(ctx context.Context, out Sink, params []byte) ([]byte, error) {
	s.mu.Lock()
	s.asking++
	id := quote("usher-" + strconv.Itoa(s.asking))
	waits := make(chan []byte, 1)
	s.asked[string(id)] = waits
	s.mu.Unlock()
	err := send(out, []byte(`{"jsonrpc":"2.0","id":`), id, []byte(`,"method":"elicitation/create","params":`), params, []byte(`}`))
	if err == nil {
		select {
		case answer := <-waits:
			return answer, nil
		case <-ctx.Done():
			err = ctx.Err()
			_ = send(out, notification("notifications/cancelled", object([]byte("requestId"), id))) // who cannot be told is gone
		}
	}
	s.mu.Lock()
	delete(s.asked, string(id))
	s.mu.Unlock()
	if ctx.Err() == context.DeadlineExceeded {
		return nil, unasked()
	}
	return nil, err
}

// form are the params of the question: what is to be called with what, who asks, and
// how the person decides for good. The refusal stands first.
func (c *call) form(d gate.Decision) []byte {
	var b strings.Builder
	server, _ := c.Tool.Server()
	b.WriteString("May this call run?\nserver: " + string(server) + "\ntool: " + clean.Line(c.Tool.Name()) + "\narguments: ")
	shown, _ := argsShown(c.Args) // question asks about nothing that does not fit
	b.WriteString(shown)
	for _, r := range d.Reasons {
		b.WriteString("\nasked by " + clean.Line(r.By) + ": " + clean.Line(r.Says))
	}
	for _, r := range d.Reasons {
		if r.Hint != "" {
			b.WriteString("\nto decide for good, in a terminal: " + clean.Line(r.Hint))
		}
	}
	field := object([]byte("type"), []byte(`"string"`), []byte("title"), []byte(`"Decision"`),
		[]byte("enum"), list([][]byte{quote("deny"), quote(allowOnce)}), []byte("default"), quote("deny"))
	schema := object([]byte("type"), []byte(`"object"`), []byte("properties"), object([]byte(formKey), field), []byte("required"), list([][]byte{quote(formKey)}))
	params := [][]byte{[]byte("message"), quote(b.String()), []byte("requestedSchema"), schema}
	return object(params...)
}

func unasked() error {
	return &rpcError{code: codeRefused, message: "nobody answered within " + strconv.Itoa(int(askWait/time.Minute)) + " minutes; nothing was called"}
}
