package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// ServeHTTP is the model's front: four protocols by their paths, and the lists of
// models that some assistants ask for first.
func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	if r.Method != http.MethodPost {
		models(w, path)
		return
	}
	body, err := read(r)
	if err != nil {
		http.Error(w, `{"error":{"message":"not JSON"}}`, http.StatusBadRequest)
		return
	}
	stream := body["stream"] == true
	switch {
	case strings.HasSuffix(path, "/count_tokens"):
		send(w, reply{whole: map[string]any{"input_tokens": 9}}, false)
	case strings.HasSuffix(path, ":countTokens"):
		send(w, reply{whole: map[string]any{"totalTokens": 9}}, false)
	case strings.HasSuffix(path, "/messages"):
		send(w, s.anthropic(body), stream)
	case strings.HasSuffix(path, "/responses"):
		send(w, s.responses(body), stream)
	case strings.HasSuffix(path, "/chat/completions"):
		send(w, s.chat(body), stream)
	case strings.HasSuffix(path, ":generateContent"), strings.HasSuffix(path, ":streamGenerateContent"):
		send(w, s.gemini(body), strings.Contains(path, ":stream"))
	default:
		s.strange(path)
		http.Error(w, `{"error":{"message":"not here","type":"not_found_error"}}`, http.StatusNotFound)
	}
}

func models(w http.ResponseWriter, path string) {
	one := map[string]any{"id": "scripted", "object": "model", "type": "model", "created": 1790000000, "owned_by": "test", "display_name": "scripted"}
	switch {
	case strings.HasSuffix(path, "/models"):
		send(w, reply{whole: map[string]any{"object": "list", "data": []any{one}, "models": []any{}, "has_more": false}}, false)
	case strings.Contains(path, "/models/"):
		one["id"] = path[strings.LastIndexByte(path, '/')+1:]
		send(w, reply{whole: one}, false)
	default:
		w.WriteHeader(http.StatusOK)
	}
}

func read(r *http.Request) (body map[string]any, err error) {
	var in io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		if in, err = gzip.NewReader(r.Body); err != nil {
			return nil, err
		}
	}
	return body, json.NewDecoder(in).Decode(&body)
}

// send writes an answer whole, or event by event.
func send(w http.ResponseWriter, r reply, stream bool) {
	if !stream {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(r.whole)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range r.stream {
		if e.name != "" {
			_, _ = fmt.Fprintf(w, "event: %s\n", e.name)
		}
		_, _ = fmt.Fprintf(w, "data: %s\n\n", asText(e.data))
		_ = http.NewResponseController(w).Flush()
	}
	if r.done != "" {
		_, _ = fmt.Fprintf(w, "data: %s\n\n", r.done)
	}
}
