//go:build linux

package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

func main() {
	addr := flag.String("http", "", "listen at `ADDRESS`, and print where")
	tools := flag.Int("tools", 1, "how many tools are listed; each gives its text back")
	wait := flag.Duration("start", 0, "before the first answer")
	flag.Parse()
	time.Sleep(*wait)
	s := server{list: list(*tools)}
	var err error
	if *addr == "" {
		err = s.pipes(os.Stdin, os.Stdout)
	} else {
		err = s.listen(*addr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "echo: error:", err)
		os.Exit(1)
	}
}

type server struct{ list []byte }

func list(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"tools":[`)
	for i := range n {
		name := "echo"
		if i > 0 {
			b.WriteByte(',')
			name += strconv.Itoa(i)
		}
		b.WriteString(`{"name":"` + name + `","description":"gives its text back","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}`)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// pipes answers line by line, and writes when nothing more waits to be read.
func (s server) pipes(in io.Reader, out io.Writer) error {
	r, w := bufio.NewReaderSize(in, 2<<20), bufio.NewWriterSize(out, 1<<20)
	for {
		line, err := r.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			return fmt.Errorf("a line is longer than 2 MiB")
		}
		if err != nil {
			return w.Flush()
		}
		s.answer(w, line)
		if r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}

// answer trusts what it reads: it is measured, not attacked.
func (s server) answer(w io.Writer, line []byte) {
	id := member(line, `"id":`)
	if id == nil {
		return
	}
	write := func(parts ...[]byte) {
		for _, p := range parts {
			_, _ = w.Write(p)
		}
	}
	write([]byte(`{"jsonrpc":"2.0","id":`), id, []byte(`,"result":`))
	switch {
	case bytes.Contains(line, []byte(`"method":"tools/call"`)):
		text := member(line, `"text":`)
		if text == nil {
			text = []byte(`""`)
		}
		write([]byte(`{"content":[{"type":"text","text":`), text, []byte(`}]}`))
	case bytes.Contains(line, []byte(`"method":"tools/list"`)):
		write(s.list)
	case bytes.Contains(line, []byte(`"method":"initialize"`)):
		write([]byte(`{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"echo","version":"1"}}`))
	default:
		write([]byte(`{}`))
	}
	write([]byte("}\n"))
}

// member is the value behind a key that stands once: a number, or a text without
// escapes.
func member(line []byte, key string) []byte {
	i := bytes.Index(line, []byte(key))
	if i < 0 {
		return nil
	}
	rest := line[i+len(key):]
	if rest[0] == '"' {
		if end := bytes.IndexByte(rest[1:], '"'); end >= 0 {
			return rest[:end+2]
		}
		return nil
	}
	if end := bytes.IndexAny(rest, ",}"); end > 0 {
		return rest[:end]
	}
	return nil
}

func (s server) listen(addr string) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/mcp\n", l.Addr())
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || err != nil {
			http.Error(w, "POST only", http.StatusMethodNotAllowed)
			return
		}
		if !bytes.Contains(body, []byte(`"id":`)) {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		var out bytes.Buffer
		s.answer(&out, body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(out.Len()))
		_, _ = w.Write(out.Bytes())
	}))
}
