package strictjson

import "usher/pkg/fault"

// Place is a line and a column, 1-based, in code points, the BOM not counted (SPEC 20).
type Place struct{ Line, Column int }

// Options says how to read a document.
type Options struct {
	File      string
	Rules     string
	MaxBytes  int
	MaxDepth  int
	Comments  bool
	AllowNull bool
}

// Decode reads one whole document.
func Decode(data []byte, o Options) (*Value, []fault.Problem) { return nil, nil }

// PlaceOf is the place of a byte offset.
func PlaceOf(data []byte, offset int) Place { return Place{} }

// Null is a null in a document: Path such as "args[0]", relative to the value asked.
type Null struct {
	Path  string
	Place Place
}

// Nulls lists the nulls in v, itself included.
func Nulls(v *Value) []Null { return nil }

// Stray is a key that no rule knows.
type Stray struct {
	Member   Member
	Nearest  string
	CaseOnly bool
}

// Problem words a stray key: rule PREFIX/unknown-key or PREFIX/key-case.
func (s Stray) Problem(o Options, entry string) fault.Problem { return fault.Problem{} }

// Unknown lists the keys of an object that are not known byte for byte.
func Unknown(obj *Value, known []string) []Stray { return nil }

// Ignored reports a key that every file may carry: $schema, _…, x-….
func Ignored(key string) bool { return false }

// Nearest is the word nearest to word, or "".
func Nearest(word string, among []string) string { return "" }

// Set replaces or adds the value at path.
func Set(data []byte, path []string, value []byte) ([]byte, error) { return nil, nil }

// Remove takes the member or item at path out.
func Remove(data []byte, path []string) ([]byte, error) { return nil, nil }
