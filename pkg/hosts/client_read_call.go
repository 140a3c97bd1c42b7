package hosts

import (
	"slices"
	"strings"

	"usher/pkg/strictjson"
)

// call reads the tool and its arguments.
func (r *hostReader) call() {
	s := &r.sent
	for _, way := range r.p.tool {
		above, _, nested := strings.Cut(way, ".")
		if v := r.doc.Get(above); nested && v != nil && v.Kind() == strictjson.KindNull && s.Name == postToolUse {
			s.Nothing = true // a step that planned and called nothing
			return
		}
	}
	s.Spelling = r.text(r.p.tool)
	i := slices.IndexFunc(r.p.kinds, func(k kind) bool { return k.word == r.word && (k.only == "" || k.only == s.Spelling) })
	if i >= 0 {
		r.special(r.p.kinds[i])
	} else {
		if s.Spelling == "" {
			r.wrong(r.doc, "the call names no tool")
		}
		s.Server, s.Own = r.textAt(r.p.server), r.textAt(r.p.own)
		r.arguments(r.one(r.p.args))
	}
	if (s.Server == "") != (s.Own == "") {
		r.wrong(r.doc, "the call names half an MCP tool: its server without its name, or the other way round")
	}
}

// special reads a call that the event describes in its own way.
func (r *hostReader) special(k kind) {
	s := &r.sent
	s.Spelling = k.tool
	if k.server != "" {
		if s.Server, s.Own = r.textAt(k.server), r.textAt(k.own); s.Server == "" || s.Own == "" {
			r.wrong(r.doc, "the call of an MCP tool names no server or no tool")
			return
		}
		s.Spelling = "mcp__" + s.Server + "__" + s.Own
	}
	if k.args != "" {
		r.arguments(at(r.doc, k.args))
		return
	}
	if r.doc.Get(k.members[0]) == nil {
		r.wrong(r.doc, "the call holds no "+k.members[0])
		return
	}
	args := []byte{'{'}
	for _, key := range k.members {
		if v := r.doc.Get(key); v != nil {
			if len(args) > 1 {
				args = append(args, ',')
			}
			args = append(append(quote(args, key), ':'), v.Raw()...)
		}
	}
	s.Args = append(args, '}')
}

// arguments takes a JSON object, or one written as a JSON string. Arguments that are
// not there at all refuse: the assistant has another name for them now, and every
// guard would be shown none.
func (r *hostReader) arguments(v *strictjson.Value) {
	r.sent.Args = []byte("{}")
	switch {
	case v == nil && r.p.mayLack, v != nil && v.Kind() == strictjson.KindNull:
	case v == nil:
		r.wrong(r.doc, "the call holds no arguments where this assistant has them")
	case v.Kind() == strictjson.KindObject:
		r.sent.Args = v.Raw()
	case v.Kind() == strictjson.KindString:
		text, _ := v.Text()
		if strings.TrimSpace(text) == "" {
			return
		}
		doc, problems := strictjson.Decode([]byte(text), strictjson.Options{File: "stdin", Rules: "host", MaxBytes: MaxCall, AllowNull: true})
		if doc == nil || len(problems) > 0 || doc.Kind() != strictjson.KindObject {
			r.wrong(v, "the tool's arguments are text that is not one JSON object")
			return
		}
		r.sent.Args = doc.Raw()
	default:
		r.wrong(v, "the tool's arguments must be an object")
	}
}

// at is the value at a place, nil where there is none.
func at(v *strictjson.Value, way string) *strictjson.Value {
	for key := range strings.SplitSeq(way, ".") {
		if v == nil || v.Kind() != strictjson.KindObject {
			return nil
		}
		v = v.Get(key)
	}
	return v
}

// one is the value at the place that is there. At two it is told twice, and a guard
// would be shown the one and the assistant do the other.
func (r *hostReader) one(ways []string) *strictjson.Value {
	var found *strictjson.Value
	for _, way := range ways {
		v := at(r.doc, way)
		if v == nil {
			continue
		}
		if found != nil && !equal(found, v) {
			r.wrong(v, way+" stands beside another key of the same meaning, and is not the same")
			return found
		}
		found = v
	}
	return found
}

// text is the text at the place that is there; "" where there is none, or null.
func (r *hostReader) text(ways []string) string {
	v := r.one(ways)
	if v == nil || v.Kind() == strictjson.KindNull {
		return ""
	}
	s, ok := v.Text()
	if !ok {
		r.wrong(v, strings.Join(ways, " or ")+" must be text")
	}
	return s
}

func (r *hostReader) textAt(way string) string {
	if way == "" {
		return ""
	}
	return r.text([]string{way})
}

// list are the texts of a list.
func (r *hostReader) list(ways []string) []string {
	v := r.one(ways)
	if v == nil || v.Kind() == strictjson.KindNull {
		return nil
	}
	if v.Kind() != strictjson.KindArray {
		r.wrong(v, strings.Join(ways, " or ")+" must be a list")
		return nil
	}
	var out []string
	for _, item := range v.Items() {
		s, ok := item.Text()
		if !ok {
			r.wrong(item, strings.Join(ways, " or ")+" must hold texts only")
			return nil
		}
		out = append(out, s)
	}
	return out
}
