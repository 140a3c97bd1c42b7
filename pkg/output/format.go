package output

import "fmt"

// Format is how an answer is written. The zero value is Text.
type Format uint8

const (
	Text Format = iota // for a person
	JSON               // for a program
)

// ParseFormat reads the word of -o: text or json (SPEC Z1).
func ParseFormat(s string) (Format, error) {
	switch s {
	case "text":
		return Text, nil
	case "json":
		return JSON, nil
	}
	return Text, fmt.Errorf("output format must be text or json, got %q", s)
}

// String is the word of -o.
func (f Format) String() string {
	switch f {
	case Text:
		return "text"
	case JSON:
		return "json"
	}
	return "text"
}
