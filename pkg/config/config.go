package config

import "strconv"

// Preferences is how usher looks. Whatever they say, the same calls are allowed
// and refused (SPEC C1).
type Preferences struct {
	Color    string `mapstructure:"color"`    // auto, always or never
	Format   string `mapstructure:"format"`   // text or json
	Width    int    `mapstructure:"width"`    // columns of a table, 20 to 1000; 0 is the terminal's
	LogLevel string `mapstructure:"loglevel"` // debug, info, warn or error

	from [keyCount]origin
}

// origin is who gave a preference, and where.
type origin struct{ layer, place string }

// Default is what holds where nobody said anything.
func Default() Preferences {
	return Preferences{Color: "auto", Format: "text", LogLevel: "warn"}
}

// Setting is one preference as it is listed (SPEC C2). Value is JSON text. Layer
// is "yours" for settings.json, "environment", "flag", or "" for a default; Place
// is file:line:column, the variable's name or the flag.
type Setting struct {
	Key   string
	Value string
	Layer string
	Place string
}

// Settings is every preference in a fixed order.
func (p Preferences) Settings() []Setting {
	all := make([]Setting, 0, keyCount)
	for i, k := range keys {
		all = append(all, Setting{Key: k.name, Value: p.value(i), Layer: p.from[i].layer, Place: p.from[i].place})
	}
	return all
}

// value is JSON: the words need no escapes.
func (p Preferences) value(i int) string {
	switch i {
	case color:
		return `"` + p.Color + `"`
	case format:
		return `"` + p.Format + `"`
	case width:
		return strconv.Itoa(p.Width)
	case logLevel:
		return `"` + p.LogLevel + `"`
	}
	return "null"
}
