package gateway

import (
	"net/http"
	"strconv"

	"usher/pkg/strictjson"
)

// refuse answers a request that is not taken. What else is on the connection is not
// read.
func refuse(w http.ResponseWriter, status int, why string) {
	h := w.Header()
	h.Set("Connection", "close")
	switch status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", "Bearer")
	case http.StatusMethodNotAllowed:
		if h.Get("Allow") == "" {
			h.Set("Allow", "POST, GET, DELETE")
		}
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", "10")
	}
	h.Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(why + "\n")) // whoever does not listen needs no answer
}

// wrong is a JSON-RPC error of the door's own; id is the raw id, nil where there is none.
func wrong(id []byte, code int, message string) []byte {
	if id == nil {
		id = []byte("null")
	}
	b := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	b = append(b, `,"error":{"code":`...)
	b = strconv.AppendInt(b, int64(code), 10)
	b = append(b, `,"message":`...)
	b = strconv.AppendQuote(b, message) // our own words, plain ASCII
	return append(b, `}}`...)
}

// statusOf is the HTTP status that goes with an answer. Before 2026-07-28 only what
// could not be understood at all has one of its own.
func statusOf(answer []byte, modern bool) int {
	if kind(answer) != isError {
		return http.StatusOK
	}
	v, _ := strictjson.Decode(answer, strictjson.Options{MaxBytes: maxBody, AllowNull: true})
	code, _ := v.Get("error").Get("code").Int()
	switch {
	case code == -32700 || code == -32600:
		return http.StatusBadRequest
	case modern && code == -32601:
		return http.StatusNotFound
	case modern && (code == -32602 || code <= -32020 && code >= -32022):
		return http.StatusBadRequest
	}
	return http.StatusOK
}
