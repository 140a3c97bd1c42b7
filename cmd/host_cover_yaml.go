package cmd

import "strings"

// yaml covers a text of YAML line by line. Within a text over several lines nothing is
// a key, whatever it looks like.
func (c *covering) yaml(text string) {
	block, mark := -1, "" // how far the line is indented that begins a block; the quote that is open
	for line := range strings.Lines(text) {
		value := strings.TrimLeft(line, " ")
		indent := len(line) - len(value)
		switch {
		case mark != "":
			c.whole(line)
			if strings.Contains(line, mark) {
				mark = ""
			}
			continue
		case block >= 0 && (indent > block || strings.TrimSpace(line) == ""):
			c.whole(line)
			continue
		}
		c.line(line)
		block = -1
		if beginsBlock(line) {
			block = indent
		}
		mark = opensQuote(line)
	}
}

// beginsBlock reports a line whose value is a text on the lines below: key: |
func beginsBlock(line string) bool {
	line, _, _ = strings.Cut(line, " #")
	words := strings.Fields(line)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return strings.ContainsAny(last[:1], "|>") && strings.Trim(last[1:], "-+0123456789") == ""
}

// opensQuote is the quote of a value that does not end on its line, "" for none.
func opensQuote(line string) string {
	value := strings.TrimLeft(strings.TrimRight(line, "\r\n"), " -")
	if _, rest, ok := strings.Cut(value, ": "); ok && !strings.ContainsAny(value[:1], `"'`) {
		value = strings.TrimLeft(rest, " ")
	}
	if value == "" || !strings.ContainsAny(value[:1], `"'`) {
		return ""
	}
	mark := value[:1]
	for n := 1; n < len(value); n++ {
		switch {
		case value[n] == '\\' && mark == `"`:
			n++
		case value[n] == mark[0]:
			return ""
		}
	}
	return mark
}

// whole covers a line without looking for a key in it.
func (c *covering) whole(line string) {
	text := strings.TrimRight(line, "\r\n")
	value := strings.TrimLeft(text, " ")
	c.out.WriteString(text[:len(text)-len(value)])
	if value != "" {
		c.value(value, "", "")
	}
	c.out.WriteString(line[len(text):])
}
