package mcp

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/strictjson"
)

const maxHeaders = 100

// readRemote reads where a remote server is and what it is sent (SPEC S8, O1).
func (e *entry) readRemote() {
	if s, v, ok := e.text("url"); ok {
		if f := checkURL(s); f.message != "" {
			e.fail(v.Place(), f.rule, "url "+f.message, f.hint)
		} else {
			e.projectURL(s, v.Place())
			if path, _, _ := strings.Cut(s, "?"); strings.HasSuffix(strings.TrimRight(path, "/"), "/sse") {
				e.note(fault.SeverityNote, v.Place(), "mcp/transport", "url ends in /sse, the usual address of the old SSE transport, which usher does not speak", "ask for the streamable HTTP address, often /mcp")
			}
		}
		e.out.URL = s
	}
	e.readTokenEnv()
	if v := e.field("headers"); v != nil {
		e.readHeaders(v)
	}
	e.readOAuth()
}

func (e *entry) readHeaders(v *strictjson.Value) {
	if v.Kind() != strictjson.KindObject {
		e.wrongType(v, "headers", "an object", `write {"Name": "value"}`)
		return
	}
	members := v.Members()
	if !e.fits(v, "headers", len(members), maxHeaders) {
		return
	}
	for _, m := range members {
		e.readHeader(m)
	}
}

// readTokenEnv reads the name of the variable that holds the bearer token. What
// is no name may be the token itself and is never repeated.
func (e *entry) readTokenEnv() {
	s, v, ok := e.text("tokenEnv")
	if !ok {
		return
	}
	name, err := names.ParseEnvName(s)
	if err != nil || secretByForm(s) {
		e.fail(v.Place(), "mcp/bad-env-name", "tokenEnv must be the name of the variable that holds the token, not the token or a ${…}", `write "tokenEnv": "LAB_TOKEN"`)
		return
	}
	e.out.TokenEnv = name
}

func (e *entry) readHeader(m strictjson.Member) {
	what := "headers." + shownName(m.Key)
	if why := headerName(m.Key); why != "" {
		e.fail(m.Place, "mcp/header", what+" "+why, "")
		return
	}
	for _, have := range e.out.Headers {
		if strings.EqualFold(have.Name, m.Key) {
			e.fail(m.Place, "mcp/header", what+" is given twice: header names do not differ by case", "take one out")
			return
		}
	}
	if strings.EqualFold(m.Key, "Authorization") && e.field("tokenEnv") != nil {
		e.fail(m.Place, "mcp/both", "a server has tokenEnv or an Authorization header, not both", "take one out")
	}
	text, isText := m.Value.Text()
	if !isText {
		e.wrongType(m.Value, what, "a text", "")
		return
	}
	parts, ok := e.expandable(text, what, m.Value.Place())
	if !ok {
		return
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		e.fail(m.Value.Place(), "mcp/control-char", what+" holds a control character", "a header is one line")
		return
	}
	e.projectValue(m.Key, parts, what, m.Value.Place())
	e.out.Headers = append(e.out.Headers, Header{Name: m.Key, Value: redact.New(joinParts(parts))})
}

// headerName says what is wrong with a header's name: it must be a token of
// HTTP and none that usher's own client sets.
func headerName(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	}) {
		return "is no header name"
	}
	switch n := strings.ToLower(s); n {
	case "host", "connection", "content-length", "content-type", "transfer-encoding", "te", "trailer", "upgrade", "accept",
		"accept-encoding", "expect", "keep-alive", "proxy-authorization", "proxy-connection", "mcp-session-id", "mcp-protocol-version":
		return "is a header usher sets itself"
	}
	return ""
}
