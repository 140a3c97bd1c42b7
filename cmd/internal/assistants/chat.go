package main

import "maps"

// chat answers POST /v1/chat/completions.
func (s *script) chat(body map[string]any) reply {
	var tools []tool
	for _, one := range list(body["tools"]) {
		f := object(object(one)["function"])
		tools = append(tools, tool{name: text(f["name"]), schema: object(f["parameters"])})
	}
	var results []string
	for _, one := range list(body["messages"]) {
		if o := object(one); o["role"] == "tool" {
			results = append(results, text(o["content"]))
		}
	}
	return chatReply(s.next(tools, results), text(body["model"]))
}

func chatReply(t turn, model string) reply {
	message, finish := map[string]any{"role": "assistant", "content": lastWord}, "stop"
	if t.tool != nil {
		finish = "tool_calls"
		message = map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
			"index": 0, "id": t.id, "type": "function",
			"function": map[string]any{"name": t.tool.name, "arguments": asText(t.args)},
		}}}
	}
	usage := map[string]any{"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}
	part := func(kind string, more map[string]any) map[string]any {
		whole := map[string]any{"id": "chat_" + asText(t.n), "object": kind, "created": 1790000000, "model": model}
		maps.Copy(whole, more)
		return whole
	}
	chunk := func(delta map[string]any, finish any) event {
		return event{"", part("chat.completion.chunk", map[string]any{
			"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
		})}
	}
	return reply{
		whole: part("chat.completion", map[string]any{
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}}, "usage": usage,
		}),
		stream: []event{
			chunk(message, nil), chunk(map[string]any{}, finish),
			{"", part("chat.completion.chunk", map[string]any{"choices": []any{}, "usage": usage})},
		},
		done: "[DONE]",
	}
}
