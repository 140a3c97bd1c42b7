package strictjson_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

func seed(f *testing.F, add func([]byte)) {
	f.Helper()
	for _, pattern := range []string{"testdata/cases/*/*.json", "testdata/attacks/*/0[0267]*.json"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			f.Fatalf("%s: %v", pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			add(data)
		}
	}
	for _, s := range []string{"", "{\"a\":1,/*x*/\"b\":[1,2,],}//y", "[1e3,-0.5E-7,\"\\ud83d\\ude00\\n\",null,true]", "// a\r\n{ }", "[\"a\xff\",NaN]", "{\"é\":{\"é\":1},\"é\":2}"} {
		add([]byte(s))
	}
}

// tree is what encoding/json makes of a value, numbers as their text.
func tree(v *strictjson.Value) any {
	switch v.Kind() {
	case strictjson.KindNull:
		return nil
	case strictjson.KindBool:
		b, _ := v.Bool()
		return b
	case strictjson.KindNumber:
		return json.Number(v.Raw())
	case strictjson.KindString:
		s, _ := v.Text()
		return s
	case strictjson.KindArray:
		out := []any{}
		for _, item := range v.Items() {
			out = append(out, tree(item))
		}
		return out
	case strictjson.KindObject:
		out := map[string]any{}
		for _, m := range v.Members() {
			out[m.Key] = tree(m.Value)
		}
		return out
	}
	return nil
}

// within reports a place that stands in the text, its end included; the zero
// place means the file as a whole.
func within(data []byte, p strictjson.Place) bool {
	if p == (strictjson.Place{}) {
		return true
	}
	lines := strings.Split(strings.TrimPrefix(string(data), "\xef\xbb\xbf"), "\n")
	return p.Line >= 1 && p.Line <= len(lines) && p.Column >= 1 && p.Column <= utf8.RuneCountInString(lines[p.Line-1])+1
}

func placesWithin(t *testing.T, data []byte, v *strictjson.Value) {
	if !within(data, v.Place()) {
		t.Errorf("a value stands at %v", v.Place())
	}
	for _, item := range v.Items() {
		placesWithin(t, data, item)
	}
	for _, m := range v.Members() {
		if !within(data, m.Place) {
			t.Errorf("key %q stands at %v", m.Key, m.Place)
		}
		placesWithin(t, data, m.Value)
	}
}

// Decode never panics; without comments it accepts exactly what an independent
// strict reader accepts, and reads the same; every place is within the text.
func FuzzDecode(f *testing.F) {
	seed(f, func(data []byte) { f.Add(data) })
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, o := range []strictjson.Options{{File: "f", AllowNull: true, MaxDepth: 1000}, file} {
			v, ps := strictjson.Decode(data, o)
			for _, p := range ps {
				if !within(data, strictjson.Place{Line: p.Line, Column: p.Column}) || p.Message == "" {
					t.Errorf("problem %+v", p)
				}
			}
			if v == nil {
				if len(ps) == 0 {
					t.Error("refused without a problem")
				}
				continue
			}
			placesWithin(t, data, v)
			if !jsontext.Value(v.Raw()).IsValid() {
				t.Errorf("accepted, but not JSON: %q", v.Raw())
			}
		}
		text := data
		if s, ok := strings.CutPrefix(string(data), "\xef\xbb\xbf"); ok {
			text = []byte(s)
		}
		v, ps := strictjson.Decode(data, strictjson.Options{AllowNull: true, MaxDepth: 1000})
		tooDeep := slices.ContainsFunc(ps, func(p fault.Problem) bool { return p.Rule == "/too-deep" })
		if (v != nil) != (len(data) <= 1<<20 && jsontext.Value(text).IsValid()) && !tooDeep {
			t.Fatalf("accepted: %v, problems %v", v != nil, ps)
		}
		if v == nil {
			return
		}
		var want any
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.UseNumber()
		if !json.Valid(text) || d.Decode(&want) != nil || !reflect.DeepEqual(tree(v), want) {
			t.Errorf("%q is read as %v, not %v", text, tree(v), want)
		}
	})
}

// comments lists the comments of a sound text, in order.
func comments(text string) []string {
	var out []string
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case strings.HasPrefix(text[i:], "//"):
			line, _, _ := strings.Cut(text[i:], "\n")
			out = append(out, strings.TrimSuffix(line, "\r"))
			i += len(line) - 1
		case strings.HasPrefix(text[i:], "/*"):
			end := i + 4 + strings.Index(text[i+2:], "*/")
			out = append(out, text[i:end])
			i = end - 1
		}
	}
	return out
}

