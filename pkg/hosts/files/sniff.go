package files

import "strings"

// sniff tells the format by how a text begins; FormatNone where it does not say.
func sniff(s string) Format {
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasPrefix(line, "#"):
			continue
		case strings.HasPrefix(line, "//"), strings.HasPrefix(line, "/*"), line[0] == '{', line[0] == 0, line[0] >= 0xfe:
			return FormatJSON // strictjson says best what UTF-16 is
		case line[0] == '[':
			return sniffBracket(line)
		case line[0] == '"' && strings.HasPrefix(strings.TrimSpace(afterQuote(line)), ":"):
			return FormatJSON
		}
		return sniffLine(line)
	}
	return FormatNone
}

// sniffBracket tells a list of JSON from the name of a TOML table.
func sniffBracket(line string) Format {
	inside := strings.TrimLeft(line, "[ \t")
	switch {
	case inside == "", inside[0] == '{', inside[0] == ']':
		return FormatJSON
	case inside[0] == '"':
		if rest := strings.TrimSpace(afterQuote(inside)); strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "]") {
			return FormatTOML
		}
		return FormatJSON
	}
	return FormatTOML
}

func sniffLine(line string) Format {
	if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "%YAML") || strings.HasPrefix(line, "- ") {
		return FormatYAML
	}
	switch i := strings.IndexAny(line, "=:"); {
	case i <= 0:
		return FormatNone
	case line[i] == '=':
		return FormatTOML
	}
	return FormatYAML
}

// afterQuote is what stands behind a text that begins with a double quote.
func afterQuote(s string) string {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return s[i+1:]
		}
	}
	return ""
}
