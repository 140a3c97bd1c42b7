package mcp

import (
	"strconv"
	"strings"

	"usher/pkg/strictjson"
)

// tool reads one entry of a tool list. A legal name is kept also where the tool
// cannot be offered: it still makes a second tool of that name ambiguous.
func (l *toolList) tool(v *strictjson.Value) listed {
	out := listed{name: "tool " + strconv.Itoa(len(l.read)+1)}
	if v.Kind() != strictjson.KindObject {
		out.why = "it is " + v.Kind().String() + ", not an object"
		return out
	}
	def := definitionOf(v)
	name, isText := def.name().Text()
	switch {
	case def.name() == nil:
		out.why = "it has no name"
		return out
	case !isText:
		out.why = "its name is " + def.name().Kind().String() + ", not a text"
		return out
	case name == "":
		out.why = "its name is empty"
		return out
	}
	out.name = shownTool(name)
	if !toolName(name) {
		out.why = "its name is not 1 to " + strconv.Itoa(maxToolName) + " letters, digits, dots, hyphens and underscores"
		return out
	}
	out.tool = Tool{Name: name, Raw: v.Raw(), Digest: def.digest()}
	out.why = schemaFault(def.inputSchema())
	out.tool.Unfit = l.shape.fault(v)
	l.describe(&out.tool, def)
	return out
}

// shownTool is a name for a listing: one line, harmless, cut, without quotes.
func shownTool(name string) string {
	q := quoted(name)
	return q[1 : len(q)-1]
}

// schemaFault says why an inputSchema cannot be a tool's; "" if it can. Beyond
// its type no schema is read: no $ref is followed, no pattern is run.
func schemaFault(schema *strictjson.Value) string {
	if schema == nil {
		return ""
	}
	if schema.Kind() != strictjson.KindObject {
		return "its inputSchema is " + schema.Kind().String() + ", not an object"
	}
	declared := schema.Get("type")
	switch word, _ := declared.Text(); {
	case word == "object":
		return ""
	case declared != nil:
		return "its inputSchema does not describe an object"
	case schema.Get("properties") != nil, empty(schema):
		return ""
	}
	return `its inputSchema has no "type": "object"`
}

func empty(object *strictjson.Value) bool {
	return strings.Trim(string(object.Raw()), "{} \t\r\n") == ""
}

// describe reads the optional members, which cost the tool nothing.
func (l *toolList) describe(t *Tool, def definition) {
	optional := func(key string, v *strictjson.Value, want strictjson.Kind, words string) *strictjson.Value {
		if k := v.Kind(); k != want {
			if k != strictjson.KindNull {
				l.note("tool " + quoted(t.Name) + ": its " + key + " is " + k.String() + ", not " + words)
			}
			return nil
		}
		return v
	}
	t.Title, _ = optional("title", def.title(), strictjson.KindString, "a text").Text()
	t.Description, _ = optional("description", def.description(), strictjson.KindString, "a text").Text()
	t.Claims = claims(optional("annotations", def.annotations(), strictjson.KindObject, "an object"))
	optional("outputSchema", def.outputSchema(), strictjson.KindObject, "an object")
}
