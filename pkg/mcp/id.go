package mcp

import (
	"strconv"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// maxIDLook is how long a text may be, in bytes, to be looked at as an id.
const maxIDLook = 256

// readID checks the id and names the entry by it from here on (SPEC S2).
func (e *entry) readID() {
	text, at := e.key, e.place
	if e.shape == ShapeServers {
		v := e.field("id")
		if v == nil {
			e.fail(e.place, "mcp/bad-id", "the entry has no id", `add "id": "name"`)
			return
		}
		s, ok := v.Text()
		if !ok {
			e.wrongID(v)
			return
		}
		text, at = s, v.Place()
	}
	id, err := names.ParseServerID(text)
	if err == nil {
		e.id, e.label, e.name = text, text, "server "+quoted(text)
		e.out.ID = id
	}
	if len(text) > maxIDLook {
		e.fail(at, "mcp/bad-id", "the id is longer than an id may be: 32 characters", "")
		return
	}
	if own := names.Reserved(text); own != "" {
		e.fail(at, "mcp/reserved-id", reservedID(text, own)+", which names a tool family of its own", "choose another, such as "+quoted("my-"+own))
	} else if theirs := names.Reserved(text, e.p.rules.Reserved...); theirs != "" {
		e.fail(at, "mcp/reserved-id", reservedID(text, theirs)+", a server of this machine's administrator", "choose another id")
	} else if err != nil {
		e.fail(at, "mcp/bad-id", "the id "+quoted(text)+" is none: "+err.Error(), suggestID(text, e.p.rules.Reserved))
	}
	if first, taken := e.p.claim(text, e.place); taken && err == nil {
		e.fail(at, "mcp/duplicate-id", "the id is already taken in line "+strconv.Itoa(first.Line)+"; the first entry stands", "give this one another id or take it out")
	}
}

func (e *entry) wrongID(v *strictjson.Value) {
	rule := "mcp/bad-id"
	if v.Kind() == strictjson.KindNull {
		rule = "mcp/null"
	}
	e.fail(v.Place(), rule, "the id must be a text, got "+v.Kind().String(), `write a name between quotes, as "notes"`)
}

func reservedID(id, reserved string) string {
	if id == reserved {
		return "the id " + quoted(id) + " is reserved"
	}
	return "the id " + quoted(id) + " looks like the reserved " + quoted(reserved)
}

// suggestID is a hint with the nearest id that would do.
func suggestID(text string, machine []names.ServerID) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	id, _ := clean.Cut(b.String(), 32)
	id = strings.Trim(id, "-")
	if _, err := names.ParseServerID(id); err != nil || names.Reserved(id, machine...) != "" {
		return ""
	}
	return "write it as " + quoted(id)
}
