//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// called are the tools of server-everything that say the same each time they are called
// but for the time of day.
var called = map[string][]string{
	"echo":                           {"message=büe <&> 9007199254740993"},
	"get-annotated-message":          {"messageType=error", "includeImage=true"},
	"get-resource-links":             {"count=2"},
	"get-resource-reference":         {"resourceType=Text", "resourceId=2"},
	"get-structured-content":         {"location=Chicago"},
	"get-sum":                        {"a=40", "b=2"},
	"get-tiny-image":                 nil,
	"gzip-file-as-resource":          {"name=a.gz", "data=data:text/plain,beam", "outputType=resource"},
	"toggle-simulated-logging":       nil,
	"toggle-subscriber-updates":      nil,
	"trigger-long-running-operation": {"duration=0.1", "steps=2"},
}

// notCompared are those that are listed, and why their answers are not held against
// each other.
var notCompared = map[string]string{
	"get-env": "it tells its environment, of which usher gives it less",
}

// ofClients are those that the gateway does not offer, because they need something of the
// client which usher does not announce upstream (SPEC Q7): the server has the one for such
// clients alone, the other can only be run as a task.
var ofClients = map[string]string{"get-roots-list": "roots", "simulate-research-query": "tasks"}

// The Inspector lists and calls the tools of a real server, directly and through a
// gateway, on stdio and over HTTP: what it shows is the same but for the prefix (SPEC V3).
// On stdio it starts a gateway for each call: one call shows that it works.
func TestInspector_V3(t *testing.T) {
	t.Parallel()
	inspector := client(t, "inspector", "clients/launcher/build/index.js")
	main := installed(t, scope+"server-everything")
	h := newHouse(t)
	h.put(t, "mcp.json", `{"servers":[{"id":"every","command":"node","args":["`+main+`"]}]}`)
	h.approves(t, "every")
	h.does(t, 0, "server", "tools", "every", "--refresh")
	h.does(t, 0, "grant", "set", "every", "*", "--allow", "--digest", h.launch(t, "every"))
	h.put(t, "policy.json", `{"serve":{"allowedTools":["every__*"]}}`)
	g := h.servesHTTP(t)
	ways := map[string][]string{
		"direct": {"node", main},
		"stdio":  {filepath.Join(h.bin, "usher"), "serve"},
		"http":   {"--server-url", g.url, "--transport", "http", "--header", "Authorization: Bearer " + g.token},
	}
	ask := func(way string, more ...string) string {
		r := h.node(t, append(append([]string{inspector, "--cli"}, ways[way]...), more...)...)
		if r.code != 0 {
			t.Errorf("%s: %v", way, r)
		}
		return clock().ReplaceAllString(strings.ReplaceAll(r.out, `"every__`, `"`), "now")
	}
	direct := toolsIn(t, ask("direct", "--method", "tools/list"))
	for _, way := range []string{"stdio", "http"} {
		through := toolsIn(t, ask(way, "--method", "tools/list"))
		for name, text := range direct {
			if of := ofClients[name]; (through[name] != text) != (of != "") {
				t.Errorf("%s: %s is %s, not %s; it needs %q of the client", way, name, through[name], text, of)
			}
			if _, known := called[name]; !known && notCompared[name] == "" && ofClients[name] == "" {
				t.Errorf("%s is a tool that this test does not know", name)
			}
		}
	}
	var group sync.WaitGroup
	room := make(chan struct{}, 2)
	for name, args := range called {
		group.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			call := func(way, tool string) string {
				more := []string{"--method", "tools/call", "--tool-name", tool}
				for _, a := range args {
					more = append(more, "--tool-arg", a)
				}
				return ask(way, more...)
			}
			want := call("direct", name)
			through := []string{"http"}
			if name == "echo" {
				through = append(through, "stdio")
			}
			for _, way := range through {
				if got := call(way, "every__"+name); got != want || !strings.Contains(got, `"content"`) {
					t.Errorf("%s of %s:\n%s\ndirect:\n%s", name, way, short(got), short(want))
				}
			}
		})
	}
	group.Wait()
	g.end(t)
	h.gone(t)
}

// toolsIn are the definitions in a list, each as it is written.
func toolsIn(t *testing.T, text string) map[string]string {
	t.Helper()
	var list struct{ Tools []json.RawMessage }
	if err := json.Unmarshal([]byte(text[max(strings.Index(text, "{"), 0):]), &list); err != nil {
		t.Fatalf("%v: %s", err, short(text))
	}
	out := map[string]string{}
	for _, raw := range list.Tools {
		var one struct{ Name string }
		must(t, json.Unmarshal(raw, &one))
		if out[one.Name] = string(raw); strings.HasPrefix(one.Name, "app__") {
			delete(out, one.Name)
		}
	}
	return out
}

// clock finds a time of day.
func clock() *regexp.Regexp { return regexp.MustCompile(`\d{1,2}:\d\d:\d\d(\PL?[AP]M)?`) }
