package mcp

import (
	"strconv"
	"strings"
	"time"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

const (
	minTimeout = 100 * time.Millisecond
	maxTimeout = 10 * time.Minute
)

// readCommon reads what both kinds of server may have.
func (e *entry) readCommon() {
	e.out.Description, _, _ = e.text("description")
	e.readProtocol()
	if v := e.field("disabled"); v != nil {
		off, ok := v.Bool()
		if !ok {
			e.wrongType(v, "disabled", "true or false", "")
		}
		e.out.Disabled = off
	}
	if v := e.field("timeoutMs"); v != nil {
		ms, ok := v.Int()
		d := time.Duration(ms) * time.Millisecond
		if v.Kind() != strictjson.KindNumber {
			e.wrongType(v, "timeoutMs", "a number of milliseconds", "")
		} else if !ok || ms < minTimeout.Milliseconds() || ms > maxTimeout.Milliseconds() {
			e.fail(v.Place(), "mcp/timeout-range", "timeoutMs must be "+strconv.FormatInt(minTimeout.Milliseconds(), 10)+" to "+
				strconv.FormatInt(maxTimeout.Milliseconds(), 10)+", in whole milliseconds", "leave it out for 30000, or write one between these")
		}
		e.out.Timeout = d
	}
}

// readKind tells a local server from a remote one and reads its fields (SPEC S3).
func (e *entry) readKind() {
	command, url, pkg := e.field("command"), e.field("url"), e.field("package")
	switch {
	case url != nil && (command != nil || pkg != nil):
		e.fail(url.Place(), "mcp/both", "a server has a command or a url, not both", "give command for a program on this computer, url for a server that runs elsewhere")
	case command != nil && pkg != nil:
		e.fail(pkg.Place(), "mcp/both", "a server has a command or a package, not both", "the package names its own program; take command out")
	case url == nil && command == nil && pkg == nil:
		e.fail(e.place, "mcp/neither", "the entry has no command, package or url", `add "command": "program" or "url": "https://…"`)
	case url != nil:
		e.others("url", localKeys())
	case pkg != nil:
		e.others("package", remoteKeys())
	default:
		e.others("command", remoteKeys())
	}
	e.readType(url != nil && command == nil && pkg == nil, command != nil || pkg != nil)
	e.readLocal()
	e.readRemote()
	e.readReach()
}

// others reports the fields that belong to the other kind of server.
func (e *entry) others(has string, wrong []string) {
	for _, key := range wrong {
		if v := e.field(key); v != nil {
			e.fail(v.Place(), "mcp/both", key+" means nothing for a server with a "+has, "take it out")
		}
	}
}

// readType checks that type says what the entry is (SPEC S3).
func (e *entry) readType(remote, local bool) {
	s, v, ok := e.text("type")
	if !ok {
		return
	}
	const hint = "leave type out, or write stdio for a command and http for a url"
	switch s {
	case "stdio":
		if remote {
			e.fail(v.Place(), "mcp/transport", "type stdio is for a command, and this entry has a url", hint)
		}
	case "http", "streamable-http", "streamableHttp":
		if local {
			e.fail(v.Place(), "mcp/transport", "type "+s+" is for a url, and this entry has none", hint)
		}
	case "sse":
		e.fail(v.Place(), "mcp/transport", "type sse is the old SSE transport, which usher does not speak", "ask the server's maker for its streamable HTTP address")
	case "ws", "websocket":
		e.fail(v.Place(), "mcp/transport", "type "+s+" is a web socket, which usher does not speak", "ask the server's maker for its streamable HTTP address")
	default:
		if near := strictjson.Nearest(s, []string{"stdio", "http", "streamable-http", "streamableHttp"}); near != "" {
			e.fail(v.Place(), "mcp/transport", "type "+quoted(s)+" is not known", "did you mean "+quoted(near)+"?")
			return
		}
		e.fail(v.Place(), "mcp/transport", "type "+quoted(s)+" is not known", hint)
	}
}

// visible reports a control, bidirectional or invisible character, which could
// make a person approve something else than runs (SPEC S4, F6). shown is the
// text for the message, "" where it must not be repeated.
func (e *entry) visible(s, shown, what string, at strictjson.Place) bool {
	hidden := clean.Hidden(s)
	if hidden == "" {
		return true
	}
	message := what + " holds the character " + hidden
	if shown != "" {
		message = what + " " + quoted(shown) + " holds the character " + hidden
	}
	hint := "take the character out"
	if strings.ContainsAny(s, "\n\t\r\b\f") {
		hint = `in JSON a backslash is written twice: "C:\\tools\\x.exe"`
	}
	e.fail(at, "mcp/control-char", message, hint)
	return false
}
