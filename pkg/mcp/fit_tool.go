package mcp

import "usher/pkg/strictjson"

// toolShape is what every client can read of a tool. One of another shape is kept from
// assistants, though usher itself can call it (SPEC V5, Q7).
func toolShape() pieces {
	return append(withName(), pieces{
		{key: "inputSchema", must: true, fault: objectSchema}, {key: "outputSchema", fault: objectSchema},
		{key: "execution", fault: pieces{{key: "taskSupport", fault: taskSupport}}.inside},
		{key: "annotations", fault: pieces{
			{key: "title", fault: shownText}, {key: "readOnlyHint", fault: yesOrNo}, {key: "destructiveHint", fault: yesOrNo},
			{key: "idempotentHint", fault: yesOrNo}, {key: "openWorldHint", fault: yesOrNo},
		}.inside},
	}...)
}

// withName are the members of whatever has a name.
func withName() pieces {
	return pieces{
		{key: "name", must: true, fault: aText}, {key: "title", fault: shownText}, {key: "description", fault: shownText},
		{key: "_meta", fault: ofKind(strictjson.KindObject, "an object")},
		{key: "icons", fault: listOf(pieces{
			{key: "src", must: true, fault: aText}, {key: "mimeType", fault: aText}, {key: "sizes", fault: listOf(aText)}, {key: "theme", fault: oneOf("light", "dark")},
		}.inside)},
	}
}

func aText(v *strictjson.Value) string   { return ofKind(strictjson.KindString, "a text")(v) }
func yesOrNo(v *strictjson.Value) string { return ofKind(strictjson.KindBool, "true or false")(v) }

// objectSchema is a schema as MCP has it of arguments and results: of an object. No
// further is it read.
func objectSchema(v *strictjson.Value) string {
	return pieces{
		{key: "type", must: true, fault: oneOf("object")}, {key: "properties", fault: schemaProperties}, {key: "required", fault: listOf(aText)},
	}.inside(v)
}

func schemaProperties(v *strictjson.Value) string {
	if v.Kind() != strictjson.KindObject {
		return "are " + v.Kind().String() + ", not an object"
	}
	why := ""
	v.Each(func(key string, item strictjson.Value) bool {
		if item.Kind() != strictjson.KindObject {
			why = "hold " + quoted(key) + ", which is " + item.Kind().String() + ", not an object"
		}
		return why == ""
	})
	return why
}

// taskSupport of a tool that can be called only as a task, which usher has none of.
func taskSupport(v *strictjson.Value) string {
	if word, _ := v.Text(); word == "required" {
		return "is required, and usher has no tasks"
	}
	return oneOf("optional", "forbidden")(v)
}
