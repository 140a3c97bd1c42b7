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
		for _, log := range []string{filepath.Join(s.dir, "lab.log"), filepath.Join(s.conf, "guard.log"), filepath.Join(s.spec.Work, "shell.log")} {
			_ = os.Remove(log)
		}
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
	for log, server := range map[string]string{filepath.Join(s.dir, "lab.log"): "lab", filepath.Join(s.spec.Work, "shell.log"): "shell"} {
		if got, want := linesOf(log), s.wanted(server); !slices.Equal(got, want) {
			t.Errorf("%s ran %q, want %q", server, got, want)
		}
	}
}

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
	asked, _ := os.ReadFile(filepath.Join(s.conf, "guard.log")) // no such file: no hook saw anything
	for i, call := range o.Calls {
		if !call.Answered && !(s.spec.Ask && s.a.withheld == "") {
			return "no answer to " + s.acts[i].word
		}
		if !regexp.MustCompile("do-"+s.acts[i].word+`[" ]`).Match(asked) && !(s.spec.Ask && s.a.unseen) {
			return "no hook saw " + s.acts[i].word
		}
	}
	return ""
}

func linesOf(path string) []string {
	data, _ := os.ReadFile(path) // no such file: nothing ran
	return strings.Fields(string(data))
}
