package policy

import (
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"usher/pkg/strictjson"
)

const (
	maxPath     = 4096
	fileExample = "/var/log/usher/audit.jsonl"
)

// notAFile says why a text names no file; "" where it does, and for no text at all. A
// path means the same whoever reads it and wherever: it is absolute and plain.
func notAFile(path string) string {
	switch {
	case path == "":
	case len(path) > maxPath:
		return "is longer than any path"
	case !utf8.ValidString(path) || strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "holds a character that cannot be seen"
	case !filepath.IsAbs(path):
		return "is not an absolute path"
	case filepath.Clean(path) != filepath.FromSlash(path):
		return "is not a plain path: it has .. or . or // in it, or ends in a separator"
	}
	return ""
}

func (f *file) wrongFile(k key, why string, got *strictjson.Value) {
	if why == "" {
		f.report(got.Place(), k.full(), "type", k.full()+" must be the absolute path of a file, got "+got.Kind().String(), `write "`+fileExample+`"`)
		return
	}
	f.report(got.Place(), k.full(), "path", k.full()+" "+why, `write "`+fileExample+`", as an example`)
}
