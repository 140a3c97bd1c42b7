package client

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// oddResult is a result that a careless reader would change: blanks, order,
// escapes, numbers past 2^53, unknown members.
const oddResult = `{ "z":1 , "content":[{"type":"video","x":9007199254740993,"y":1.50e1},{"type":"text","text":"\u003c<\u2028\ud83d\ude00é"}],"isError":false,"structuredContent":{"b":1,"a":[ ]},"_meta":{"k":-0.0}}`

const fastTools = `{"tools":[{"name":"echo","inputSchema":{"type":"object"}},{"name":"sleep"},{"name":"payload"}]}`

type asked struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		URI       string          `json:"uri"`
	} `json:"params"`
}

// answerTo is one step of the test's own server. It keeps every line it got in
// received.txt.
func answerTo(mode string, line []byte, out *bufio.Writer) {
	keep(line)
	var q asked
	if json.Unmarshal(line, &q) != nil || q.ID == nil || relayed(mode, q, out) {
		return
	}
	result := func(format string, args ...any) {
		fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", q.ID, fmt.Sprintf(format, args...))
	}
	switch q.Method {
	case "initialize":
		result(`{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"fast","version":"1"}}`)
		_ = out.Flush()
		if mode == "deaf" {
			time.Sleep(time.Hour)
		}
	case "tools/list":
		result("%s", fastTools)
	case "resources/read":
		result(`{"contents":[{"uri":%q,"mimeType":"text/plain","text":"read"},{"uri":"x:y","blob":"AAAA"}]}`, q.Params.URI)
	case "tools/call":
		called(mode, q, result, out)
	}
}

func called(mode string, q asked, result func(string, ...any), out *bufio.Writer) {
	switch mode {
	case "odd":
		result("%s", oddResult)
	case "hang":
	case "closes-output":
		_ = out.Flush()
		_ = os.Stdout.Close()
		fmt.Fprintln(os.Stderr, "going quiet")
		time.Sleep(time.Hour)
	case "leaves-child": // which keeps our output open
		fmt.Fprintln(os.Stderr, "the disk is full")
		cmd := exec.Command("/bin/sleep", "3600")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		_ = cmd.Start()
		os.Exit(5)
	case "says-changed":
		for range 50 {
			fmt.Fprintln(out, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
		}
		result(`{"content":[]}`)
	default:
		tool(q, result)
	}
}

func tool(q asked, result func(string, ...any)) {
	var args struct {
		Ms    int
		Bytes int
	}
	_ = json.Unmarshal(q.Params.Arguments, &args)
	switch q.Params.Name {
	case "sleep":
		time.Sleep(time.Duration(args.Ms) * time.Millisecond)
		result(`{"content":[]}`)
	case "payload":
		result(`{"content":[{"type":"text","text":"%s"}]}`, strings.Repeat("x", args.Bytes))
	default:
		result(`{"content":[{"type":"text","text":"echo"}],"structuredContent":{"got":%s}}`, q.Params.Arguments)
	}
}

func keep(line []byte) {
	f, err := os.OpenFile("received.txt", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_, _ = f.Write(line)
	_ = f.Close()
}
