package trust

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/fault"
)

// SPEC Q10: what is written is what is read, and a missing file is first use.
func TestLedgerRoundTrip_Q10(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	l, err := ReadLedger(state)
	if err != nil || len(l.Decisions()) != 0 {
		t.Fatalf("first use: %v, %v", l, err)
	}
	k := key("launch")
	err = ChangeLedger(context.Background(), state, func(l *Ledger) error {
		l.Approve(k)
		l.SetMark(k, "na\"me\n\u202e", MarkChange{Decision: text(Deny), ReadOnly: yes(true)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadLedger(state)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Approved(k) || got.Standing(k, "na\"me\n\u202e") != (Standing{Decision: Deny, ReadOnly: true}) {
		t.Errorf("read back %+v", got.Decisions())
	}
	info, err := os.Stat(LedgerPath(state))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the ledger's mode is %v (%v), want 0600", info.Mode(), err)
	}
}

// An edit that fails leaves the file as it was (SPEC F5).
func TestFailedChangeWritesNothing_F5(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	change := func(fail error) error {
		return ChangeLedger(context.Background(), state, func(l *Ledger) error {
			l.Approve(key("launch"))
			return fail
		})
	}
	if err := change(nil); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(LedgerPath(state))
	if err := change(errors.New("no")); err == nil {
		t.Fatal("the edit's error was lost")
	}
	after, err := os.ReadFile(LedgerPath(state))
	if err != nil || string(before) != string(after) {
		t.Errorf("the ledger changed: %v", err)
	}
}

// SPEC Q10: corrupt is never "start fresh".
func TestCorruptLedgerIsAnError_Q10(t *testing.T) {
	good := `{"kind":"mark","server":"acme","tool":"x","decision":"deny","readOnly":false}`
	for name, doc := range map[string]string{
		"empty":           ``,
		"null":            `null`,
		"list":            `[]`,
		"no version":      `{"decisions":[]}`,
		"newer version":   `{"version":2,"decisions":[]}`,
		"version zero":    `{"version":0,"decisions":[]}`,
		"version text":    `{"version":"1","decisions":[]}`,
		"no decisions":    `{"version":1}`,
		"unknown key":     `{"version":1,"decisions":[],"extra":1}`,
		"duplicate key":   `{"version":1,"version":1,"decisions":[]}`,
		"truncated":       `{"version":1,"decisions":[` + good,
		"trailing":        `{"version":1,"decisions":[]} {}`,
		"decision key":    `{"version":1,"decisions":[{"kind":"mark","server":"acme","tool":"x","Decision":"deny"}]}`,
		"unknown kind":    `{"version":1,"decisions":[{"kind":"wish","server":"acme"}]}`,
		"bad server":      `{"version":1,"decisions":[{"kind":"mark","server":"A","tool":"x","decision":"deny"}]}`,
		"no tool":         `{"version":1,"decisions":[{"kind":"mark","server":"acme","decision":"deny"}]}`,
		"unknown word":    `{"version":1,"decisions":[{"kind":"mark","server":"acme","tool":"x","decision":"maybe"}]}`,
		"allow undigest":  `{"version":1,"decisions":[{"kind":"mark","server":"acme","tool":"x","decision":"allow"}]}`,
		"bad digest":      `{"version":1,"decisions":[{"kind":"launch","server":"acme","digest":"sha256:00","decision":"approve"}]}`,
		"launch deny":     `{"version":1,"decisions":[{"kind":"launch","server":"acme","decision":"deny"}]}`,
		"flag not a bool": `{"version":1,"decisions":[{"kind":"mark","server":"acme","tool":"x","decision":"deny","readOnly":"yes"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			if err := os.Chmod(state, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(LedgerPath(state), []byte(doc), 0o600); err != nil {
				t.Fatal(err)
			}
			l, err := ReadLedger(state)
			var fe *fault.Error
			if !errors.As(err, &fe) || len(l.Decisions()) != 0 {
				t.Fatalf("got %v, %v", l.Decisions(), err)
			}
			if !strings.Contains(err.Error(), LedgerPath(state)) || len(fe.Hints) == 0 {
				t.Errorf("the error does not name the file and the way out: %v", fe)
			}
			err = ChangeLedger(context.Background(), state, func(l *Ledger) error { l.Approve(key("x")); return nil })
			if err == nil {
				t.Error("a corrupt ledger was written over")
			}
			if data, _ := os.ReadFile(LedgerPath(state)); string(data) != doc {
				t.Error("a corrupt ledger was changed")
			}
		})
	}
}
