//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// runs runs the assistant and judges what happened. A call that the model never made
// or that no hook saw proves nothing: such a run is invalid, and made once more.
func (s *staged) runs(t *testing.T) {
	t.Helper()
	o := s.once(t)
	if why := s.invalid(o); why != "" {
		t.Logf("once more: %s: %+v", why, o)
		for _, server := range []string{"lab", "usher", "shell"} {
			_ = os.Remove(s.log(server))
		}
		_ = os.Remove(filepath.Join(s.conf, "guard.log"))
		o = s.once(t)
		if why := s.invalid(o); why != "" {
			t.Fatalf("invalid: %s: %+v", why, o)
		}
	}
	t.Logf("%d calls in %d ms", len(o.Calls), o.Millis)
	for i, call := range o.Calls {
		if !strings.Contains(call.Told, s.acts[i].told) {
			t.Errorf("%s: the model is told %q, without %q", s.acts[i].word, call.Told, s.acts[i].told)
		}
	}
	for _, server := range []string{"lab", "usher", "shell"} {
		if got, want := linesOf(s.log(server)), s.wanted(server); !slices.Equal(got, want) {
			t.Errorf("%s ran %q, want %q", server, got, want)
		}
	}
	s.askedOnce(t)
}

// askedOnce: the hooks are asked once about a call, also where it comes by usher's
// gate before the assistant's tools and by its gateway behind them (SPEC G6).
func (s *staged) askedOnce(t *testing.T) {
	t.Helper()
	log, _ := os.ReadFile(filepath.Join(s.conf, "guard.log"))
	for _, one := range s.acts {
		if n := len(inGuardLog(one.word).FindAll(log, -1)); n > 1 {
			t.Errorf("the hooks were asked %d times about %s", n, one.word)
		}
	}
}

// inGuardLog finds in the guard's log that it was asked about a call.
func inGuardLog(word string) *regexp.Regexp { return regexp.MustCompile("do-" + word + `[" ]`) }

// wanted are the words of the acts that should run.
func (s *staged) wanted(server string) (words []string) {
	for _, one := range s.acts {
		if one.server == server && one.runs {
			words = append(words, "do-"+one.word)
		}
	}
	return words
}

// invalid says why a run proves nothing.
func (s *staged) invalid(o assistantOutcome) string {
	if s.spec.Ask && s.a.withheld == "-" {
		if len(o.Offered) == 0 || strings.Contains(strings.Join(o.Offered, " "), "lab") {
			return "a tool that a person must be asked for is offered, or none is"
		}
		return ""
	}
	if len(o.Calls) != len(s.acts) {
		return "the model did not come to make every call"
	}
	log, _ := os.ReadFile(filepath.Join(s.conf, "guard.log")) // no such file: no hook saw anything
	for i, call := range o.Calls {
		if !call.Answered && !(s.spec.Ask && s.a.withheld == "") {
			return "no answer to " + s.acts[i].word
		}
		if !inGuardLog(s.acts[i].word).Match(log) && !(s.spec.Ask && s.a.unseen) {
			return "no hook saw " + s.acts[i].word
		}
	}
	return ""
}

func linesOf(path string) []string {
	data, _ := os.ReadFile(path) // no such file: nothing ran
	return strings.Fields(string(data))
}
