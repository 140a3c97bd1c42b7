package mcp

import (
	"strings"
	"testing"

	"usher/pkg/strictjson"
)

// SPEC V5, Q7: a definition that some client would refuse the whole list for is kept
// from assistants; usher itself can call the tool.
func TestUnfitTools_Q7(t *testing.T) {
	const schema = `"inputSchema":{"type":"object"}`
	for rest, why := range map[string]string{
		schema: "",
		`"inputSchema":{"type":"object","properties":{"a":{}},"required":["a"],"$schema":"s","anyOf":7},"outputSchema":{"type":"object"},` +
			`"title":"T","description":"d","annotations":{"title":"t","readOnlyHint":true,"x":1},"icons":[{"src":"a:b","sizes":["any"],"theme":"dark"}],` +
			`"execution":{"taskSupport":"optional"},"_meta":{"Name":1},"x-y":null`: "",
		`"description":"d"`: "it has no inputSchema",
		`"inputSchema":{}`:  "its inputSchema has not MCP's form: it has no type",
		`"inputSchema":{"type":"object","properties":[]}`:                 "its inputSchema has not MCP's form: its properties are a list, not an object",
		`"inputSchema":{"type":"object","properties":{"a":true}}`:         `its inputSchema has not MCP's form: its properties hold "a", which is true or false, not an object`,
		`"inputSchema":{"type":"object","required":"x"}`:                  "its inputSchema has not MCP's form: its required is a text, not a list",
		`"inputSchema":{"type":"object","required":[7]}`:                  "its inputSchema has not MCP's form: its required holds an item that is a number, not a text",
		`"inputSchema":{"type":"object","Properties":{}}`:                 `its inputSchema has not MCP's form: its key "Properties" differs from "properties" only in case`,
		schema + `,"outputSchema":{"type":"array"}`:                       "its outputSchema has not MCP's form: its type is none of object",
		schema + `,"outputSchema":null`:                                   "its outputSchema is null, not an object",
		schema + `,"description":5`:                                       "its description is a number, not a text",
		schema + `,"description":null`:                                    "its description is null, not a text",
		schema + `,"description":"` + strings.Repeat("d", 64<<10+1) + `"`: "its description is larger than 64 KiB",
		schema + `,"description":"` + strings.Repeat("d", 64<<10) + `"`:   "",
		schema + `,"title":7`:                                             "its title is a number, not a text",
		schema + `,"annotations":3`:                                       "its annotations is a number, not an object",
		schema + `,"annotations":{"readOnlyHint":"yes"}`:                  "its annotations has not MCP's form: its readOnlyHint is a text, not true or false",
		schema + `,"_meta":1`:                                             "its _meta is a number, not an object",
		schema + `,"icons":"x"`:                                           "its icons is a text, not a list",
		schema + `,"icons":[{}]`:                                          "its icons holds an item that has not MCP's form: it has no src",
		schema + `,"icons":[{"src":"a","theme":"red"}]`:                   "its icons holds an item that has not MCP's form: its theme is none of light, dark",
		schema + `,"execution":{"taskSupport":"required"}`:                "its execution has not MCP's form: its taskSupport is required, and usher has no tasks",
		schema + `,"execution":[]`:                                        "its execution is a list, not an object",
		schema + `,"Name":"ev2__danger"`:                                  `its key "Name" differs from "name" only in case`,
		schema + `,"Description":"evil"`:                                  `its key "Description" differs from "description" only in case`,
		schema + `,"de\u017fcription":"evil"`:                             "its key \"deſcription\" differs from \"description\" only in case",
		schema + `,"annotations":{"ReadOnlyHint":true}`:                   `its annotations has not MCP's form: its key "ReadOnlyHint" differs from "readOnlyHint" only in case`,
	} {
		m := list(t, `{"tools":[{"name":"x",`+rest+`}]}`)
		if len(m.Tools) != 1 || m.Tools[0].Unfit != why {
			t.Errorf("%.100s: %+v", rest, m)
			continue
		}
		if kept, err := ParseManifest(m.Encode()); err != nil || kept.Tools[0].Unfit != why {
			t.Errorf("%.100s: kept %v %+v", rest, err, kept)
		}
	}
}

func items(t *testing.T, data string) []*strictjson.Value {
	t.Helper()
	v, bad := strictjson.Decode([]byte("["+data+"]"), strictjson.Options{AllowNull: true})
	if v == nil {
		t.Fatal(bad)
	}
	return v.Items()
}

// SPEC V5, Q7: the same of prompts, resources and templates.
func TestUnfitPromptsAndResources_Q7(t *testing.T) {
	for entry, why := range map[string]string{
		`{"name":"p"}`: "", `{"name":"p","title":"t","arguments":[{"name":"a b","description":"d","required":true}]}`: "",
		`7`: "is a number, not an object", `{}`: "it has no name", `{"name":7}`: "its name is a number, not a text", `{"name":"p","Name":"q"}`: `its key "Name" differs from "name" only in case`,
		`{"name":"p","arguments":"x"}`:                 "its arguments is a text, not a list",
		`{"name":"p","arguments":[{}]}`:                "its arguments holds an item that has not MCP's form: it has no name",
		`{"name":"a b"}`:                               "its name is not 1 to 128 letters, digits, dots, hyphens and underscores",
		`{"name":"` + strings.Repeat("a", 5000) + `"}`: "its name is not 1 to 128 letters, digits, dots, hyphens and underscores",
		`{"name":"a\u001b"}`:                           "its name is not 1 to 128 letters, digits, dots, hyphens and underscores",
		`{"name":"same"},{"name":"same"}`:              "the server lists this name 2 times", `{"name":"same"},{"name":"Same"}`: `its name differs from "Same" only in case`,
	} {
		if got := UnfitPrompts(items(t, entry))[0]; got.Why != why || got.Name == "" {
			t.Errorf("%.60s: %+v", entry, got)
		}
	}
	for entry, why := range map[string]string{
		`{"uri":"file:///ü","name":"n","size":3,"mimeType":"a/b","annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025-01-12T15:00:58Z"}}`: "",
		`{"uri":"x:y"}`: "it has no name", `{"name":"n"}`: "it has no uri", `{"uri":"x:y","name":"n","URI":"z:y"}`: `its key "URI" differs from "uri" only in case`,
		`{"uri":"noscheme","name":"n"}`: "its uri has no scheme", `{"uri":"7x:y","name":"n"}`: "its uri has no scheme", `{"uri":":y","name":"n"}`: "its uri has no scheme",
		`{"uri":"x:\u001b\n","name":"n"}`: "its uri holds characters that an address has not", `{"uri":"x:\u202e","name":"n"}`: "its uri holds characters that an address has not",
		`{"uri":"x:y","name":"n","size":"3"}`:                      "its size is a text, not a number",
		`{"uri":"x:y","name":"n","annotations":{"priority":2}}`:    "its annotations has not MCP's form: its priority is no number from 0 to 1",
		`{"uri":"x:y","name":"n","annotations":{"audience":"u"}}`:  "its annotations has not MCP's form: its audience is a text, not a list",
		`{"uri":"x:` + strings.Repeat("y", 9000) + `","name":"n"}`: "its uri is larger than 8 KiB",
	} {
		if got := UnfitResources(items(t, entry), "uri")[0]; got.Why != why || got.Name == "" {
			t.Errorf("%.60s: %+v", entry, got)
		}
	}
	if got := UnfitResources(items(t, `{"uriTemplate":"file:///{path}","name":"n"}`), "uriTemplate")[0]; got.Why != "" {
		t.Errorf("a template: %+v", got)
	}
}
