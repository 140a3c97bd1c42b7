//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"load","version":"1"}}}`

func open(p plan, w way) (line, error) {
	if w.url != "" {
		return openHTTP(w)
	}
	if w.tool == alone {
		return program(w.argv), nil
	}
	return openPipes(w, p.told)
}

// pipes is a program spoken to over its input and output.
type pipes struct {
	cmd *exec.Cmd

	writes sync.Mutex // held while one waits for room: answers are taken meanwhile
	in     io.WriteCloser

	mu   sync.Mutex
	open map[int]chan []byte
	gone error
}

func openPipes(w way, told io.Writer) (*pipes, error) {
	c := exec.Command(w.argv[0], w.argv[1:]...)
	c.Stderr = told
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	p := &pipes{cmd: c, in: in, open: map[int]chan []byte{}}
	go p.read(out)
	if _, err := p.call(0, []byte(hello)); err != nil {
		return nil, err
	}
	_, err = in.Write([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"))
	return p, err
}

func (p *pipes) read(out io.Reader) {
	r := bufio.NewReaderSize(out, 4<<20)
	for {
		text, err := r.ReadBytes('\n')
		p.mu.Lock()
		if err != nil {
			p.gone = fmt.Errorf("its output ended: %w", err)
			for id, waits := range p.open {
				close(waits)
				delete(p.open, id)
			}
			p.mu.Unlock()
			return
		}
		if id, ok := idOf(text); ok && p.open[id] != nil {
			p.open[id] <- text
			delete(p.open, id)
		}
		p.mu.Unlock()
	}
}

// idOf is the number of an answer; the echo puts it in front.
func idOf(text []byte) (int, bool) {
	i := bytes.Index(text, []byte(`"id":`))
	if i < 0 {
		return 0, false
	}
	rest := text[i+5:]
	end := bytes.IndexAny(rest, ",}")
	if end < 0 {
		return 0, false
	}
	id, err := strconv.Atoi(strings.TrimSpace(string(rest[:end])))
	return id, err == nil
}

func (p *pipes) call(id int, body []byte) ([]byte, error) {
	waits := make(chan []byte, 1)
	p.mu.Lock()
	if p.gone != nil {
		p.mu.Unlock()
		return nil, p.gone
	}
	p.open[id] = waits
	p.mu.Unlock()
	p.writes.Lock()
	_, err := p.in.Write(append(body, '\n'))
	p.writes.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case got, ok := <-waits:
		if !ok {
			return nil, fmt.Errorf("it ended")
		}
		return got, nil
	case <-time.After(60 * time.Second):
		return nil, fmt.Errorf("no answer in a minute")
	}
}

func (p *pipes) pids() []int { return []int{p.cmd.Process.Pid} }

func (p *pipes) close() {
	_ = p.in.Close()
	ended := make(chan struct{})
	go func() { _ = p.cmd.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		_ = p.cmd.Process.Kill()
	}
}

// memory is what processes hold, in KiB.
func memory(pids []int) int64 {
	var all int64
	for _, pid := range pids {
		text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), "VmRSS:")
		words := strings.Fields(rest)
		if len(words) > 0 {
			n, _ := strconv.ParseInt(words[0], 10, 64)
			all += n
		}
	}
	return all
}
