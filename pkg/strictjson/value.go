package strictjson

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Kind is what a Value is. The zero value is KindNull.
type Kind uint8

const (
	KindNull Kind = iota
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject
)

// String is the kind in a person's words, for "must be a list, got a text".
func (k Kind) String() string {
	switch k {
	case KindNull:
		return "null"
	case KindBool:
		return "true or false"
	case KindNumber:
		return "a number"
	case KindString:
		return "a text"
	case KindArray:
		return "a list"
	case KindObject:
		return "an object"
	}
	return "null"
}

// document is a text that the scanner found sound.
type document struct {
	src  string // as written, without the BOM: places are counted here
	text string // the same length, comments and trailing commas blanked: values are cut from here
}

// Value is one value of a document that Decode accepted: a window on its text,
// read when asked, so that a large value nobody looks into costs nothing. It
// never changes and may be shared. A nil Value is a null without a place, so
// v.Get("a").Text() needs no check in between.
type Value struct {
	doc        *document
	start, end int
	place      Place
	kind       Kind
}

// Member is one key and value of an object; Place is the key's.
type Member struct {
	Key   string
	Place Place
	Value *Value
}

// Kind says what the value is.
func (v *Value) Kind() Kind {
	if v == nil {
		return KindNull
	}
	return v.kind
}

// Place is where the value begins.
func (v *Value) Place() Place {
	if v == nil {
		return Place{}
	}
	return v.place
}

// Raw is a copy of the value's bytes as they stand in the source: numbers,
// escapes and blanks unchanged (SPEC Q1), comments and trailing commas as blanks.
func (v *Value) Raw() []byte { return []byte(v.raw()) }

func (v *Value) raw() string {
	if v == nil {
		return ""
	}
	return v.doc.text[v.start:v.end]
}

// Text is a string's value; false for any other kind.
func (v *Value) Text() (string, bool) {
	if v.Kind() != KindString {
		return "", false
	}
	return unquote(v.raw()), true
}

// Bool is a boolean's value; false, false for any other kind.
func (v *Value) Bool() (value, ok bool) {
	if v.Kind() != KindBool {
		return false, false
	}
	return v.raw() == "true", true
}

// Int is a number's value if it is a whole number of 64 bits, read as an exact
// decimal (SPEC F2): 1e3 and 1000.0 are 1000; 1.5, 1e400 and "5" are not ints.
func (v *Value) Int() (int64, bool) {
	if v.Kind() != KindNumber {
		return 0, false
	}
	return whole(v.raw())
}

// unquote is the value of a string literal that the scanner has seen.
func unquote(literal string) string {
	if strings.IndexByte(literal, '\\') < 0 {
		return literal[1 : len(literal)-1]
	}
	// A literal with faults reaches this only as a key of a document that is
	// refused anyway.
	text, _ := jsontext.AppendUnquote(nil, literal)
	return string(text)
}
