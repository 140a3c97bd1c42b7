package client

import "strings"

// challenge are the parameters of WWW-Authenticate, names in small letters, the
// first of each name; schemes are not told apart. A text without its closing quote
// ends the reading: half a value is none.
func challenge(headers []string) map[string]string {
	out := map[string]string{}
	for _, h := range headers {
		for s := h; s != ""; {
			var name, value string
			var ok bool
			if name, value, s, ok = parameter(s); ok && out[name] == "" {
				out[name] = value
			}
		}
	}
	return out
}

// parameter takes one name=value or one word off the front.
func parameter(s string) (name, value, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t,")
	end := strings.IndexAny(s, " \t,=\"")
	if end < 0 {
		return "", "", "", false
	}
	name, rest = strings.ToLower(s[:end]), strings.TrimLeft(s[end:], " \t")
	if name == "" || !strings.HasPrefix(rest, "=") {
		return "", "", strings.TrimLeft(rest, "=\""), false
	}
	rest = strings.TrimLeft(rest[1:], " \t")
	if !strings.HasPrefix(rest, `"`) {
		if end = strings.IndexAny(rest, " \t,"); end < 0 {
			end = len(rest)
		}
		return name, rest[:end], rest[end:], true
	}
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '"':
			return name, b.String(), rest[i+1:], true
		case c == '\\' && i+1 < len(rest):
			i++
			b.WriteByte(rest[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", "", false
}
