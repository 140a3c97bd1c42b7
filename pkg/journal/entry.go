package journal

import (
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"usher/pkg/clean"
)

// MaxMessage is the longest message kept, in characters (SPEC 18).
const MaxMessage = 2000

// maxName bounds every other text of an entry.
const maxName = 1000

// version is the format of a line; a reader passes over lines of a newer one.
const version = 1

// Kind says what failed.
type Kind string

const (
	Hook   Kind = "hook"
	Server Kind = "server"
)

// Entry is one failure. What does not apply is "".
type Entry struct {
	Time    time.Time `json:"time"`
	Kind    Kind      `json:"kind"`
	Name    string    `json:"name"`  // of the hook
	Layer   string    `json:"layer"` // machine, yours or project
	File    string    `json:"file"`  // file:line:column of its entry
	Event   string    `json:"event"`
	Server  string    `json:"server"` // its id
	Message string    `json:"message"`
}

// line is the entry as it is kept: one line of JSON.
func (e Entry) line() []byte {
	b := append(make([]byte, 0, 512), `{"version":`+strconv.Itoa(version)...)
	b = append(b, `,"time":"`+e.Time.UTC().Format(time.RFC3339Nano)+`"`...)
	for _, m := range [...]struct {
		key, value string
		most       int
	}{
		{"kind", string(e.Kind), maxName}, {"name", e.Name, maxName}, {"layer", e.Layer, maxName}, {"file", e.File, maxName},
		{"event", e.Event, maxName}, {"server", e.Server, maxName}, {"message", e.Message, MaxMessage},
	} {
		if m.value == "" {
			continue
		}
		b = append(b, `,"`+m.key+`":`...)
		b, _ = jsontext.AppendQuote(b, kept(m.value, m.most))
	}
	return append(b, "}\n"...)
}

// kept is a text on one line, its hidden characters escaped, cut where it is long.
// It is UTF-8 whatever the text was.
func kept(s string, most int) string {
	short, cut := clean.Cut(clean.Line(string([]rune(s))), most)
	if cut {
		short, _ = clean.Cut(short, most-1)
		short += "…"
	}
	return short
}
