package safefile

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"usher/pkg/fault"
)

// DefaultMax is the size of one definition file (SPEC 18), used where a caller
// gives no limit.
const DefaultMax = 1 << 20

// The rules of the problems this package reports.
const (
	ruleLink       = "file/link"        // a link where links are not followed, or one that leads nowhere
	ruleNotRegular = "file/not-regular" // a FIFO, socket, device, folder; or a file where a folder must be
	ruleTooLarge   = "file/too-large"
	ruleTooMany    = "file/too-many" // more entries in a folder than are read
	ruleOwner      = "file/owner"
	ruleMode       = "file/mode"
	ruleDenied     = "file/denied"
	ruleName       = "file/name" // not a name this package opens, or spelled otherwise on the disk
	ruleBusy       = "file/busy" // the lock is held
	ruleIO         = "file/io"   // anything else the system said
)

// thing is what a failure is about.
type thing string

const (
	aFile   thing = "file"
	aFolder thing = "folder"
	aLink   thing = "link"
)

// fail is the one shape of this package's errors: the full path and why, with a
// Problem of the same words about "this file".
func fail(path string, what thing, rule, why, hint string, cause error) *fault.Error {
	e := &fault.Error{Kind: fault.Failed, Message: path + " " + why, Err: cause}
	if hint != "" {
		e.Hints = []string{hint}
	}
	e.Problems = []fault.Problem{{File: path, Rule: rule, Message: "this " + string(what) + " " + why, Hint: hint}}
	return e
}

// failedIO says what the system said, without its own wrapping.
func failedIO(path string, what thing, why string, err error) *fault.Error {
	return fail(path, what, ruleIO, why+": "+reason(err), "", err)
}

// reason is the innermost text of an error of the system.
func reason(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// absent is what Read and OpenRoot answer for something that does not exist.
func absent(path string) error {
	return &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

// changed is the answer where two looks at one thing saw two things.
func changed(path string, what thing) *fault.Error {
	return fail(path, what, ruleIO, "was replaced while it was being opened", "try again", nil)
}

// tooLarge names both sizes, in bytes.
func tooLarge(path string, size, max int64) *fault.Error {
	why := "is larger than " + strconv.FormatInt(max, 10) + " bytes, the most that is read"
	if size > max {
		why = "has " + strconv.FormatInt(size, 10) + " bytes; at most " + strconv.FormatInt(max, 10) + " are read"
	}
	return fail(path, aFile, ruleTooLarge, why, "make it smaller", nil)
}

// quote makes a path one word of a shell command.
func quote(path string) string {
	plain := path != ""
	for _, c := range path {
		if !strings.ContainsRune("/._-+,:=@%", c) && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			plain = false
		}
	}
	if plain && path[0] != '-' {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// components splits a slash-separated relative name; an empty or dotted one, or
// one that could leave the root, is refused.
func components(root, name string) ([]string, error) {
	if name == "." || !fs.ValidPath(name) || strings.ContainsRune(name, 0) || !localName(name) {
		return nil, fail(root, aFolder, ruleName, "is not asked for "+strconv.Quote(name)+": not a plain relative name", "", nil)
	}
	return strings.Split(name, "/"), nil
}
