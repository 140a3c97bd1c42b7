package config

import (
	"github.com/spf13/pflag"

	"usher/pkg/fault"
)

// Preferences is what holds after file, environment and flags.
type Preferences struct {
	Color    string // auto, always or never
	Format   string // text or json
	Width    int    // columns of a table; 0 is the terminal's
	LogLevel string // debug, info, warn or error
}

// Default is what holds where nobody said anything.
func Default() Preferences { return Preferences{Color: "auto", Format: "text", LogLevel: "warn"} }

// Load reads settings.json at file (absolute; absent is fine), the environment
// through getenv, and flags, which may be nil.
func Load(file string, getenv func(string) string, flags *pflag.FlagSet) (Preferences, []fault.Problem, error) {
	return Default(), nil, nil
}
