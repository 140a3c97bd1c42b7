package mcp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// SPEC F2, Y1: whatever is wrong with an mcp.json, the problem comes with its fix.
// Every file of the attacks and of the cases is read by both kinds of rules.
func TestEveryProblemComesWithItsFix_F2(t *testing.T) {
	read, problems := 0, 0
	for _, dir := range []string{"testdata"} {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			read++
			for _, r := range []Rules{{Layer: "yours"}, {Layer: "project", Project: true}} {
				for _, p := range ParseFile(data, Source{Path: path}, r).Problems {
					problems++
					if p.Hint == "" {
						t.Errorf("no fix: %s", p)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 50 || problems < 100 {
		t.Errorf("only %d files with %d problems were looked at", read, problems)
	}
	for _, text := range []string{
		`{"servers":[{"id":"a","command":"x","FIELD":1}]}`, `{"servers":[{"id":"a","command":"x","FIELD":"t"}]}`, `{"servers":[{"id":"a","command":"x","FIELD":{}}]}`,
		`{"servers":[{"id":"a","command":"x","FIELD":[1]}]}`, `{"servers":[{"id":"a","command":"x","FIELD":null}]}`, `{"servers":[{"id":"a","command":"x","FIELD":true}]}`,
	} {
		for _, key := range append(append(localKeys(), remoteKeys()...), "disabled", "timeoutMs", "description", "type", "id", "url", "sandbox", "oauth") {
			data := strings.Replace(text, "FIELD", key, 1)
			for _, p := range ParseFile([]byte(data), Source{Path: "mcp.json"}, Rules{Layer: "yours"}).Problems {
				if p.Hint == "" {
					t.Errorf("%s: no fix: %s", data, p)
				}
			}
		}
	}
}
