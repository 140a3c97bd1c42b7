package gateway

import (
	"bytes"
	"context"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// mirrored is an argument that a tool wants said in a header as well, so that whatever
// stands in front can go by it (MCP 2026-07-28, x-mcp-header).
type mirrored struct {
	header string
	path   []string // of keys in the arguments
}

// mirrors are those of a tool, as its server's list has them. A list that is not known
// is asked for, as a call would; of a tool that is refused none is looked at, for its
// arguments reach nobody.
func (g *Gateway) mirrors(ctx context.Context, name string) []mirrored {
	tool, err := names.ParseTool(name)
	if err != nil {
		return nil
	}
	gr, err := g.now(ctx)
	if err != nil {
		return nil
	}
	at := gr.Standing()
	id, _ := tool.Server()
	sv, ok := at.Set.Find(id)
	if !ok || gate.Screen(at.Facts((&Session{g: g}).requestFor(tool))).Verdict == gate.Deny {
		return nil
	}
	list, known := gr.Known(at.Set.Launch(sv).Key.Digest)
	if !known {
		if _, list, err = g.reach(ctx, gr, sv); err != nil {
			return nil // the call fails by it, and says why
		}
	}
	t, ok := list.Tool(tool.Name())
	if !ok || !bytes.Contains(t.Raw, []byte("x-mcp-header")) && !bytes.Contains(t.Raw, []byte(`\u`)) {
		return nil
	}
	v, _ := strictjson.Decode(t.Raw, strictjson.Options{MaxBytes: len(t.Raw) + 1, MaxDepth: maxDepth, AllowNull: true})
	return marked(nil, nil, v.Get("inputSchema"))
}

// marked adds those of one object's properties. What is marked otherwise than the
// version allows is no mark: clients leave such a tool alone.
func marked(all []mirrored, path []string, schema *strictjson.Value) []mirrored {
	schema.Get("properties").Each(func(key string, property strictjson.Value) bool {
		here := append(path[:len(path):len(path)], key)
		if name, ok := property.Get("x-mcp-header").Text(); ok && isToken(name) && isPlain(property.Get("type")) {
			all = append(all, mirrored{header: http.CanonicalHeaderKey("Mcp-Param-" + name), path: here})
		}
		all = marked(all, here, &property)
		return true
	})
	return all
}

func isPlain(kind *strictjson.Value) bool {
	word, _ := kind.Text()
	return word == "string" || word == "integer" || word == "boolean"
}

func isToken(s string) bool {
	return s != "" && strings.Trim(s, "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == ""
}

// mirrors says whether the headers of a call say what its arguments say: every value
// that is there, once, and no value that is not.
func (l looked) mirrors(all []mirrored, h http.Header) bool {
	for _, m := range all {
		value := l.args
		for _, key := range m.path {
			value = value.Get(key)
		}
		given := h[m.header]
		if value.Kind() == strictjson.KindNull {
			if len(given) > 0 {
				return false
			}
			continue
		}
		if len(given) != 1 || !mirrors(given[0], value) {
			return false
		}
	}
	return true
}

func mirrors(header string, value *strictjson.Value) bool {
	said, ok := plain(header)
	switch value.Kind() {
	case strictjson.KindString:
		want, _ := value.Text()
		return ok && said == want
	case strictjson.KindBool:
		return ok && said == string(value.Raw())
	case strictjson.KindNumber:
		return ok && sameNumber(said, string(value.Raw()))
	default:
		return false
	}
}

// sameNumber compares whole numbers by their value, within what every client can hold.
func sameNumber(a, b string) bool {
	const most = 1<<53 - 1
	x, bad := strconv.ParseFloat(a, 64)
	y, worse := strconv.ParseFloat(b, 64)
	return bad == nil && worse == nil && strings.Trim(a, "+-.0123456789eE") == "" &&
		x == y && x >= -most && x <= most && x == float64(int64(x))
}

// plain is a header's value decoded. What cannot stand in a header as it is has to be
// coded; what is not coded whole is meant as it stands.
func plain(header string) (value string, ok bool) {
	if coded, ok := strings.CutPrefix(header, "=?base64?"); ok {
		if coded, ok := strings.CutSuffix(coded, "?="); ok {
			raw, err := base64.StdEncoding.Strict().DecodeString(coded)
			return string(raw), err == nil
		}
	}
	return header, strings.IndexFunc(header, func(r rune) bool { return (r < ' ' || r > '~') && r != '\t' }) < 0
}
