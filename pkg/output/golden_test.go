package output

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"usher/pkg/fault"
)

// golden compares with testdata/NAME. UPDATE_GOLDEN=1 rewrites the file: read it
// before it is kept.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs:\n--- got\n%s\n--- want\n%s", path, got, want)
	}
}

// listing is a view as the commands write them.
type listing struct {
	Servers  []row           `json:"servers"`
	Problems []fault.Problem `json:"problems"`
}

type row struct {
	ID    string          `json:"id"`
	Runs  string          `json:"runs"`
	Extra json.RawMessage `json:"extra,omitempty"`
}

func (l listing) Text(p *Printer) {
	p.Heading("Servers")
	rows := make([][]string, 0, len(l.Servers))
	for _, s := range l.Servers {
		rows = append(rows, []string{s.ID, s.Runs})
	}
	p.Table([]string{"ID", "RUNS"}, rows)
	p.Line("")
	p.Problems(l.Problems)
	p.Text("two lines\nof text\tkept")
}

func (l listing) JSON() any { return l }

func sample() listing {
	return listing{
		Servers: []row{
			{ID: "acme", Runs: "node server.js --root /srv/data --name \"<a&b>\"", Extra: json.RawMessage(`{"n":9007199254740993,"x":1.0e2,"s":"<"}`)},
			{ID: "evil\x1b]0;t\x07", Runs: "a\u202eb\U000e0041\xff"},
		},
		Problems: []fault.Problem{
			{File: "/h/mcp.json", Line: 3, Column: 7, Entry: "acme", Rule: "mcp/unknown-key", Message: `key "commnd" is not known`, Hint: `write "command"`},
			{File: "/h/mcp.json", Rule: "mcp/empty", Severity: fault.SeverityWarning, Message: "file defines no server"},
			{Rule: "mcp/note", Severity: fault.SeverityNote, Message: "no file at all"},
		},
	}
}

func TestGoldenViews_Z1(t *testing.T) {
	for _, c := range []struct {
		file   string
		format Format
		width  int
		color  bool
	}{
		{"view-piped.txt", Text, 0, false},
		{"view-40.txt", Text, 40, false},
		{"view-color.txt", Text, 80, true},
		{"view.json", JSON, 40, true},
	} {
		var out bytes.Buffer
		if err := Print(&out, sample(), c.format, c.width, c.color); err != nil {
			t.Fatal(err)
		}
		golden(t, c.file, out.Bytes())
	}
}

func TestGoldenErrors_Z2(t *testing.T) {
	full := &fault.Error{Kind: fault.NeedsPerson, Message: `server "acme" needs your approval`,
		Hints:    []string{"usher server approve acme", "usher server show acme"},
		Problems: sample().Problems}
	for _, c := range []struct {
		file string
		err  error
	}{
		{"error-full", full},
		{"error-wrapped", fmt.Errorf("layer yours: %w", full)},
		{"error-plain", errors.New("disk is full")},
		{"error-cancelled", fmt.Errorf("waiting for the lock: %w", context.Canceled)},
		{"error-bare", fault.New(fault.Usage, `unknown command "srever"`)},
	} {
		var text, doc bytes.Buffer
		PrintError(&text, c.err, Text)
		golden(t, c.file+".txt", text.Bytes())
		PrintError(&doc, c.err, JSON)
		golden(t, c.file+".json", doc.Bytes())
	}
}
