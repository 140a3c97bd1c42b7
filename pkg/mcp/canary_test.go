package mcp

import (
	"fmt"
	"strings"
	"testing"
)

// SPEC E3, S6: no value of env, headers, tokens or a URL ever stands in a
// problem, whatever is wrong around it and under every layer's rules.
func TestNoMessageHoldsAValue(t *testing.T) {
	const canary = "c4n4ry"
	values := []string{canary, canary + "-x\\u0000y", "${" + canary, "${A:-" + canary + "}", "${input:" + canary + "}", "x${env:A:-" + canary + "}${",
		"sk-live-" + canary + canary, "Bearer " + canary, "https://u:" + canary + "@h/", canary + "\\u202e", canary + "\\r\\n", strings.Repeat(canary, 9)}
	fields := []string{
		`"env":{"A":"%s"}`, `"env":{"LD_PRELOAD":"%s"}`, `"env":{"A B":"%s"}`, `"env":{"A":["%s"]}`, `"env":"%s"`, `"env":["A=%s"]`,
		`"env":{"API_KEY":"%s"}`, `"env":[["%s"]]`, `"environment":{"A":"%s"}`,
		`"args":["%s"]`, `"args":["--token=%s"]`, `"args":"%s"`, `"args":[{"a":"%s"}]`,
		`"headers":{"A":"%s"}`, `"headers":{"A b":"%s"}`, `"headers":{"Host":"%s"}`, `"headers":["A: %s"]`, `"headers":{"A":["%s"]}`,
		`"tokenEnv":"%s"`, `"tokenEnv":["%s"]`, `"token":"%s"`, `"tokenenv":"%s"`,
		`"oauth":{"clientSecret":"%s"}`, `"oauth":"%s"`,
		`"_x":"%s"`, `"marks":{"a":"%s"}`, `"timeoutMs":"%s"`, `"disabled":"%s"`, `"description":["%s"]`,
	}
	urls := []string{"https://u:%s@h/", "https://%s@h/", "http://h.example/%s", "https://h/%s#f", "https://h/?k=%s ", "ftp://h/%s", "https://h:0/%s", "%s"}
	var files []string
	for _, v := range values {
		for _, field := range fields {
			filled := fmt.Sprintf(field, v)
			files = append(files, local(filled), remote(filled), theirs(`"command":"x",`+filled), theirs(`"url":"https://h/",`+filled),
				local(filled)[:len(local(filled))-2], local(filled)+"x", entryOf(filled+","+filled))
		}
		for _, u := range urls {
			files = append(files, entryOf(fmt.Sprintf(`"url":"`+u+`"`, v)), theirs(fmt.Sprintf(`"url":"`+u+`","command":"x"`, v)))
		}
	}
	problems := 0
	for _, data := range files {
		for _, r := range []Rules{{Layer: "yours"}, {Layer: "machine"}, {Layer: "project", Project: true}} {
			f := ParseFile([]byte(data), Source{Path: "mcp.json"}, r)
			problems += len(f.Problems)
			if shown := fmt.Sprintf("%+v", f.Problems) + fmt.Sprintf("%+v", f.Dropped); strings.Contains(shown, canary) {
				t.Errorf("%s\n shows the value:\n%s", data, text(f))
			}
		}
	}
	if problems < len(files) {
		t.Errorf("only %d problems in %d files: the test looks at nothing", problems, len(files))
	}
}
