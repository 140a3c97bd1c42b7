package main

import (
	"fmt"
	"regexp"
	"slices"
	"sync"
)

// script is the model's mind: it makes the calls of its steps one after another,
// and then says a last word. Where it stands it reads from the results that a
// request holds, so that a request sent twice is answered twice alike.
type script struct {
	mu       sync.Mutex
	steps    []step
	calls    []call
	offered  []string
	unknown  []string
	requests int
}

// lastWord ends every session.
const lastWord = "All done."

// tool is one that a request offers. space and plain are the two parts of a name
// in OpenAI's namespaces.
type tool struct {
	name         string
	schema       map[string]any
	space, plain string
}

// turn is one answer of the model: a call of a tool, or the last word.
type turn struct {
	n    int // of the request
	id   string
	tool *tool
	args map[string]any
}

// next is the answer to a request that offers tools and holds results.
func (s *script) next(tools []tool, results []string) turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	t := turn{n: s.requests}
	for _, o := range tools {
		if !slices.Contains(s.offered, o.name) {
			s.offered = append(s.offered, o.name)
		}
	}
	for i, told := range results {
		if i < len(s.calls) {
			s.calls[i].Answered, s.calls[i].Told = true, told
		}
	}
	at := len(results)
	if at >= len(s.steps) || at > len(s.calls) {
		return t
	}
	want := regexp.MustCompile(s.steps[at].Tool)
	for i := range tools {
		if !want.MatchString(tools[i].name) {
			continue
		}
		if at == len(s.calls) {
			s.calls = append(s.calls, call{Tool: tools[i].name})
		}
		t.id, t.tool, t.args = fmt.Sprintf("call_step_%d", at+1), &tools[i], fill(tools[i].schema, s.steps[at].Args)
		break
	}
	return t
}

// fill gives a tool what its schema knows of args, and something for whatever
// else it needs.
func fill(schema, args map[string]any) map[string]any {
	out := map[string]any{}
	need := list(schema["required"])
	for name, about := range object(schema["properties"]) {
		property := object(about)
		value, given := args[name]
		switch {
		case given && text(property["type"]) == "array":
			out[name] = []any{"bash", "-c", value}
		case given:
			out[name] = value
		case slices.Contains(need, any(name)):
			out[name] = something(property)
		}
	}
	return out
}

func something(property map[string]any) any {
	if choices := list(property["enum"]); len(choices) > 0 {
		return choices[0]
	}
	switch text(property["type"]) {
	case "integer", "number", "INTEGER", "NUMBER":
		return 1
	case "boolean", "BOOLEAN":
		return false
	case "array", "ARRAY":
		return []any{}
	case "object", "OBJECT":
		return map[string]any{}
	}
	return "something"
}

func (s *script) strange(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unknown = append(s.unknown, path)
}
