package files

// Presence is how something of usher's stands in a file.
type Presence uint8

const (
	Missing Presence = iota
	Exact            // as it would be written now
	Moved            // usher's, but of another path or with other folders
	Changed          // usher's, with something else in it than would be written
	Foreign          // something of that name that is not usher's
)

// String is the presence in one word.
func (p Presence) String() string {
	switch p {
	case Exact:
		return "exact"
	case Moved:
		return "moved"
	case Changed:
		return "changed"
	case Foreign:
		return "foreign"
	case Missing:
	}
	return "missing"
}
