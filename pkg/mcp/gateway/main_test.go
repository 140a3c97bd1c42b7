package gateway

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"usher/pkg/proc"
	"usher/pkg/strictjson"
)

// TestMain lets the test binary be the reaper and a server.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch word, rest := os.Args[1], os.Args[2:]; word {
		case proc.ReaperWord:
			os.Exit(proc.ReaperMain(rest))
		case "role:server":
			beServer(rest[0], rest[1])
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// beServer is a server whose mode says how it behaves; each start is a line of the
// file starts.
func beServer(mode, starts string) {
	f, err := os.OpenFile(starts, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	_, _ = f.WriteString("started\n")
	if mode == "broken" {
		fmt.Fprintln(os.Stderr, "no database here")
		os.Exit(3)
	}
	in, changed := bufio.NewScanner(os.Stdin), false
	for in.Scan() {
		root, _ := strictjson.Decode(in.Bytes(), strictjson.Options{AllowNull: true})
		method, _ := root.Get("method").Text()
		id := string(root.Get("id").Raw())
		switch method {
		case "initialize":
			if mode == "mute" {
				continue
			}
			say(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}}`, id)
		case "tools/list":
			says := "one"
			if changed {
				says = "another"
			}
			say(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"t","description":"%s","inputSchema":{"type":"object"}}]}}`, id, says)
		case "tools/call":
			switch mode {
			case "dies":
				fmt.Fprintln(os.Stderr, "the disk is full")
				os.Exit(4)
			case "changes":
				changed = true
				say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			}
			say(`{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, id)
		}
	}
}

func say(format string, id ...any) {
	fmt.Println(fmt.Sprintf(strings.TrimSpace(format), id...))
}
