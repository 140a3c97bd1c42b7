package hooks

import "unicode/utf8"

func (r Result) append(b []byte) []byte {
	b = append(b, `{"ok":`...)
	if r.OK {
		b = append(b, "true"...)
	} else {
		b = append(b, "false"...)
	}
	text := r.Text
	if len(text) > MaxResult {
		cut := MaxResult
		for cut > MaxResult-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	return append(appendText(append(b, `,"text":`...), text), '}')
}

// appendText is s as a JSON string; only what must be escaped is.
func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
