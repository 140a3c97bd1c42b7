package fault

import "strconv"

// Severity of a Problem. The zero value is SeverityError, the strictest.
type Severity uint8

const (
	SeverityError Severity = iota
	SeverityWarning
	SeverityNote
)

// String is the word used in every format (SPEC 20).
func (s Severity) String() string {
	switch s {
	case SeverityError:
		return "error"
	case SeverityWarning:
		return "warning"
	case SeverityNote:
		return "note"
	}
	return "error"
}

// MarshalText writes the word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the word back; any other is the strictest.
func (s *Severity) UnmarshalText(text []byte) error {
	*s = SeverityError
	for _, known := range [...]Severity{SeverityWarning, SeverityNote} {
		if string(text) == known.String() {
			*s = known
		}
	}
	return nil
}

// Problem is something wrong at a place in a file (SPEC 20, problems[]). Line
// and Column are 1-based, in code points, a BOM not counted; 0 where the file
// as a whole is meant. Entry is the server id, hook name or place ("hooks[2]").
// Rule is a stable id such as "hooks/unknown-event".
type Problem struct {
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Entry    string   `json:"entry,omitempty"`
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
}

// Where is file:line:column, as far as it is known; "" without a file.
func (p Problem) Where() string {
	w := p.File
	if w != "" && p.Line > 0 {
		w += ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
	}
	return w
}

// String is one line: place, severity, message and rule; not cleaned for a terminal.
func (p Problem) String() string {
	s := p.Severity.String() + ": " + p.Message + " [" + p.Rule + "]"
	if w := p.Where(); w != "" {
		s = w + ": " + s
	}
	return s
}
