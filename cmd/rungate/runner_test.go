package rungate

import (
	"context"
	"os"
	"strings"
	"testing"

	"usher/pkg/hooks"
	"usher/pkg/places"
	"usher/pkg/proc"
)

// SPEC Q4: usher is never its own hook, also where nobody told the gate its own path,
// as the small program does not.
func TestUsherIsNeverItsOwnHook_Q4(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	for _, told := range []string{"", self} {
		ran := false
		run := func(context.Context, proc.Spec) proc.Result {
			ran = true
			return proc.Result{Ending: proc.Exited}
		}
		r := Runner(Env{Self: told, WorkDir: home}, places.Places{Home: home, WorkDir: home}, "", "", run)
		rep := r.Fire(context.Background(), hooks.Hook{Name: "loop", Event: hooks.PreToolUse, Command: self}, hooks.Payload{Event: hooks.PreToolUse})
		if ran || rep.Verdict != hooks.FailedHook || !strings.Contains(rep.Reason, "usher itself") {
			t.Errorf("told %q: ran %v, %v: %s", told, ran, rep.Verdict, rep.Reason)
		}
	}
}
