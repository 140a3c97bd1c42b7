package main

import "strings"

// responses answers POST /v1/responses, OpenAI's newer protocol.
func (s *script) responses(body map[string]any) reply {
	var tools []tool
	for _, one := range list(body["tools"]) {
		o := object(one)
		space := text(o["name"])
		switch o["type"] {
		case "namespace":
			for _, inner := range list(o["tools"]) {
				i := object(inner)
				tools = append(tools, tool{name: space + "/" + text(i["name"]), schema: object(i["parameters"]), space: space, plain: text(i["name"])})
			}
		case "function":
			tools = append(tools, tool{name: space, schema: object(o["parameters"]), plain: space})
		}
	}
	var results []string
	for _, one := range list(body["input"]) {
		if o := object(one); strings.HasSuffix(text(o["type"]), "_call_output") {
			results = append(results, text(o["output"]))
		}
	}
	return responsesReply(s.next(tools, results), text(body["model"]))
}

func responsesReply(t turn, model string) reply {
	n := asText(t.n)
	said := map[string]any{"type": "output_text", "text": lastWord, "annotations": []any{}}
	item := map[string]any{"type": "message", "id": "msg_" + n, "role": "assistant", "status": "completed", "content": []any{said}}
	if t.tool != nil {
		item = map[string]any{
			"type": "function_call", "id": "fc_" + n, "call_id": t.id, "name": t.tool.plain,
			"arguments": asText(t.args), "status": "completed",
		}
		if t.tool.space != "" {
			item["namespace"] = t.tool.space
		}
	}
	response := func(status string, output []any) map[string]any {
		return map[string]any{
			"id": "resp_" + n, "object": "response", "created_at": 1790000000, "model": model, "status": status,
			"output": output, "parallel_tool_calls": false, "tool_choice": "auto", "tools": []any{},
			"usage": map[string]any{
				"input_tokens": 9, "input_tokens_details": map[string]any{"cached_tokens": 0},
				"output_tokens": 9, "output_tokens_details": map[string]any{"reasoning_tokens": 0}, "total_tokens": 18,
			},
		}
	}
	whole := response("completed", []any{item})
	events := []event{typed("response.created", map[string]any{"response": response("in_progress", []any{})})}
	if t.tool == nil {
		empty := map[string]any{"type": "message", "id": "msg_" + n, "role": "assistant", "status": "in_progress", "content": []any{}}
		events = append(events,
			typed("response.output_item.added", map[string]any{"output_index": 0, "item": empty}),
			typed("response.output_text.delta", map[string]any{"output_index": 0, "content_index": 0, "item_id": "msg_" + n, "delta": lastWord}))
	} else {
		events = append(events, typed("response.output_item.added", map[string]any{"output_index": 0, "item": item}))
	}
	events = append(events,
		typed("response.output_item.done", map[string]any{"output_index": 0, "item": item}),
		typed("response.completed", map[string]any{"response": whole}))
	for i := range events {
		events[i].data.(map[string]any)["sequence_number"] = i
	}
	return reply{whole: whole, stream: events}
}
