package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// serve is an MCP server with one tool, keep, that writes its note down in a log:
// a line there is the proof that the tool ran. Without a log (-) its answer is.
func serve(in io.Reader, out io.Writer, log string) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				ProtocolVersion string
				Arguments       struct{ Note string }
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return err
		}
		if m.ID == nil {
			continue
		}
		answer := map[string]any{"jsonrpc": "2.0", "id": m.ID}
		switch m.Method {
		case "initialize":
			answer["result"] = map[string]any{
				"protocolVersion": m.Params.ProtocolVersion, "capabilities": map[string]any{"tools": map[string]any{}},
				"serverInfo": map[string]any{"name": "keeper", "version": "1"},
			}
		case "ping":
			answer["result"] = map[string]any{}
		case "tools/list":
			answer["result"] = map[string]any{"tools": []any{keepTool()}}
		case "tools/call":
			if err := note(log, m.Params.Arguments.Note); err != nil {
				return err
			}
			answer["result"] = map[string]any{"content": []any{map[string]any{"type": "text", "text": "kept " + m.Params.Arguments.Note}}}
		default:
			answer["error"] = map[string]any{"code": -32601, "message": "method not found"}
		}
		if err := json.NewEncoder(out).Encode(answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

func keepTool() map[string]any {
	return map[string]any{
		"name": "keep", "description": "Keep a note",
		"inputSchema": map[string]any{
			"type": "object", "required": []any{"note"},
			"properties": map[string]any{"note": map[string]any{"type": "string"}},
		},
	}
}

func note(log, text string) error {
	if log == "-" {
		return nil
	}
	f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, text)
	return errorsFirst(err, f.Close())
}

func errorsFirst(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
