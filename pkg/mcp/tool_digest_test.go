package mcp

import (
	"strings"
	"testing"
)

const plain = `{"name":"lookup","description":"Looks up a word","inputSchema":{"type":"object","properties":{"q":{"type":"string","maximum":9007199254740993}}}}`

// SPEC M4: the digest is over canonical JSON. What does not change the meaning
// does not change it.
func TestSameDefinitionSameDigest(t *testing.T) {
	want := one(t, plain).Digest
	if !want.Valid() {
		t.Fatal(want)
	}
	for _, same := range []string{
		`{"inputSchema":{"properties":{"q":{"maximum":9007199254740993,"type":"string"}},"type":"object"},"description":"Looks up a word","name":"lookup"}`,
		"{ \"name\" :\t\"lookup\",\"description\":\"Looks up a word\",\n\"inputSchema\": {\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\",\"maximum\":9007199254740993}}}}",
		strings.Replace(plain, "Looks", `\u004cooks`, 1),
		strings.Replace(plain, `"properties"`, `"\u0070roperties"`, 1),
		strings.Replace(plain, `{"name"`, `{"_meta":{"a":1},"icons":[],"name"`, 1),
	} {
		if got := one(t, same); got.Digest != want {
			t.Errorf("another digest for %s", same)
		} else if string(got.Raw) != same {
			t.Errorf("kept %s of %s", got.Raw, same)
		}
	}
}

// SPEC M4: anything the person saw, or the call means, changes the digest.
func TestOtherDefinitionOtherDigest(t *testing.T) {
	seen := map[string]string{}
	for _, other := range []string{
		plain,
		strings.Replace(plain, "a word", "a word.", 1),
		strings.Replace(plain, `"lookup"`, `"Lookup"`, 1),
		strings.Replace(plain, "740993", "740992", 1),
		strings.Replace(plain, "9007199254740993", "9.007199254740993e15", 1),
		strings.Replace(plain, `"q"`, `"Q"`, 1),
		strings.Replace(plain, `{"name"`, `{"title":"Lookup","name"`, 1),
		strings.Replace(plain, `{"name"`, `{"title":"Delete everything","name"`, 1),
		strings.Replace(plain, `{"name"`, `{"title":null,"name"`, 1),
		strings.Replace(plain, `{"name"`, `{"title":"","name"`, 1),
		strings.Replace(plain, `{"name"`, `{"annotations":{"readOnlyHint":true},"name"`, 1),
		strings.Replace(plain, `{"name"`, `{"annotations":{"readOnlyHint":false},"name"`, 1),
		strings.Replace(plain, `{"name"`, `{"outputSchema":{"type":"object","title":"a"},"name"`, 1),
		strings.Replace(plain, `{"name"`, `{"outputSchema":{"type":"object","title":"b"},"name"`, 1),
		`{"name":"lookup","description":"Looks up a word"}`,
		`{"name":"lookup","description":"Looks up a word","inputSchema":{}}`,
		`{"name":"lookup","description":"Looks up a word\u200b"}`,
		`{"name":"lookup","title":"Looks up a word"}`,
	} {
		d := string(one(t, other).Digest)
		if before, ok := seen[d]; ok {
			t.Errorf("one digest for\n%s\n%s", before, other)
		}
		seen[d] = other
	}
}

// The form of the digest is part of every mark ever made: a change of it must be
// a new domain.
func TestToolDigestIsPinned(t *testing.T) {
	const want = "sha256:7817ba7ab54c08b1d4c76c4b8c6fe2f18a6e2425e313b12dad25690974b37afe"
	if got := one(t, plain).Digest; string(got) != want {
		t.Errorf("got %s", got)
	}
}
