package client

import (
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

// bodyOf is the begin of an error's body, and whether that is all of it.
func bodyOf(resp *http.Response, cut func()) (body []byte, whole bool) {
	timer := time.AfterFunc(maxSaying, cut)
	defer timer.Stop()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxSaid+1))
	return body[:min(len(body), maxSaid)], err == nil && len(body) <= maxSaid
}

// begin is as much of a long text as is worth showing.
func (w words) begin(data []byte) string {
	if len(data) <= maxSaid {
		return string(data)
	}
	return w.withoutBegin(string(data[:maxSaid]))
}

// withoutBegin takes off the end of a text that was cut what may be the begin of a
// secret.
func (w words) withoutBegin(s string) string {
	rest := 0
	for _, secret := range w.secrets {
		v := secret.Reveal()
		for n := min(len(v)-1, len(s)); n > rest; n-- {
			if strings.HasSuffix(s, v[:n]) {
				rest = n
			}
		}
	}
	return s[:len(s)-rest]
}

// shownOf is what a person is told of an error's body: the message of a JSON-RPC
// error, or text; a page of HTML is named and not shown.
func shownOf(body []byte, contentType string) string {
	if f := readFrame(body); f.failed != nil {
		if message, ok := f.failed.Get("message").Text(); ok {
			return message
		}
	}
	kind, _, _ := mime.ParseMediaType(contentType)
	if kind == "text/html" {
		return "an HTML page"
	}
	text := strings.TrimSpace(string(body))
	if text == "{}" {
		return ""
	}
	return text
}
