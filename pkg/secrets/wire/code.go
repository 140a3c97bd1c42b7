package wire

// Code says in a word how a request ended. The zero value is no success.
type Code string

// What the helper answers.
const (
	OK       Code = "ok"
	NotFound Code = "not-found" // the keychain is there and open, and has no such item
	Locked   Code = "locked"    // it is there and holds its items back until it is unlocked
	Absent   Code = "absent"    // there is none in this session
	Denied   Code = "denied"    // it, or the system, or the person, said no
	TooLarge Code = "too-large" // more than this keychain keeps in one item
	Failed   Code = "failed"    // anything else
)

// What only usher finds, because no helper is there to say it.
const (
	Silent   Code = "silent"    // no answer in time
	NoHelper Code = "no-helper" // usher-keychain is not beside usher
)

// known are the words a helper may answer with.
func known(word string) Code {
	for _, c := range [...]Code{OK, NotFound, Locked, Absent, Denied, TooLarge} {
		if word == string(c) {
			return c
		}
	}
	return Failed
}
