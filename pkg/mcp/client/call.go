package client

import (
	"context"
	"encoding/json"

	"usher/pkg/strictjson"
)

// Call calls a tool with a JSON object of arguments; none is {}. Their values
// arrive unchanged, numbers to the last digit. A tool that reports an error of its
// own is a Result with IsError, in whose texts the Target's secrets are covered
// (SPEC E3); the error is a *Failure.
func (c *Conn) Call(ctx context.Context, tool string, args []byte) (Result, error) {
	return c.call(ctx, tool, args, false)
}

// CallReadOnly is Call for a tool that the person marked read-only: where a remote
// server lost its session before it answered, the call is made a second time in
// the new one, and no other call ever is (SPEC Q5, O2). A server's own word for a
// tool is no such mark.
func (c *Conn) CallReadOnly(ctx context.Context, tool string, args []byte) (Result, error) {
	return c.call(ctx, tool, args, true)
}

func (c *Conn) call(ctx context.Context, tool string, args []byte, again bool) (Result, error) {
	if len(args) == 0 {
		args = []byte("{}")
	}
	name, err := json.Marshal(tool)
	if err != nil || !sound(args) {
		return Result{}, c.words.fail(Protocol, "was not called: the arguments are no JSON object")
	}
	params := append(append(append(append([]byte(`{"name":`), name...), `,"arguments":`...), args...), '}')
	v, err := c.request(ctx, ask{method: "tools/call", params: params, limit: c.target.CallTimeout, most: maxLine, again: again})
	if err != nil {
		return Result{}, err
	}
	out, err := c.result("tools/call", "content", v)
	if out.IsError { // its own error text; Raw stays what it sent
		for i := range out.Content {
			out.Content[i].Text = c.words.cover.Mask(out.Content[i].Text)
		}
	}
	return out, err
}

// Read reads a resource.
func (c *Conn) Read(ctx context.Context, uri string) (Result, error) {
	quoted, err := json.Marshal(uri)
	if err != nil {
		return Result{}, c.words.fail(Protocol, "was not asked: the address is no text")
	}
	params := []byte(`{"uri":` + string(quoted) + `}`)
	v, err := c.request(ctx, ask{method: "resources/read", params: params, limit: c.target.CallTimeout, most: maxLine, again: true})
	if err != nil {
		return Result{}, err
	}
	return c.result("resources/read", "contents", v)
}

// Prompt gets a prompt of the server's own with a JSON object of arguments, all of
// them texts; none is {}. Each message is one Content with its Role.
func (c *Conn) Prompt(ctx context.Context, name string, args []byte) (Result, error) {
	if len(args) == 0 {
		args = []byte("{}")
	}
	quoted, err := json.Marshal(name)
	if err != nil || !sound(args) {
		return Result{}, c.words.fail(Protocol, "was not asked: the arguments are no JSON object")
	}
	params := append(append(append(append([]byte(`{"name":`), quoted...), `,"arguments":`...), args...), '}')
	v, err := c.request(ctx, ask{method: "prompts/get", params: params, limit: c.target.CallTimeout, most: maxLine, again: true})
	if err != nil {
		return Result{}, err
	}
	return c.result("prompts/get", "messages", v)
}

// sound reports one JSON object and nothing else: what is put into a frame must
// not be able to close it.
func sound(args []byte) bool {
	v, _ := strictjson.Decode(args, strictjson.Options{MaxBytes: maxLine, MaxDepth: maxDepth, AllowNull: true})
	return v.Kind() == strictjson.KindObject
}
