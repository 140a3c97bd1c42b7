package client

import (
	"strconv"

	"usher/pkg/strictjson"
)

// answered is the failure that a JSON-RPC error object tells of.
func (w words) answered(method string, failed *strictjson.Value) *Failure {
	code, whole := failed.Get("code").Int()
	message, isText := failed.Get("message").Text()
	if !whole || !isText {
		return w.fail(Protocol, "answered "+method+" with an error that has no code and message")
	}
	f := w.fail(Answered, "answered "+method+" with error "+strconv.FormatInt(code, 10)+": "+message)
	f.Code, f.answer = code, w.covered(failed.Raw())
	return f
}
