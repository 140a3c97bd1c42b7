package hosts

import (
	"errors"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// SPEC G6: a member of "files" that differs only in case from one that is looked for
// refuses, with its place, in a call, in an event and in a call of a table.
func TestFilesKeysAreExact_G6(t *testing.T) {
	for _, key := range []string{
		"ProjectRoot", "projectroot", "PROJECTROOT", "Cad", "MESH", "activeCAD", "ActiveMesh", "activecad", "meſh",
	} {
		text := `{"tool":"acme__x","files":{"other":1,"` + key + `":"/p"}}`
		_, asCall := ReadCall([]byte(text))
		_, asEvent := ReadEvent("PreToolUse", []byte(text))
		for _, err := range []error{asCall, asEvent} {
			var fe *fault.Error
			if !errors.As(err, &fe) || len(fe.Problems) != 1 || !strings.HasSuffix(fe.Problems[0].Rule, "/key-case") || fe.Problems[0].Column != 38 {
				t.Errorf("%s: %+v", key, err)
			}
		}
		doc, _ := strictjson.Decode([]byte(text), strictjson.Options{})
		if _, ps := CallIn(doc, strictjson.Options{File: "t"}); len(ps) != 1 || ps[0].File != "t" {
			t.Errorf("%s in a table: %+v", key, ps)
		}
	}
	for _, key := range []string{"projectRoot", "cad", "mesh", "activeCad", "activeMesh", "project", "cads", "x"} {
		text := []byte(`{"tool":"acme__x","files":{"` + key + `":"/p"}}`)
		c, err := ReadCall(text)
		e, wrong := ReadEvent("PreToolUse", text)
		if err != nil || wrong != nil || len(c.Files) != 1 || len(e.Files) != 1 {
			t.Errorf("%s: %v, %v", key, err, wrong)
		}
	}
	many := `{"tool":"acme__x","files":{`
	for i, key := range []string{"Cad", "CAd", "CAD", "caD", "cAD", "cAd", "CaD", "Mesh", "MEsh", "MESh", "MESH", "mesH", "meSH", "mESH", "mEsH", "MeSh", "mEsh", "meSh", "MesH", "MeSH", "mESh", "MEsH"} {
		if i > 0 {
			many += ","
		}
		many += `"` + key + `":1`
	}
	_, err := ReadCall([]byte(many + "}}"))
	var fe *fault.Error
	if !errors.As(err, &fe) || len(fe.Problems) != maxTold {
		t.Errorf("%v", err)
	}
}
