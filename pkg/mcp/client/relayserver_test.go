package client

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// relayed are the modes of the test's own server for what is passed on; false where it
// is none of them.
func relayed(mode string, q asked, out *bufio.Writer) bool {
	answer := func(id []byte, kind, value string) {
		fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,%q:%s}`+"\n", id, kind, value)
	}
	progress := func(format string, args ...any) {
		fmt.Fprintf(out, `{"jsonrpc":"2.0","method":"notifications/progress","params":`+format+"}\n", args...)
	}
	switch {
	case q.Method == "initialize", q.Method == "tools/list":
		return false
	case mode == "notice-flood":
		for i := range 5000 {
			fmt.Fprintf(out, `{"jsonrpc":"2.0","method":"notifications/message","params":{ "n":%d,"big":9007199254740993}}`+"\n", i)
		}
		answer(q.ID, "result", "{}")
	case mode == "no-newer":
		answer(q.ID, "error", `{"code":-32601,"message":"Method not found"}`)
	case mode == "relay":
		progress(`{ "progress":1,"progressToken":%s ,"message":"\u003c"}`, q.ID)
		progress(`{"progressToken":%s,"progress":1.0,"x":9007199254740993}`, q.ID)
		progress(`{"progressToken":"%s","progress":1}`, q.ID)
		progress(`{"progressToken":1,"progress":1}`)
		answer(q.ID, "result", oddResult)
		progress(`{"progressToken":%s,"progress":9}`, q.ID)
	case mode == "relay-error":
		answer(q.ID, "error", `{"code":-32000, "message":"no \u003c","data":{"n":9007199254740993}}`)
	case mode == "late" && q.Method == "tools/call":
		progress(`{"progressToken":%s,"progress":1}`, q.ID)
	case q.Method == "hang":
	case mode == "late": // answers the request before it first
		n, _ := strconv.Atoi(string(q.ID))
		held := []byte(strconv.Itoa(n - 1))
		progress(`{"progressToken":%s,"progress":2}`, held)
		answer(held, "result", `{"late":true}`)
		answer(q.ID, "result", `{}`)
	case mode == "slow-progress":
		for i := range 12 {
			time.Sleep(100 * time.Millisecond)
			progress(`{"progressToken":%s,"progress":%d}`, q.ID, i)
			_ = out.Flush()
		}
		answer(q.ID, "result", `{}`)
	case mode == "progress-flood" && q.Method == "tools/call":
		progress(`{"progressToken":%s,"progress":0}`, q.ID)
		_ = out.Flush()
		for i := range 100_000 {
			progress(`{"progressToken":%s,"progress":%d,"message":%q}`, q.ID, i, strings.Repeat("x", 200))
		}
		answer(q.ID, "result", `{"content":[]}`)
	case mode == "progress-flood":
		answer(q.ID, "result", `{}`)
	default:
		return false
	}
	return true
}
