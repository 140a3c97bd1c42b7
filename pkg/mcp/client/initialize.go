package client

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

const (
	protocol = "2025-11-25" // the newest with initialize: what usher asks for

	maxInit = 4 << 20 // bytes of the answer to initialize
	maxName = 64      // code points of a server's own name
)

// spoken are the versions of MCP a server may choose (SPEC S11): they differ in
// nothing that is used here.
func spoken(version string) bool {
	switch version {
	case protocol, "2025-06-18", "2025-03-26", "2024-11-05":
		return true
	}
	return false
}

// initialize shakes hands. Of the answer only the version, the name and whether
// there are tools are taken; instructions are the server's words to a model and
// are dropped.
func (c *Conn) initialize(ctx context.Context, since time.Time) error {
	a, err := hello(c.target, protocol, since)
	if err != nil {
		return c.words.fail(Protocol, err.Error())
	}
	result, err := c.request(ctx, a)
	if err != nil {
		return err
	}
	if err := c.greeted(result); err != nil {
		return err
	}
	n := mcpgo.JSONRPCNotification{JSONRPC: "2.0"}
	n.Method = "notifications/initialized"
	if c.tr.SendNotification(ctx, n) != nil {
		return c.lost()
	}
	return nil
}

// hello is the request that asks for a version of MCP.
func hello(t Target, version string, since time.Time) (ask, error) {
	params, err := json.Marshal(map[string]any{
		"protocolVersion": version, "capabilities": struct{}{},
		"clientInfo": map[string]string{"name": "usher", "version": t.Version},
	})
	if err != nil {
		return ask{}, errors.New("could not be asked: usher's version is no text")
	}
	return ask{method: "initialize", params: params, limit: t.StartTimeout, since: since, most: maxInit}, nil
}

func (c *Conn) greeted(root *strictjson.Value) error {
	wrong := func(why string) error {
		return c.words.fail(Protocol, "answered initialize with what is no MCP answer: "+why)
	}
	if root.Kind() != strictjson.KindObject {
		return wrong("its result is " + root.Kind().String() + ", not an object")
	}
	version, ok := root.Get("protocolVersion").Text()
	if !ok {
		return wrong("its protocolVersion is no text")
	}
	if !spoken(version) {
		return c.words.fail(Version, `speaks the unsupported protocol version "`+version+`"`)
	}
	capabilities := root.Get("capabilities")
	switch capabilities.Kind() {
	case strictjson.KindObject, strictjson.KindNull:
	default:
		return wrong("its capabilities are " + capabilities.Kind().String() + ", not an object")
	}
	c.protocol, c.capabilities = version, capabilities
	c.offersTools = capabilities.Get("tools").Kind() == strictjson.KindObject
	c.offersPrompts = capabilities.Get("prompts").Kind() == strictjson.KindObject
	c.name = c.ownWords(root.Get("serverInfo").Get("name"))
	c.version = c.ownWords(root.Get("serverInfo").Get("version"))
	return nil
}

func (c *Conn) ownWords(v *strictjson.Value) string {
	text, _ := v.Text()
	short, cut := clean.Cut(c.words.line(text), maxName)
	if cut {
		short += "…"
	}
	return short
}
