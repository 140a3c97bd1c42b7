package output

// Format is how an answer is written. The zero value is Text.
type Format uint8

const (
	Text Format = iota // for a person
	JSON               // for a program
)

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
