//go:build race

package cmd_test

import (
	"path/filepath"
	"slices"
	"strings"
)

// raceFlags build the programs that scripts start with the race detector too: it
// sees them, and not only the tests that look on. usher-run stays as it is shipped:
// it starts between every two programs, and its stages are tested in their own room.
func raceFlags(program string) (flags, environ []string) {
	if program == "usher-run" {
		return nil, []string{"CGO_ENABLED=0"}
	}
	return []string{"-race"}, []string{"CGO_ENABLED=1"}
}

// raceVars have the detector end a program at once, and not a second later.
func raceVars() []string { return []string{"GORACE=atexit_sleep_ms=0"} }

// raced are the scripts of commands that do several things at once. The others
// ran with the shipped programs in go test without -race, and so did the tests
// marked !race, which hold nothing of ours in their own process.
func raced(files []string) []string {
	words := []string{"call_", "conversation_", "hooks_run", "hooks_test_", "interrupt", "log", "message", "probe_", "read_", "restart_", "rungate_hooks", "rungate_deadline", "tools_"}
	return slices.DeleteFunc(files, func(file string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(filepath.Base(file), w) })
	})
}
