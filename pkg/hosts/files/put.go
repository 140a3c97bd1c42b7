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

// Put gives the client's file with the entry in it: added behind the others, or in
// the place of the one of that name. Empty data is a new file. Whatever else stands
// in the file keeps its bytes, and the result is read back: were anything else
// different, it is an error and there is no result. file is its name as messages
// show it. The error is a *fault.Error whose Problems have places.
func (i Info) Put(file string, data []byte, e Entry) ([]byte, error) { return nil, nil }

// Take gives the file without the entry of that name, and false where there is
// none. A table of servers that is empty then goes too.
func (i Info) Take(file string, data []byte, name string) ([]byte, bool, error) {
	return nil, false, nil
}

// Look says how the entry stands in the file.
func (i Info) Look(file string, data []byte, e Entry) (Presence, error) { return Missing, nil }

// Bare reports a file in which nothing is said any more: one that was made for
// usher may then be removed.
func Bare(data []byte) bool { return false }
