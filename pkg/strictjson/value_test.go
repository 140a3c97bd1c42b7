package strictjson_test

import (
	"slices"
	"strconv"
	"testing"

	"usher/pkg/strictjson"
)

func itoa(n int) string { return strconv.Itoa(n) }

// must decodes a sound document.
func must(t *testing.T, in string, o strictjson.Options) *strictjson.Value {
	t.Helper()
	v, ps := strictjson.Decode([]byte(in), o)
	if v == nil || len(ps) > 0 {
		t.Fatalf("%q: %v", in, ps)
	}
	return v
}

// SPEC F2: numbers are read as exact decimals.
func TestIntIsExact(t *testing.T) {
	for in, want := range map[string]int64{
		"0": 0, "-0": 0, "7": 7, "1e3": 1000, "1E+3": 1000, "1000.0": 1000, "1.5e1": 15, "1000e-3": 1, "-12.50e1": -125,
		"0e999999999999999999999": 0, "0.0e-5": 0, "9223372036854775807": 9223372036854775807, "-9223372036854775808": -9223372036854775808,
		"9007199254740993": 9007199254740993, "922337203685477580.7e1": 9223372036854775807, "0.000001e6": 1,
	} {
		if got, ok := must(t, in, call).Int(); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", in, got, ok, want)
		}
	}
	for _, in := range []string{"1.5", "1e400", `"5"`, "1e-1", "0.1", "9223372036854775808", "-9223372036854775809", "1e19",
		"1e99999999999999999999", "1e-99999999999999999999", "true", "null", "[]", "{}", "123456789012345678901"} {
		if got, ok := must(t, in, call).Int(); ok || got != 0 {
			t.Errorf("%s is taken for the int %d", in, got)
		}
	}
}

// SPEC Q1: keys match byte for byte, numbers and escapes pass unchanged.
func TestValuesAreTheExactBytes(t *testing.T) {
	v := must(t, `{"args": {"n": 9007199254740993, "e":1E5 ,"s":"\u00e9<\/>"},"Args":1,"arg\u0073x":2}`, call)
	if got := string(v.Get("args").Raw()); got != `{"n": 9007199254740993, "e":1E5 ,"s":"\u00e9<\/>"}` {
		t.Errorf("raw: %s", got)
	}
	if s, ok := v.Get("args").Get("s").Text(); !ok || s != "é</>" {
		t.Errorf("text: %q", s)
	}
	if v.Get("ARGS") != nil || v.Get("ar") != nil || v.Get("argsx") == nil || v.Get("\u212a") != nil {
		t.Error("a key matches another")
	}
	if got := string(must(t, "{\"a\": [1, /* \u00e9 */ 2, // x\n],}", file).Raw()); got != "{\"a\": [1,          2      \n] }" {
		t.Errorf("comments are not blanked: %q", got)
	}
}

// Each accessor answers for its own kind only, and a nil Value is a null.
func TestAnAccessorAnswersForItsOwnKind(t *testing.T) {
	v := must(t, `[null,true,1,"x",[2],{"k":3}]`, call)
	kinds := []strictjson.Kind{strictjson.KindNull, strictjson.KindBool, strictjson.KindNumber, strictjson.KindString, strictjson.KindArray, strictjson.KindObject}
	words := []string{"null", "true or false", "a number", "a text", "a list", "an object"}
	for i, item := range append(v.Items(), nil) {
		kind := strictjson.KindNull
		if i < len(kinds) {
			kind = kinds[i]
			if kind.String() != words[i] {
				t.Errorf("kind %d is %q", i, kind)
			}
		}
		if item.Kind() != kind {
			t.Errorf("item %d is %v", i, item.Kind())
		}
		b, isBool := item.Bool()
		n, isInt := item.Int()
		s, isText := item.Text()
		if isBool != (kind == strictjson.KindBool) || b != isBool || isInt != (kind == strictjson.KindNumber) || (n == 1) != isInt ||
			isText != (kind == strictjson.KindString) || (s == "x") != isText {
			t.Errorf("item %d: %v %v %v", i, isBool, isInt, isText)
		}
		if (len(item.Items()) == 1) != (kind == strictjson.KindArray) || (len(item.Members()) == 1) != (kind == strictjson.KindObject) ||
			(item.Get("k") != nil) != (kind == strictjson.KindObject) {
			t.Errorf("item %d: children", i)
		}
	}
	if f, ok := must(t, "false", call).Bool(); f || !ok {
		t.Error("false is not false")
	}
	var none *strictjson.Value
	if none.Place() != (strictjson.Place{}) || none.Raw() != nil && len(none.Raw()) > 0 || none.Get("a").Get("b") != nil {
		t.Error("a nil value is not an empty one")
	}
}

