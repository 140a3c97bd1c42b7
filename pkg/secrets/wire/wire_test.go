package wire

import (
	"fmt"
	"strings"
	"testing"

	"usher/pkg/redact"
)

func key(t *testing.T, s string) Key {
	t.Helper()
	k, ok := ParseKey(s)
	if !ok {
		t.Fatalf("%s is no key", s)
	}
	return k
}

// E1: only usher's own items have a key, so nothing else is ever touched.
func TestOnlyOursIsAKey(t *testing.T) {
	for s, want := range map[string]bool{
		"usher/secret/LAB_TOKEN": true, "usher/secret/acme/LAB_TOKEN": true, "usher/oauth/acme": true,
		"usher/secret/": false, "usher/secret/a/b/C": false, "usher/secret/../X": false, "usher/oauth/Acme": false, "usher/oauth/a/B": false,
		"usher/probe/x": false, "usher/other/X": false, "usher/": false, "": false, "secret/X": false, "usher2/secret/X": false,
		"aws-vault/secret/X": false, "usher/secret/X\n": false, "Usher/secret/X": false, "usher//secret/X": false, "/usher/secret/X": false,
	} {
		if k, ok := ParseKey(s); ok != want || ok && k.String() != s {
			t.Errorf("%q: %v %q", s, ok, k.String())
		}
	}
}

// A request is the verb with just what the verb needs.
func TestARequestIsWholeOrNothing(t *testing.T) {
	k, v := key(t, "usher/secret/acme/A"), redact.New("v alue=é\u2028 ")
	for _, r := range []Request{{Do: Get, Key: k}, {Do: Set, Key: k, Value: v}, {Do: Remove, Key: k}, {Do: List}, {Do: Try}} {
		data := r.Bytes()
		if got, ok := ParseRequest(data); !ok || got != r {
			t.Errorf("%s does not come back", r.Do)
		}
		for cut := range data {
			if _, ok := ParseRequest(data[:cut]); ok {
				t.Errorf("%s: %d bytes of %d are taken for the whole", r.Do, cut, len(data))
			}
		}
	}
	const head = "usher-keychain 1\n"
	for _, text := range []string{
		"", "\n", head, head + "end\n", head + "do get\nend\n", head + "do set\nkey usher/secret/A\nend\n", head + "do list\nkey usher/secret/A\nend\n",
		head + "do get\nkey usher/secret/A\nvalue v\nend\n", head + "do get\nkey secret/A\nend\n", head + "do get\nkey usher/secret/A\nkey usher/secret/B\nend\n",
		head + "do dump\nend\n", head + "do list\nend\nend\n", head + "do list\nend", head + "do list\nmore x\nend\n", "usher-keychain 2\ndo list\nend\n",
		head + "do set\nkey usher/secret/A\nvalue a\x00b\nend\n", head + "do set\nkey usher/secret/A\nvalue a\r\nend\n", head + "do set\nkey usher/secret/A\nvalue \nend\n",
	} {
		if r, ok := ParseRequest([]byte(text)); ok || r != (Request{}) {
			t.Errorf("%q is taken for a request", text)
		}
	}
}

// An answer is what its verb may answer with; the zero value is a failure.
func TestAnAnswerIsWholeOrAFailure(t *testing.T) {
	k, v := key(t, "usher/secret/A"), redact.New("value")
	for do, a := range map[Verb]Answer{
		Get: {Code: OK, Value: v}, Set: {Code: OK}, Remove: {Code: OK}, List: {Code: OK, Keys: []Key{k, key(t, "usher/oauth/acme")}}, Try: {Code: Locked},
	} {
		data := a.Bytes()
		if got := ParseAnswer(do, data); fmt.Sprint(got.Code, got.Keys, got.Value.Reveal()) != fmt.Sprint(a.Code, a.Keys, a.Value.Reveal()) {
			t.Errorf("%s: %v", do, got)
		}
		for cut := range data {
			if got := ParseAnswer(do, data[:cut]); got.Code != Failed {
				t.Errorf("%s: %d bytes of %d are %s", do, cut, len(data), got.Code)
			}
		}
		for _, other := range []Verb{Get, Set, Remove, List, Try} {
			if got := ParseAnswer(other, data); other != do && got.Code == OK && (got.Keys != nil || !got.Value.Empty()) {
				t.Errorf("an answer to %s passes for one to %s", do, other)
			}
		}
	}
	if got := ParseAnswer(Set, Answer{}.Bytes()); got.Code != Failed {
		t.Errorf("the zero answer is %s", got.Code)
	}
	var many Answer
	for many.Code = OK; len(many.Keys) <= MaxKeys; {
		many.Keys = append(many.Keys, k)
	}
	if got := ParseAnswer(List, many.Bytes()); got.Code != Failed {
		t.Error("too many keys pass")
	}
}

// Q11: nothing that holds a value prints it.
func TestNothingPrintsAValue(t *testing.T) {
	v := redact.New("canary-not-real")
	r, a := Request{Do: Set, Key: key(t, "usher/secret/A"), Value: v}, Answer{Code: OK, Value: v}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if text := fmt.Sprintf(format+format, r, a); strings.Contains(text, "canary") || strings.Contains(text, "63616e617279") {
			t.Errorf("%s: %s", format, text)
		}
	}
}

// Whatever a helper says, it parses to a code and to nothing that was not fit.
func FuzzParseAnswer(f *testing.F) {
	for _, do := range []Verb{Get, Set, List} {
		f.Add(string(do), Answer{Code: OK, Value: redact.New("v")}.Bytes())
		f.Add(string(do), Answer{Code: OK, Keys: []Key{Secret("A")}}.Bytes())
	}
	f.Fuzz(func(t *testing.T, do string, data []byte) {
		a := ParseAnswer(Verb(do), data)
		if a.Code == "" || !a.Value.Empty() && (Unfit(a.Value.Reveal()) != "" || a.Code != OK) || len(a.Keys) > MaxKeys {
			t.Errorf("%q: %v", data, a.Code)
		}
		if r, ok := ParseRequest(data); ok {
			if again, ok := ParseRequest(r.Bytes()); !ok || again != r {
				t.Errorf("%q does not come back", data)
			}
		}
	})
}
