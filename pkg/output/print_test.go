package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"usher/pkg/fault"
)

type words map[string]any

func (w words) Text(p *Printer) { p.Line("words") }
func (w words) JSON() any       { return map[string]any(w) }

var errGone = errors.New("reader is gone")

// gone is a stdout whose reader has left; it counts the tries.
type gone struct{ writes int }

func (g *gone) Write([]byte) (int, error) { g.writes++; return 0, errGone }

func TestPrintWritesOnceAndReportsTheWriter(t *testing.T) {
	for _, f := range []Format{Text, JSON} {
		g := &gone{}
		if err := Print(g, sample(), f, 0, false); !errors.Is(err, errGone) {
			t.Errorf("%v: got error %v", f, err)
		}
		if g.writes != 1 {
			t.Errorf("%v: %d writes, want one piece", f, g.writes)
		}
		PrintError(g, errGone, f) // must not panic
	}
}

func TestAViewThatIsNotJSONWritesNothing(t *testing.T) {
	var out bytes.Buffer
	for _, v := range []words{{"f": func() {}}, {"raw": json.RawMessage(`{"a":`)}} {
		if err := Print(&out, v, JSON, 0, false); err == nil || out.Len() > 0 {
			t.Errorf("got error %v and %q", err, out.String())
		}
	}
}

func TestJSONKeepsNumbersAndUnknownFields_Q1(t *testing.T) {
	raw := json.RawMessage(`{"id":9007199254740993,"f":1.50,"e":1e400,"unknown":{"deep":[1,2]}}`)
	var out, compact bytes.Buffer
	if err := Print(&out, words{"args": raw}, JSON, 0, false); err != nil {
		t.Fatal(err)
	}
	if err := json.Compact(&compact, out.Bytes()); err != nil {
		t.Fatal(err)
	}
	if want := `{"args":` + string(raw) + `}`; compact.String() != want {
		t.Errorf("got %s, want %s", compact.String(), want)
	}
}

func TestRawJSONWithBadUTF8BecomesValid(t *testing.T) {
	var out bytes.Buffer
	if err := Print(&out, words{"args": json.RawMessage("{\"a\":\"\xff\u202e\"}")}, JSON, 0, false); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\"a\": \"\ufffd\\u202e\"") {
		t.Errorf("got %q", out.String())
	}
}

func TestNoColorMeansNoEscape_Z1(t *testing.T) {
	var plainOut, colored bytes.Buffer
	if err := Print(&plainOut, sample(), Text, 80, false); err != nil {
		t.Fatal(err)
	}
	if err := Print(&colored, sample(), Text, 80, true); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(plainOut.String(), "\x1b") {
		t.Errorf("escape without colour: %q", plainOut.String())
	}
	stripped := colored.String()
	for _, c := range []string{bold, red, yellow, cyan, plain} {
		stripped = strings.ReplaceAll(stripped, c, "")
	}
	if stripped != plainOut.String() || colored.Len() == plainOut.Len() {
		t.Errorf("colour changes the text:\n%s\n%s", stripped, plainOut.String())
	}
}

func TestNilErrorPrintsNothing(t *testing.T) {
	var out bytes.Buffer
	PrintError(&out, nil, Text)
	PrintError(&out, nil, JSON)
	if out.Len() > 0 {
		t.Errorf("got %q", out.String())
	}
}

func TestErrorJSONHasItsListsAndTheExitStatus_Z2(t *testing.T) {
	for _, k := range []fault.Kind{fault.Failed, fault.Refused, fault.Usage, fault.NeedsPerson, fault.Interrupted} {
		var out bytes.Buffer
		PrintError(&out, fault.New(k, "no"), JSON)
		var got struct {
			Error struct {
				Kind, Message string
				Hints         []string
				Exit          int
			}
			Problems []any
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if got.Error.Kind != k.String() || got.Error.Exit != k.Exit() || got.Error.Hints == nil || got.Problems == nil {
			t.Errorf("%v: %s", k, out.String())
		}
		if strings.Count(out.String(), "\n") != 1 {
			t.Errorf("not one line: %q", out.String())
		}
	}
}
