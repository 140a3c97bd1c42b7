package journal

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"usher/pkg/fault"
	"usher/pkg/safefile"
	"usher/pkg/strictjson"
)

// maxRead is the most that is read of one file: a journal that somebody else's
// program made larger is not read at all.
const maxRead = 4 * maxSize

// maxTold is how many broken lines are told one by one.
const maxTold = 20

// Wanted says which entries are read. The zero value is all of them. With a hook
// and a server, the entries of both.
type Wanted struct {
	Hook, Server string
	Last         int // the newest so many; 0: all
}

// Read gives the entries, the newest last, and a problem for each line that is
// none. No journal is no entry; one that cannot be read is an error.
func Read(state string, w Wanted) ([]Entry, []fault.Problem, error) {
	root, err := safefile.OpenRoot(state, safefile.Self)
	if os.IsNotExist(err) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = root.Close() }()
	now, err := root.Read(fileName, maxRead)
	if err != nil && !os.IsNotExist(err) {
		return nil, nil, err
	}
	before, err := root.Read(older, maxRead)
	if err != nil && !os.IsNotExist(err) {
		return nil, nil, err
	}
	if len(now) > 0 && bytes.HasPrefix(before, now) {
		now = nil // it became the older one between the two looks
	}
	r := reader{wanted: w}
	r.file(filepath.Join(state, older), before)
	r.file(Path(state), now)
	if n := len(r.entries) - w.Last; w.Last > 0 && n > 0 {
		r.entries = r.entries[n:]
	}
	return r.entries, r.told(), nil
}

type reader struct {
	wanted  Wanted
	entries []Entry
	broken  []fault.Problem
	more    int
}

func (r *reader) file(path string, data []byte) {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		e, why := parse(bytes.TrimRight(line, "\n"))
		switch {
		case why == "":
			if r.wanted.takes(e) {
				r.entries = append(r.entries, e)
			}
		case len(r.broken) < maxTold:
			r.broken = append(r.broken, fault.Problem{
				File: path, Line: n, Column: 1, Rule: "log/broken-line", Severity: fault.SeverityWarning,
				Message: "this line is passed over: " + why,
			})
		default:
			r.more++
		}
	}
}

func (r *reader) told() []fault.Problem {
	if r.more > 0 {
		last := r.broken[len(r.broken)-1]
		r.broken = append(r.broken, fault.Problem{
			File: last.File, Rule: last.Rule, Severity: last.Severity, Message: fmt.Sprintf("%d more lines are passed over", r.more),
		})
	}
	return r.broken
}

func (w Wanted) takes(e Entry) bool {
	if w.Hook == "" && w.Server == "" {
		return true
	}
	return w.Hook != "" && e.Kind == Hook && e.Name == w.Hook || w.Server != "" && e.Server == w.Server
}

// parse reads one line; why says why it is no entry.
func parse(line []byte) (e Entry, why string) {
	doc, _ := strictjson.Decode(line, strictjson.Options{Rules: "log"})
	if doc == nil || doc.Kind() != strictjson.KindObject {
		return e, "it is not one JSON object"
	}
	if v := doc.Get("version"); v == nil {
		return e, "it has no version"
	} else if n, ok := v.Int(); !ok || n < 1 {
		return e, "its version is not a number"
	} else if n > version {
		return e, fmt.Sprintf("it was written by a newer usher (version %d; this one knows %d)", n, version)
	}
	var at, kind string
	for key, to := range map[string]*string{
		"time": &at, "kind": &kind, "name": &e.Name, "layer": &e.Layer, "file": &e.File,
		"event": &e.Event, "server": &e.Server, "message": &e.Message,
	} {
		v := doc.Get(key)
		if v == nil {
			continue
		}
		text, ok := v.Text()
		if !ok {
			return e, key + " is not text"
		}
		*to = text
	}
	var err error
	if e.Time, err = time.Parse(time.RFC3339Nano, at); err != nil {
		return e, "its time is not one"
	}
	if e.Kind = Kind(kind); !slices.Contains([]Kind{Hook, Server}, e.Kind) {
		return e, "its kind is not known"
	}
	return e, ""
}
