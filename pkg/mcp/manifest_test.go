package mcp

import (
	"reflect"
	"strings"
	"testing"
)

// SPEC M4: the manifest comes back as it was, every definition byte for byte.
func TestManifestComesBack(t *testing.T) {
	odd := `{ "name":"odd", "x":9007199254740993,"description":"\u003c<\u2028é","inputSchema":{"b":1,"a":2.0e1,"type":"object"}}`
	m := list(t, `{"tools":[`+plain+`,`+odd+`,{"name":"a\u001bb"},5]}`)
	m.Notes = append(m.Notes, `the server repeats its "cursor"`)
	for _, given := range []Manifest{m, {}, list(t, `{}`)} {
		got, err := ParseManifest(given.Encode())
		if err != nil || !reflect.DeepEqual(got, given) {
			t.Errorf("%v\n%+v\n%+v", err, got, given)
		}
	}
	if string(m.Tools[1].Raw) != odd {
		t.Errorf("%s", m.Tools[1].Raw)
	}
	if _, ok := m.Tool("Odd"); ok {
		t.Error("a name matched by case")
	}
	if found, ok := m.Tool("odd"); !ok || found.Name != "odd" {
		t.Error("odd is not found")
	}
}

// A definition of the full depth is kept and read again.
func TestManifestOfFullDepth(t *testing.T) {
	deep := `{"name":"deep","inputSchema":{"type":"object","x":` + strings.Repeat("[", 60) + strings.Repeat("]", 60) + `}}`
	m := list(t, `{"tools":[`+deep+`]}`)
	if got, err := ParseManifest(m.Encode()); err != nil || len(got.Tools) != 1 {
		t.Errorf("%v %+v", err, got)
	}
}

// SPEC Q10, 20: what is not a manifest of this format is an error, never an empty list.
func TestOtherFilesAreNoManifest(t *testing.T) {
	for data, why := range map[string]string{
		"":                         "cannot be read",
		"{}":                       "is not one that usher wrote",
		`[]`:                       "is not one that usher wrote",
		`{"version":2,"tools":[]}`: "newer usher (format 2)",
		`{"version":1}`:            "is not one that usher wrote",
		`{"version":0,"tools":[]}`: "is not one that usher wrote",
		`{"version":1,"tools":[{"name":"a"},{"name":"a"}]}`: "cannot be offered: a",
		`{"version":1,"tools":[5]}`:                         "cannot be offered: tool 1",
		`{"version":1,"tools":[],"tools":[]}`:               "stands twice",
		`{"version":1,"tools":[{"name":"a"}`:                "cannot be read",
	} {
		if m, err := ParseManifest([]byte(data)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, %+v", data, err, m)
		}
	}
}

func FuzzReadTools(f *testing.F) {
	f.Add([]byte(`{"tools":[`+plain+`],"nextCursor":"1"}`), []byte(`{"tools":[{"name":"Lookup"},null]}`))
	f.Add([]byte(`{"tools":[{"name":"a","description":"\ud83d\ude00","inputSchema":{"properties":{}}}]}`), []byte(`{"tools":null}`))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		m, err := ReadTools([][]byte{a, b})
		if err != nil {
			return
		}
		got, err := ParseManifest(m.Encode())
		if err != nil || !reflect.DeepEqual(got, m) {
			t.Fatalf("%v\n%+v\n%+v", err, got, m)
		}
		for i, tool := range m.Tools {
			if !toolName(tool.Name) || !tool.Digest.Valid() {
				t.Fatalf("%+v", tool)
			}
			if i > 0 {
				_ = Diff(m.Tools[i-1], tool)
			}
		}
	})
}
