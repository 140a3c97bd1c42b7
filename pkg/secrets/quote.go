package secrets

import "strings"

// quote makes a path one word of a shell command.
func quote(path string) string {
	plain := func(c rune) bool {
		return strings.ContainsRune("/._-+,:=@%", c) || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
	}
	if path != "" && path[0] != '-' && strings.IndexFunc(path, func(c rune) bool { return !plain(c) }) < 0 {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
