package policy

// Setting is one key as policy list shows it (SPEC C2). Value is JSON text.
type Setting struct {
	Key    string
	Value  string
	Layer  string
	Place  string
	Locked bool
}

// Settings is every key in a fixed order.
func (p Policy) Settings() []Setting { return nil }
