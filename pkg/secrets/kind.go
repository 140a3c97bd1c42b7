package secrets

import "usher/pkg/fault"

// Kind is which store is in use. The zero value is None.
type Kind uint8

const (
	None     Kind = iota // nothing was ever kept, and no store was chosen
	Keychain             // the system's keychain
	File                 // a file only the person can read
)

// String is "none", "keychain" or "file".
func (k Kind) String() string {
	switch k {
	case None:
		return "none"
	case Keychain:
		return "keychain"
	case File:
		return "file"
	}
	return "none"
}

// ParseKind reads keychain or file.
func ParseKind(s string) (Kind, error) {
	for _, k := range [...]Kind{Keychain, File} {
		if s == k.String() {
			return k, nil
		}
	}
	return None, fault.New(fault.Usage, "a store is keychain or file")
}

// Where says which store is in use, for secret list, doctor and the first secret
// set (SPEC E1).
type Where struct {
	Store Kind
	Path  string // of the file, absolute; with the keychain it holds the names alone
	First bool   // this write chose the store, which is worth telling, once
	Why   string // with First: why it is not the keychain; "" when it is
}
