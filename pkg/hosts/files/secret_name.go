package files

import (
	"slices"
	"strconv"
	"strings"

	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// authScheme is a word in front of a credential.
func authScheme(s string) bool {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "bearer", "basic", "token":
		return true
	}
	return false
}

// secretName is a name of the server's own that no other secret of it has.
func (e *entry) secretName(name string) names.SecretName {
	base := wordOf(name)
	out := base
	for n := 2; e.used[out]; n++ {
		out = base + "_" + strconv.Itoa(n)
	}
	e.used[out] = true
	return names.SecretName(string(e.id) + "/" + out)
}

// wordOf makes a name of capitals, digits and underscores.
func wordOf(s string) string {
	word := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, s[:min(len(s), 64)]), "_")
	switch {
	case word == "" || mcp.Secretish(s):
		return "SECRET"
	case word[0] <= '9':
		return "SECRET_" + word
	}
	return word
}

// placeholder reports what instructions leave for a person to fill in.
func placeholder(s string) bool {
	low := strings.ToLower(strings.TrimSpace(s))
	if len(low) > 64 || low == "" {
		return false
	}
	if strings.HasPrefix(low, "<") && strings.HasSuffix(low, ">") || strings.Trim(low, "x*.-_") == "" {
		return true
	}
	words := strings.FieldsFunc(low, func(r rune) bool { return strings.ContainsRune("_- ", r) })
	return slices.Contains(words, "your") || slices.Contains([]string{"changeme", "change-me", "todo", "secret-here", "replace-me"}, low)
}

// dollar says that a $NAME in a literal stays as it is.
func (e *entry) dollar(text, field string, at strictjson.Place) {
	for i := strings.IndexByte(text, '$'); i >= 0 && i+1 < len(text); {
		if nameLength(text[i+1:]) > 0 {
			e.tell(at, "import/no-expansion", field+" holds a $ and a name, which stay as they are", "if a variable is meant, write ${env:NAME}; a file of Gemini CLI is read with --from gemini")
			return
		}
		next := strings.IndexByte(text[i+1:], '$')
		if next < 0 {
			return
		}
		i += 1 + next
	}
}
