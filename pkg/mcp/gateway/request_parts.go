package gateway

import (
	"errors"
	"strings"

	"usher/pkg/fault"
)

// param is the value of one of the params, its bytes as they stand; nil where there is
// none.
func (r *request) param(key string) []byte {
	if r.params == nil {
		return nil
	}
	return r.params.Inside.Find(r.b, key)
}

// word is a param that must be a text.
func (r *request) word(key string) (string, *rpcError) {
	w, ok := textOf(r.param(key))
	if !ok {
		return "", badParams(`"` + key + `" must be given, as a text`)
	}
	return w, nil
}

// asError is any error as JSON-RPC has it. What usher refuses says why and what next.
func asError(err error) *rpcError {
	var e *rpcError
	var f *fault.Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &f):
		return &rpcError{code: codeRefused, message: worded(f)}
	}
	return &rpcError{code: codeInternal, message: err.Error()}
}

// worded is an error with its next commands.
func worded(f *fault.Error) string {
	return strings.Join(append([]string{f.Message}, f.Hints...), "\n")
}
