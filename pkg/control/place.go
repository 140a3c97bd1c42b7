package control

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"usher/pkg/fault"
)

const (
	ending = ".sock"

	// mostPath is how long the name of a socket may be on every system.
	mostPath = 103
)

// folder is where the sockets of a state folder are.
func folder(state string) string { return filepath.Join(state, "gateways") }

// newName is a name that no other gateway has or will have.
func newName() (string, error) {
	var b [4]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", err
	}
	return strconv.Itoa(os.Getpid()) + "-" + hex.EncodeToString(b[:]) + ending, nil
}

// reached is the name by which the system takes a socket of a folder, good until let
// is called. A name that is too long for it is reached another way where there is one.
func reached(dir, name string) (path string, let func(), err error) {
	path = filepath.Join(dir, name)
	if len(path) <= mostPath {
		return path, func() {}, nil
	}
	if short, let, ok := shorter(dir, name); ok {
		return short, let, nil
	}
	return "", nil, fault.New(fault.Refused,
		fmt.Sprintf("the name of its socket would have %d bytes, and this system takes %d: %s", len(path), mostPath, path),
		"keep your state in a folder with a shorter name: --state DIR, or USHER_STATE=DIR")
}
