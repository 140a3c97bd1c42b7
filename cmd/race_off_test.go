//go:build !race

package cmd_test

// raceFlags build the programs as they are shipped: no loader, no C library.
func raceFlags(string) (flags, environ []string) { return nil, []string{"CGO_ENABLED=0"} }

// raceVars are none.
func raceVars() []string { return nil }

// raced are all scripts, where there is no race detector to save time for.
func raced(files []string) []string { return files }
