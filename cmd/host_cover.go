package cmd

import "strings"

// covering shows another app's file without what may be a secret in it: of what was
// in the file before, keys stay and values and comments give way to … (SPEC S13, E3).
// What a change brings or takes is usher's own text and is shown. Lines stay lines.
type covering struct {
	format string // JSON, TOML or YAML, as files.Format says it
	count  map[string]int
	shown  func(value string) bool
	out    strings.Builder
}

// coverBoth is a file before and after a change, covered for a person to read.
func coverBoth(format, before, after string) (old, next string) {
	had, has := valuesIn(format, before), valuesIn(format, after)
	ours := func(value string) bool { return has[value] != had[value] }
	return cover(format, before, ours), cover(format, after, ours)
}

func valuesIn(format, text string) map[string]int {
	c := covering{format: format, count: map[string]int{}, shown: func(string) bool { return false }}
	c.all(text)
	return c.count
}

func cover(format, text string, shown func(string) bool) string {
	c := covering{format: format, count: map[string]int{}, shown: shown}
	c.all(text)
	return c.out.String()
}

func (c *covering) all(text string) {
	if c.format == "YAML" {
		c.yaml(text)
		return
	}
	if c.format == "text" {
		for line := range strings.Lines(text) {
			c.line(line)
		}
		return
	}
	for i := 0; i < len(text); {
		i += c.token(text[i:])
	}
}

// token takes one string, comment or character and gives its length.
func (c *covering) token(s string) int {
	toml := c.format == "TOML"
	switch {
	case s[0] == '"', toml && s[0] == '\'':
		return c.quoted(s)
	case toml && s[0] == '#', !toml && strings.HasPrefix(s, "//"):
		n := spanTo(s, "\n", 0)
		n = len(strings.TrimSuffix(s[:n], "\n"))
		c.value(s[:n], s[:1+btoi(!toml)]+" ", "")
		return n
	case !toml && strings.HasPrefix(s, "/*"):
		n := spanTo(s, "*/", 2)
		c.value(s[:n], "/* ", " */")
		return n
	}
	c.out.WriteByte(s[0])
	return 1
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// quoted takes one string: a key stays as it is.
func (c *covering) quoted(s string) int {
	mark := s[:1]
	if triple := strings.Repeat(mark, 3); c.format == "TOML" && strings.HasPrefix(s, triple) {
		mark = triple
	}
	n := len(mark)
	for n < len(s) && !strings.HasPrefix(s[n:], mark) {
		if s[n] == '\\' && mark[0] == '"' {
			n++
		}
		n++
	}
	n = min(n+len(mark), len(s))
	after := strings.TrimLeft(s[n:], " \t\r\n")
	key := strings.HasPrefix(after, ":")
	if c.format == "TOML" {
		key = len(mark) == 1 && (strings.HasPrefix(after, "=") || strings.HasPrefix(after, "."))
	}
	if key {
		c.out.WriteString(s[:n])
		return n
	}
	c.value(s[:n], mark, mark)
	return n
}

// value writes a value, or … in its place with as many line ends.
func (c *covering) value(text, before, after string) {
	c.count[text]++
	if c.shown(text) {
		c.out.WriteString(text)
		return
	}
	c.out.WriteString(before + "…" + strings.Repeat("\n", strings.Count(text, "\n")) + after)
}

// line is one line of YAML, or of a text: its key stays.
func (c *covering) line(line string) {
	text := strings.TrimRight(line, "\r\n")
	end, value := line[len(text):], strings.TrimLeft(text, " \t-")
	head := text[:len(text)-len(value)]
	if key, rest, ok := strings.Cut(value, ":"); ok && c.format == "YAML" && !strings.HasPrefix(value, "#") && (rest == "" || rest[0] == ' ') {
		head, value = head+key+":", rest
	}
	c.out.WriteString(head)
	if strings.TrimSpace(value) != "" {
		c.value(value, value[:len(value)-len(strings.TrimLeft(value, " "))], "")
	}
	c.out.WriteString(end)
}

// spanTo is the length up to and with the next mark, from a place on.
func spanTo(s, mark string, from int) int {
	if at := strings.Index(s[from:], mark); at >= 0 {
		return from + at + len(mark)
	}
	return len(s)
}
