//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"
)

// web is a server spoken to over streamable HTTP.
type web struct {
	w       way
	client  *http.Client
	session string
}

func openHTTP(w way) (*web, error) {
	at := &web{w: w, client: &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 128}}}
	if _, err := at.call(0, []byte(hello)); err != nil {
		return nil, err
	}
	_, err := at.post([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`))
	return at, err
}

func (at *web) call(_ int, body []byte) ([]byte, error) { return at.post(body) }

func (at *web) post(body []byte) ([]byte, error) {
	r, err := http.NewRequest(http.MethodPost, at.w.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	if at.session != "" {
		r.Header.Set("Mcp-Session-Id", at.session)
	}
	if at.w.token != "" {
		r.Header.Set("Authorization", "Bearer "+at.w.token)
	}
	a, err := at.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = a.Body.Close() }()
	got, err := io.ReadAll(a.Body)
	if a.StatusCode >= 300 {
		return nil, fmt.Errorf("%s: %.300s", a.Status, got)
	}
	if id := a.Header.Get("Mcp-Session-Id"); id != "" {
		at.session = id
	}
	return got, err
}

func (at *web) pids() []int { return nil }

func (at *web) close() { at.client.CloseIdleConnections() }
