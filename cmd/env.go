package cmd

import (
	"io"
	"os"
	"strings"
)

// Env is the world one run of usher sees. Nothing in this package reads the
// process's own arguments, environment or streams, so a test hands in what it
// likes and two runs never meet.
type Env struct {
	Args    []string // without the program's name
	Stdin   io.Reader
	Stdout  io.Writer // the answer
	Stderr  io.Writer // everything else (SPEC Z1)
	Environ []string  // NAME=value; of two lines with one name the later counts
	WorkDir string    // absolute; "" where the process has none
	// MachineDir replaces the machine layer's folder; "" is the platform's. The
	// shipped programs never set it (SPEC L2).
	MachineDir string
	Self       string // absolute path of this program; "" when the system cannot say
	Version    string // as stamped at the build; "" otherwise
}

// Getenv is the value of a variable, "" where it is not set.
func (e Env) Getenv(name string) string {
	for i := len(e.Environ) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(e.Environ[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// ProcessEnv is the world of the running process, for main.
func ProcessEnv(version string) Env {
	dir, _ := os.Getwd()       // "" in a folder that is gone: places says so where it matters
	self, _ := os.Executable() // "" is allowed
	return Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Environ: os.Environ(), WorkDir: dir, Self: self, Version: version,
	}
}
