package sandbox

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// full is a plan with every field filled.
func full() Plan {
	return Plan{
		Tier: TierNamespaces, Bubblewrap: "/usr/bin/bwrap", Options: []string{"--size"}, Program: "/opt/node/bin/node", Argv0: "/usr/bin/node",
		Args: []string{"", "a b", "\x00\xff"}, Env: []string{"A=1", "B="}, Dir: "/w", Data: "/d", Read: []string{"/r"},
		Write: []string{"/w"}, Files: []string{"/f"}, Runtimes: []string{"/opt/node"}, Links: []Link{{At: "/usr/bin/node", To: "../x"}},
		Protect: []string{"/w/.git/hooks"}, Mask: []string{"/d2"}, Network: NetworkLocalhost,
	}
}

// A field that is added to Plan and forgotten in the codec would be lost on the
// way to the stages, and with it what it keeps shut.
func TestEveryFieldTravels(t *testing.T) {
	p := full()
	for i, v := 0, reflect.ValueOf(p); i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			t.Errorf("the test's plan does not fill %s", v.Type().Field(i).Name)
		}
	}
	for _, want := range []Plan{p, {}} {
		got, err := ReadPlan(bytes.NewReader(want.Encode()))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("read %+v, %v; wrote %+v", got, err, want)
		}
	}
}

// What follows the plan in the stream belongs to the server.
func TestReadPlanTakesNoByteMore(t *testing.T) {
	stream := bytes.NewReader(append(full().Encode(), "{}\n"...))
	if _, err := ReadPlan(stream); err != nil {
		t.Fatal(err)
	}
	if rest, _ := io.ReadAll(stream); string(rest) != "{}\n" {
		t.Errorf("the server would read %q", rest)
	}
}

func TestReadPlanRefusesWhatEncodeDoesNotWrite(t *testing.T) {
	whole := full().Encode()
	for n := range whole {
		if _, err := ReadPlan(bytes.NewReader(whole[:n])); err == nil {
			t.Fatalf("a plan cut after %d bytes was read", n)
		}
	}
	huge := Plan{Args: []string{strings.Repeat("x", MaxPlan)}}
	if huge.Fits() || !full().Fits() {
		t.Error("Fits does not know MaxPlan")
	}
	longer := bytes.Clone(whole)
	longer[len(planHead)+3]++ // one byte more than the fields hold
	for name, data := range map[string][]byte{
		"another version": append([]byte("usher/plan/2\n"), whole[len(planHead):]...),
		"a message":       []byte(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`),
		"too long":        huge.Encode(),
		"a byte too many": append(longer, 0),
	} {
		if _, err := ReadPlan(bytes.NewReader(data)); !errors.Is(err, ErrPlan) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever is read as a plan is what would be written for it: one plan, one form.
func FuzzReadPlan(f *testing.F) {
	f.Add(full().Encode())
	f.Add(Plan{}.Encode())
	f.Add([]byte(planHead + "\x00\x00\x00\x04\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := ReadPlan(bytes.NewReader(data))
		if err != nil {
			return
		}
		if again := p.Encode(); !bytes.Equal(again, data[:len(again)]) {
			t.Errorf("%q was read as %+v, which is written %q", data, p, again)
		}
	})
}
