package main

// anthropic answers POST /v1/messages.
func (s *script) anthropic(body map[string]any) reply {
	var tools []tool
	for _, one := range list(body["tools"]) {
		o := object(one)
		tools = append(tools, tool{name: text(o["name"]), schema: object(o["input_schema"])})
	}
	var results []string
	for _, message := range list(body["messages"]) {
		for _, part := range list(object(message)["content"]) {
			if p := object(part); p["type"] == "tool_result" {
				results = append(results, text(p["content"]))
			}
		}
	}
	return anthropicReply(s.next(tools, results), text(body["model"]))
}

func anthropicReply(t turn, model string) reply {
	block, stop := map[string]any{"type": "text", "text": lastWord}, "end_turn"
	start := map[string]any{"type": "text", "text": ""}
	delta := map[string]any{"type": "text_delta", "text": lastWord}
	if t.tool != nil {
		stop = "tool_use"
		block = map[string]any{"type": "tool_use", "id": t.id, "name": t.tool.name, "input": t.args}
		start = map[string]any{"type": "tool_use", "id": t.id, "name": t.tool.name, "input": map[string]any{}}
		delta = map[string]any{"type": "input_json_delta", "partial_json": asText(t.args)}
	}
	usage := map[string]any{"input_tokens": 9, "output_tokens": 9, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
	message := func(content []any, stop any) map[string]any {
		return map[string]any{
			"id": "msg_" + asText(t.n), "type": "message", "role": "assistant", "model": model,
			"content": content, "stop_reason": stop, "stop_sequence": nil, "usage": usage,
		}
	}
	return reply{whole: message([]any{block}, stop), stream: []event{
		typed("message_start", map[string]any{"message": message([]any{}, nil)}),
		typed("content_block_start", map[string]any{"index": 0, "content_block": start}),
		typed("content_block_delta", map[string]any{"index": 0, "delta": delta}),
		typed("content_block_stop", map[string]any{"index": 0}),
		typed("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": usage}),
		typed("message_stop", map[string]any{}),
	}}
}
