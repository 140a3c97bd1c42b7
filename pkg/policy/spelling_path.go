package policy

import (
	"path"
	"path/filepath"
	"strings"
)

// settledPath undoes every spelling of a path, those that only some servers undo
// too. What comes after ; in a dot segment is no part of it.
func settledPath(p string) string {
	for {
		next := decoded(p)
		if next == p {
			break
		}
		p = next
	}
	var kept []string
	segments := strings.Split(strings.ReplaceAll(p, `\`, "/"), "/")
	for i, s := range segments {
		last := i == len(segments)-1
		switch bare, _, _ := strings.Cut(s, ";"); {
		case bare == ".." && len(kept) > 0:
			kept = kept[:len(kept)-1]
		case bare == "..", bare == ".", s == "" && !last:
		default:
			kept = append(kept, s)
			continue
		}
		if last { // a folder, as /a/. and /a/b/.. are
			kept = append(kept, "")
		}
	}
	return "/" + strings.Join(kept, "/")
}

// decoded replaces each %XX of a letter, a digit, one of -._~ or of what hides
// another spelling, once.
func decoded(p string) string {
	if !strings.Contains(p, "%") {
		return p
	}
	b := make([]byte, 0, len(p))
	for i := 0; i < len(p); i++ {
		if c, ok := escaped(p[i:]); ok && plainByte(c) {
			b = append(b, c)
			i += 2
			continue
		}
		b = append(b, p[i])
	}
	return string(b)
}

// escaped is the byte that a text begins with as %XX.
func escaped(s string) (byte, bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	const digits = "0123456789abcdef"
	high, low := strings.IndexByte(digits, s[1]|0x20), strings.IndexByte(digits, s[2]|0x20)
	return byte(high<<4 | low), high >= 0 && low >= 0 && s[1] >= '0' && s[2] >= '0'
}

func plainByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte(`-._~/\%;`, c) >= 0
}

// settledFile is a path of a program without dot segments and doubled slashes; a
// bare name is itself.
func settledFile(file string) string {
	if filepath.Separator == '\\' && strings.Contains(file, `\`) {
		return filepath.Clean(file)
	}
	if !strings.Contains(file, "/") {
		return file
	}
	clean := path.Clean(file)
	if strings.HasPrefix(file, "./") && !strings.Contains(clean, "/") {
		return "./" + clean // not the bare name, which is looked for in PATH
	}
	return clean
}
