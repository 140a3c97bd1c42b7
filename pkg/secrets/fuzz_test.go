package secrets

import (
	"bytes"
	"testing"

	"usher/pkg/redact"
)

// FuzzParse: a file is what usher writes or an error; what was read is written
// back to the same secrets (SPEC Q10).
func FuzzParse(f *testing.F) {
	for _, d := range []document{
		{store: Keychain, entries: []entry{{key: Secret("A")}, {key: SignIn("acme")}}},
		{store: File, entries: []entry{{Secret("acme/A"), redact.New(canary)}}},
	} {
		f.Add(d.encode())
	}
	f.Add([]byte(`{"version":1,"store":"file","secrets":[{"name":"secret/A","value":"\ud83d\ude00"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := parse("/f", data)
		if err != nil {
			return
		}
		again, err := parse("/f", d.encode())
		if err != nil || !bytes.Equal(again.encode(), d.encode()) {
			t.Errorf("%q does not come back: %v", data, err)
		}
	})
}
