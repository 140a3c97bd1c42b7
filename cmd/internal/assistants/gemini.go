package main

// gemini answers POST …:generateContent and …:streamGenerateContent.
func (s *script) gemini(body map[string]any) reply {
	var tools []tool
	for _, one := range list(body["tools"]) {
		for _, declared := range list(object(one)["functionDeclarations"]) {
			d := object(declared)
			schema := object(d["parametersJsonSchema"])
			if schema == nil {
				schema = object(d["parameters"])
			}
			tools = append(tools, tool{name: text(d["name"]), schema: schema})
		}
	}
	var results []string
	for _, content := range list(body["contents"]) {
		for _, part := range list(object(content)["parts"]) {
			if f := object(object(part)["functionResponse"]); f != nil {
				results = append(results, text(f["response"]))
			}
		}
	}
	t := s.next(tools, results)
	part := map[string]any{"text": lastWord}
	switch {
	case t.tool != nil:
		part = map[string]any{"functionCall": map[string]any{"id": t.id, "name": t.tool.name, "args": t.args}}
	case object(body["generationConfig"])["responseMimeType"] == "application/json":
		// its side questions, such as who speaks next, want an object
		part["text"] = `{"reasoning":"none","next_speaker":"user","model_choice":"flash","complexity_reasoning":"none","complexity_score":1}`
	}
	answer := map[string]any{
		"candidates": []any{map[string]any{
			"content": map[string]any{"role": "model", "parts": []any{part}}, "finishReason": "STOP", "index": 0,
		}},
		"usageMetadata": map[string]any{"promptTokenCount": 9, "candidatesTokenCount": 9, "totalTokenCount": 18},
		"modelVersion":  "scripted",
	}
	return reply{whole: answer, stream: []event{{"", answer}}}
}