// spot is a value and the path to it.
type spot struct {
	path  []string
	value *strictjson.Value
}

// spots lists every value below v.
func spots(v *strictjson.Value, at []string) []spot {
	var out []spot
	below := func(name string, child *strictjson.Value) {
		path := append(slices.Clone(at), name)
		out = append(append(out, spot{path, child}), spots(child, path)...)
	}
	for i, item := range v.Items() {
		below(itoa(i), item)
	}
	for _, m := range v.Members() {
		below(m.Key, m.Value)
	}
	return out
}

// source is a value's text with its comments.
func source(data []byte, v *strictjson.Value) string {
	text := strings.TrimPrefix(string(data), "\xef\xbb\xbf")
	for range v.Place().Line - 1 {
		_, text, _ = strings.Cut(text, "\n")
	}
	for range v.Place().Column - 1 {
		_, width := utf8.DecodeRuneInString(text)
		text = text[width:]
	}
	return text[:len(v.Raw())]
}

// subsequence reports that all of part stands in whole, in order.
func subsequence(part, whole []string) bool {
	for _, w := range whole {
		if len(part) > 0 && part[0] == w {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// without is a tree with the value at path removed.
func without(node any, path []string) any {
	switch n := node.(type) {
	case map[string]any:
		if len(path) == 1 {
			delete(n, path[0])
		} else {
			n[path[0]] = without(n[path[0]], path[1:])
		}
	case []any:
		for i := range n {
			if itoa(i) != path[0] {
				continue
			}
			if len(path) == 1 {
				return append(n[:i:i], n[i+1:]...)
			}
			n[i] = without(n[i], path[1:])
		}
	}
	return node
}

// An edit keeps the BOM, every comment outside of the value it replaces or
// removes, in order, and every other member.
func FuzzEdit(f *testing.F) {
	seed(f, func(data []byte) { f.Add(data, uint8(0), "new"); f.Add(data, uint8(2), "-") })
	f.Fuzz(func(t *testing.T, data []byte, pick uint8, key string) {
		read := strictjson.Options{File: "f", Comments: true, AllowNull: true}
		v, _ := strictjson.Decode(data, read)
		if v == nil || (v.Kind() != strictjson.KindArray && v.Kind() != strictjson.KindObject) || !utf8.ValidString(key) || len(data) > 1<<19 {
			return
		}
		check := func(what string, path []string, out []byte, err error, lost []string, want any) {
			if err != nil {
				t.Fatalf("%s %q: %v", what, path, err)
			}
			after, ps := strictjson.Decode(out, read)
			if after == nil {
				t.Fatalf("%s %q: %q: %v", what, path, out, ps)
			}
			if got := tree(after); want != nil && !reflect.DeepEqual(got, want) {
				t.Errorf("%s %q: %q is %v, want %v", what, path, out, got, want)
			}
			if strings.HasPrefix(string(data), "\xef\xbb\xbf") != strings.HasPrefix(string(out), "\xef\xbb\xbf") {
				t.Errorf("%s %q: the BOM changed", what, path)
			}
			before, now := comments(string(data)), comments(string(out))
			if len(before)-len(lost) != len(now) || !subsequence(now, before) {
				t.Errorf("%s %q: comments %q became %q in %q", what, path, before, now, out)
			}
		}
		if all := spots(v, nil); len(all) > 0 {
			chosen := all[int(pick)%len(all)]
			path, lost := chosen.path, comments(source(data, chosen.value))
			out, err := strictjson.Remove(data, path)
			check("remove", path, out, err, lost, without(tree(v), path))
			out, err = strictjson.Set(data, path, []byte(`{"new":[1]}`))
			check("replace", path, out, err, lost, nil)
			again, err := strictjson.Remove(out, path)
			check("replace and remove", path, again, err, lost, without(tree(v), path))
		}
		path := []string{key}
		if v.Kind() == strictjson.KindArray {
			path[0] = "-"
		} else if v.Get(key) != nil {
			return
		}
		out, err := strictjson.Set(data, path, []byte(`{"new":[1]}`))
		added := map[string]any{"new": []any{json.Number("1")}}
		want := tree(v)
		if list, ok := want.([]any); ok {
			want = append(list, added)
		} else {
			want.(map[string]any)[key] = added
		}
		check("add", path, out, err, nil, want)
	})
}
