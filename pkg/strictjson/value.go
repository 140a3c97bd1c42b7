package strictjson

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

// Value is one value of a document that Decode accepted.
type Value struct{ kind Kind }

// Member is one key and value of an object; Place is the key's.
type Member struct {
	Key   string
	Place Place
	Value *Value
}

// Kind says what the value is.
func (v *Value) Kind() Kind { return v.kind }

// Place is where the value begins.
func (v *Value) Place() Place { return Place{} }

// Raw is the value's bytes.
func (v *Value) Raw() []byte { return nil }

// Text is a string's value.
func (v *Value) Text() (string, bool) { return "", false }

// Bool is a boolean's value.
func (v *Value) Bool() (bool, bool) { return false, false }

// Int is a number's value if it is a whole number of 64 bits.
func (v *Value) Int() (int64, bool) { return 0, false }

// Items are an array's values.
func (v *Value) Items() []*Value { return nil }

// Members are an object's members in file order.
func (v *Value) Members() []Member { return nil }

// Get is the value of a key, or nil.
func (v *Value) Get(key string) *Value { return nil }
