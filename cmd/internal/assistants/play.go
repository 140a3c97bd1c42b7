package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// desk is where an assistant is set up: what it is given beside the spec.
type desk struct {
	spec
	url  string   // of the model
	args []string // the assistant's
	env  []string
}

// play runs one assistant to its end.
func (s *spec) play() (outcome, error) {
	if s.Isolate {
		if err := loopback(); err != nil {
			return outcome{}, fmt.Errorf("loopback: %w", err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return outcome{}, err
	}
	mind := &script{steps: s.Steps}
	front := &http.Server{Handler: mind, ReadHeaderTimeout: time.Minute}
	go func() { _ = front.Serve(listener) }()
	d := &desk{spec: *s, url: "http://" + listener.Addr().String()}
	if err := d.setUp(); err != nil {
		return outcome{}, err
	}
	var o outcome
	for _, argv := range s.Setup {
		said, err := d.command(context.Background(), argv).CombinedOutput()
		o.Setup = append(o.Setup, string(said))
		if err != nil {
			return outcome{}, fmt.Errorf("%v: %w: %s", argv, err, said)
		}
	}
	if err := d.run(&o); err != nil {
		return outcome{}, err
	}
	_ = front.Close()
	mind.mu.Lock()
	defer mind.mu.Unlock()
	o.Calls, o.Offered, o.Requests, o.Unknown = mind.calls, mind.offered, mind.requests, mind.unknown
	return o, nil
}

// setUp writes the files of the assistant and settles its arguments.
func (d *desk) setUp() error {
	switch d.Host {
	case "claude":
		return d.claude()
	case "codex":
		return d.codex()
	case "copilot":
		return d.copilot("preToolUse")
	case "copilot-pascal":
		return d.copilot("PreToolUse")
	case "gemini":
		return d.geminiCLI()
	case "qwen":
		return d.qwen()
	case "opencode":
		return d.opencode()
	}
	return fmt.Errorf("no assistant %q", d.Host)
}

func (d *desk) command(ctx context.Context, argv []string) *exec.Cmd {
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Dir, c.Env = d.Work, append(d.Env, d.env...)
	c.WaitDelay = time.Second // what an assistant leaves behind must not keep its streams
	return c
}

func (d *desk) run(o *outcome) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(d.Seconds)*time.Second)
	defer cancel()
	c := d.command(ctx, append(d.Program, d.args...))
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	start := time.Now()
	err := c.Run()
	o.Millis = time.Since(start).Milliseconds()
	o.Out, o.Err = tail(out.String()), tail(errs.String())
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) && !errors.Is(err, exec.ErrWaitDelay) {
		return err
	}
	o.Exit = c.ProcessState.ExitCode()
	return nil
}

func tail(s string) string { return s[max(0, len(s)-1000):] }

// put writes a file below the person's home.
func (d *desk) put(name, text string) error {
	path := filepath.Join(d.Home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}
