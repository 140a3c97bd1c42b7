package proc

import (
	"os"
	"path/filepath"
	"strings"
)

const programSuffix = ".exe"

func hasSeparator(name string) bool { return strings.ContainsAny(name, `/\:`) }

// findIn is the program of that name in a folder, or why it cannot be started.
// A name without an ending is tried with those of programs only: a .bat or .cmd
// is not a program but a text for a shell, and has to be named in full.
func findIn(dir, name string) (program, why string) {
	tries := []string{name}
	if filepath.Ext(name) == "" {
		tries = []string{name + ".exe", name + ".com", name}
	}
	for _, try := range tries {
		program = filepath.Join(dir, try)
		st, err := os.Stat(program)
		switch {
		case err != nil:
			continue
		case st.IsDir():
			why = "the program " + program + " is a directory"
			continue
		}
		return program, ""
	}
	if why == "" {
		why = "the program " + filepath.Join(dir, name) + missing
	}
	return "", why
}