// Children come in file order with the places of key and value (SPEC 20: code
// points, the BOM not counted).
func TestChildrenKnowTheirPlaces(t *testing.T) {
	v := must(t, "\xef\xbb\xbf{\r\n  \"é\": /* ü */ [1,\n\t\"😀\", 2 ],\r\n\"b\":{\"c\" : true}}", file)
	ms := v.Members()
	got := []string{v.Place().String()}
	for _, m := range ms {
		got = append(got, m.Key, m.Place.String(), m.Value.Place().String())
	}
	for _, item := range ms[0].Value.Items() {
		got = append(got, item.Place().String())
	}
	c := v.Get("b").Members()[0]
	got = append(got, c.Place.String(), c.Value.Place().String(), v.Get("b").Get("c").Place().String())
	want := []string{"1:1", "é", "2:3", "2:16", "b", "4:1", "4:5", "2:17", "3:2", "3:7", "4:6", "4:12", "4:12"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// A Value does not change when the caller's bytes do.
func TestAValueIsItsOwn(t *testing.T) {
	data := []byte(`{"a":"x"}`)
	v, _ := strictjson.Decode(data, call)
	data[6] = 'y'
	raw := v.Raw()
	raw[6] = 'z'
	if s, _ := v.Get("a").Text(); s != "x" {
		t.Errorf("the value became %q", s)
	}
}

// SPEC 20: places count code points, not bytes, and not the BOM.
func TestPlaceOf(t *testing.T) {
	const bom = "\xef\xbb\xbf"
	for _, c := range []struct {
		in     string
		offset int
		want   strictjson.Place
	}{
		{"", 0, strictjson.Place{Line: 1, Column: 1}},
		{"ab", 1, strictjson.Place{Line: 1, Column: 2}},
		{"ab", -3, strictjson.Place{Line: 1, Column: 1}},
		{"ab", 99, strictjson.Place{Line: 1, Column: 3}},
		{"é\nüx", 5, strictjson.Place{Line: 2, Column: 2}},
		{"a\r\nb", 3, strictjson.Place{Line: 2, Column: 1}},
		{"a\rb", 2, strictjson.Place{Line: 1, Column: 3}},
		{"€x", 1, strictjson.Place{Line: 1, Column: 1}},
		{"a😀x", 4, strictjson.Place{Line: 1, Column: 2}},
		{"a😀x", 5, strictjson.Place{Line: 1, Column: 3}},
		{"\xff\x80x", 2, strictjson.Place{Line: 1, Column: 3}},
		{bom + "ab", 0, strictjson.Place{Line: 1, Column: 1}},
		{bom + "ab", 2, strictjson.Place{Line: 1, Column: 1}},
		{bom + "ab", 4, strictjson.Place{Line: 1, Column: 2}},
	} {
		if got := strictjson.PlaceOf([]byte(c.in), c.offset); got != c.want {
			t.Errorf("%q at %d: %v, want %v", c.in, c.offset, got, c.want)
		}
	}
	if (strictjson.Place{}).String() != "" {
		t.Error("no place has a text")
	}
}

// Each gives what Items and Members give, in that order, and ends when told to.
func TestEachIsItemsAndMembers(t *testing.T) {
	doc, problems := strictjson.Decode([]byte(`{"a": [1, {"b": null}, "x"], "a b": {}, "c": "d" /* e */}`), strictjson.Options{Comments: true, AllowNull: true})
	if doc == nil {
		t.Fatal(problems)
	}
	members := doc.Members()
	i := 0
	doc.Each(func(key string, item strictjson.Value) bool {
		if m := members[i]; key != m.Key || item != *m.Value {
			t.Errorf("member %d: %q %+v, want %q %+v", i, key, item, m.Key, *m.Value)
		}
		i++
		return true
	})
	items := doc.Get("a").Items()
	doc.Get("a").Each(func(key string, item strictjson.Value) bool {
		if key != "" || item != *items[i-len(members)] {
			t.Errorf("item %d: %q %+v", i, key, item)
		}
		i++
		return i < len(members)+2
	})
	if i != len(members)+2 {
		t.Errorf("%d children were given, want %d", i, len(members)+2)
	}
	for _, none := range []*strictjson.Value{nil, doc.Get("c"), doc.Get("a b")} {
		none.Each(func(string, strictjson.Value) bool { t.Error("a child of nothing"); return true })
	}
}
