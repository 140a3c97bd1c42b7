package mcp

import (
	"reflect"
	"strings"
	"testing"
)

// SPEC X6, Q7: one bad prompt costs only itself, and what is kept is what was read.
func TestPromptsAreListed_Q7(t *testing.T) {
	l, err := ReadPrompts([][]byte{[]byte(`{"prompts":[{"name":"plain"},{"name":"trip","description":"d\u001b","arguments":[
		{"name":"city","required":true},{"name":"days","description":"n"}]},{"name":"Same"},{"name":"same"},{"name":"o d"},{"name":7},7,null]}`),
		[]byte(`{"prompts":[{"name":"odd","arguments":[{"name":"a b"}]},{"name":"twice","arguments":[{"name":"a"},{"name":"a"}]},{"name":"map","arguments":{}}]}`),
		[]byte(`{}`)})
	if err != nil || len(l.Prompts) != 2 || len(l.NotOffered) != 9 {
		t.Fatalf("%v %+v", err, l)
	}
	if p, ok := l.Prompt("trip"); !ok || p.Hint() != "<city> [<days>]" || p.Description != "d\x1b" {
		t.Errorf("%+v", p)
	}
	kept, err := ParsePrompts(l.Encode())
	if err != nil || !reflect.DeepEqual(kept, l) {
		t.Errorf("%v %+v", err, kept)
	}
	if old, err := ParsePrompts([]byte(`{"version":1,"prompts":[{"name":"plain"}]}`)); err != nil || len(old.Prompts) != 1 || len(old.NotOffered) > 0 {
		t.Errorf("what an older usher kept: %v %+v", err, old)
	}
	for _, page := range []string{``, `[]x`, `{"prompts":{}}`, `{"prompts":[],"prompts":[]}`, `{"prompts":[` + strings.Repeat(`7,`, MaxTools) + `7]}`} {
		if _, err := ReadPrompts([][]byte{[]byte(page)}); err == nil {
			t.Errorf("%.40q is read", page)
		}
	}
	for _, data := range []string{``, `{}`, `{"version":2,"prompts":[]}`, `{"version":1,"prompts":[{"name":"o d"}]}`, `{"version":1}`} {
		if _, err := ParsePrompts([]byte(data)); err == nil {
			t.Errorf("%q is read", data)
		}
	}
}
