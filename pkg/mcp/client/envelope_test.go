package client

import "testing"

// An envelope is read at once only where the slower reading has nothing to say.
func FuzzEnvelopeAgrees(f *testing.F) {
	for _, line := range []string{`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"method":"x","params":{"a":1}}`, `{"jsonrpc":"2.0","id":1,"result":{},"Result":1}`,
		`{"method":"x","id":null}`, `{"jsonrpc":"2.0","id":1,"error":{},"result":{}}`, `{"jsonrpc":"2.0","re\u0073ult":{},"id":7}`, `{"method":"\u0078"}`, `{"method":"x","result":{}}`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		e, ok := readEnvelope([]byte(line))
		if !ok {
			return
		}
		got := readFrame([]byte(line))
		if got.why != "" || got.id != string(e.id) || got.method != e.method || got.failed != nil ||
			e.result != nil && string(got.result.Raw()) != string(e.result) || e.method != "" && string(got.params.Raw()) != string(e.params) {
			t.Errorf("%q: %+v", line, got)
		}
	})
}
