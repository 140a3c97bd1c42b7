//go:build unix

package proc

import (
	"path/filepath"
	"strings"
)

const programSuffix = ""

func hasSeparator(name string) bool { return strings.Contains(name, "/") }

// findIn is the program of that name in a folder, or why it cannot be started.
func findIn(dir, name string) (program, why string) {
	program = filepath.Join(dir, name)
	if why := whyNotFile("program", program); why != "" {
		return "", why
	}
	return program, ""
}
