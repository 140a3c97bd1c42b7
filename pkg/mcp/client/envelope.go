package client

import (
	"bytes"
	"strings"

	"usher/pkg/strictjson"
)

// envelope is a message of which nothing was built: spans of the line it stands in.
type envelope struct {
	method         string
	id             []byte
	params, result []byte
	asksBack       bool // the result is none, see asksBack
}

// readEnvelope is true for a notification and for a result that is an object, where
// nothing about them is to be said: no key twice, none that folds to another's, all of
// it sound. Everything else is readFrame's.
func readEnvelope(line []byte) (e envelope, ok bool) {
	s := newEnvelopes()
	return s.read(line)
}

// envelopes reads one after another. Which members a result has is watched on the way.
type envelopes struct{ strictjson.Skimmer }

func newEnvelopes() envelopes {
	return envelopes{strictjson.Skimmer{MaxDepth: maxDepth, Watch: resultType}}
}

func (s *envelopes) read(line []byte) (e envelope, ok bool) {
	if !s.Read(line) {
		return envelope{}, false
	}
	version := false
	for i := range s.Parts {
		m := &s.Parts[i]
		value := m.Of(line)
		switch string(m.Key) {
		case "jsonrpc":
			version = string(value) == `"2.0"`
		case "id":
			e.id = value
		case "method":
			if value[0] != '"' || bytes.IndexByte(value, '\\') >= 0 {
				return envelope{}, false
			}
			e.method = string(value[1 : len(value)-1])
		case "params":
			e.params = value
		case "result":
			e.result = value
		case "error":
			return envelope{}, false
		default:
			if folds(m.Key) {
				return envelope{}, false
			}
		}
	}
	e.asksBack = s.Watched && e.result != nil && asksBack(e.result)
	told := e.method != "" && e.id == nil && e.result == nil
	answered := e.method == "" && e.id != nil && e.result != nil && e.result[0] == '{'
	return e, told || version && answered
}

// folds tells of a key that a reader which folds case would take for one of the
// envelope's.
func folds(key []byte) bool {
	for _, own := range [...]string{"jsonrpc", "id", "result", "error", "method", "params"} {
		if strings.EqualFold(string(key), own) {
			return true
		}
	}
	return false
}
