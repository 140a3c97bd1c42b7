package client

import (
	"context"
	"slices"
	"strings"
	"time"

	"usher/pkg/strictjson"
)

// Newer is the version of MCP that has no handshake and no sessions: each request says
// who asks. It is spoken only where a definition asks for it (Target.Protocol): a server
// that does not know it may cost its whole start.
const Newer = "2026-07-28"

// discover asks what the server is, in the place of initialize, and tells it nothing
// but a name: neither elicitation nor sampling nor roots (SPEC Q7).
func (c *Conn) discover(ctx context.Context, since time.Time) error {
	result, err := c.request(ctx, discovery(c.target, since))
	if err != nil {
		return c.words.elder(err)
	}
	return c.discovered(result)
}

func discovery(t Target, since time.Time) ask {
	return ask{method: "server/discover", params: []byte("{}"), limit: t.StartTimeout, since: since, most: maxInit}
}

// elder says of a server that knows no such method, or no such version, what it lacks.
func (w words) elder(err error) error {
	f, ok := err.(*Failure)
	if !ok || f.Kind != Answered {
		return err
	}
	out := *f
	out.Kind, out.Message = Version, w.line("does not speak MCP "+Newer+", which its definition asks for: it "+f.Message)
	return &out
}

// discovered takes over what the server says of itself.
func (c *Conn) discovered(root *strictjson.Value) error {
	wrong := func(why string) error {
		return c.words.fail(Protocol, "answered server/discover with what is no MCP answer: "+why)
	}
	if root.Kind() != strictjson.KindObject {
		return wrong("its result is " + root.Kind().String() + ", not an object")
	}
	if versions := root.Get("supportedVersions"); versions.Kind() != strictjson.KindArray {
		return wrong("its supportedVersions are no list")
	} else if !slices.ContainsFunc(versions.Items(), func(v *strictjson.Value) bool { s, _ := v.Text(); return s == Newer }) {
		return c.words.fail(Version, "does not speak MCP "+Newer+", which its definition asks for")
	}
	capabilities := root.Get("capabilities")
	switch capabilities.Kind() {
	case strictjson.KindObject, strictjson.KindNull:
	default:
		return wrong("its capabilities are " + capabilities.Kind().String() + ", not an object")
	}
	c.protocol, c.capabilities = Newer, capabilities
	c.offersTools = capabilities.Get("tools").Kind() == strictjson.KindObject
	c.offersPrompts = capabilities.Get("prompts").Kind() == strictjson.KindObject
	info := root.Get("_meta").Get("io.modelcontextprotocol/serverInfo")
	c.name, c.version = c.ownWords(info.Get("name")), c.ownWords(info.Get("version"))
	return nil
}

// withOwn are params with the members of _meta that every request carries.
func withOwn(params, own []byte) []byte {
	if own == nil {
		return params
	}
	members, _ := strictjson.Skim(params, maxDepth)
	g := graftOf(params, members, false, own)
	return slices.Concat(params[:g.cut.start], g.before, g.after, params[g.cut.stop:])
}

// asksBack reports a result that is none: the server wants something of a person first,
// which it was not offered.
func asksBack(result []byte) bool {
	members, _ := strictjson.Skim(result, maxDepth)
	return spells(members.Find(result, resultType), "input_required")
}

// resultType is the member of a result that says what it is.
const resultType = "resultType"

// spells reports a JSON text of that value.
func spells(text []byte, value string) bool {
	v, _ := strictjson.Decode(text, strictjson.Options{})
	s, _ := v.Text()
	return s == value
}

// asking is why a result that asks back is no answer (SPEC Q7).
func (w words) asking(method string) *Failure {
	return w.fail(Protocol, "wants to ask a person before it answers "+method+" (input_required), which usher does not offer it")
}

// subscription asks a server for what it tells besides answers.
func subscription() Forward {
	return Forward{
		Method: "subscriptions/listen", Limit: 1 << 62, // as long as the connection
		Params: []byte(`{"notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true}}`),
	}
}

// subscribe opens the stream of what a server of the newer version tells, once. Where
// it has none there is nothing to be told.
func (c *Conn) subscribe() {
	switch {
	case c.far != nil:
		c.far.listen()
	case c.meta != nil:
		c.subscribed.Do(func() { go func() { _, _ = c.Forward(context.Background(), subscription()) }() })
	}
}

// plainMethod is what may stand in a frame as it is.
func plainMethod(method string) bool {
	return method != "" && strings.Trim(method, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_.-$") == ""
}
