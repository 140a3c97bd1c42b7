package strictjson

import (
	"bytes"

	"github.com/tailscale/hujson"
)

// cut removes child i and keeps the comments around it and the habit of a
// trailing comma.
func cut(c container, i int) {
	last := i == c.len()-1
	trailing := c.value(c.len()-1).AfterExtra != nil
	var kept hujson.Extra
	for _, extra := range c.loose(i) {
		if commented(extra) {
			kept = join(kept, extra)
		}
	}
	following := c.before(i + 1)
	switch {
	case kept != nil:
		*following = join(kept, *following)
	case commented(*following):
		*following = join(*c.before(i), *following)
	case !last && bytes.IndexByte(*following, '\n') < 0:
		*following = *c.before(i)
	case c.len() == 1:
		*following = nil
	}
	c.drop(i)
	if last && c.len() > 0 {
		endWith(c, trailing)
	}
}

// endWith gives the last child a trailing comma, or takes it away.
func endWith(c container, trailing bool) {
	end := c.value(c.len() - 1)
	switch {
	case trailing && end.AfterExtra == nil:
		end.AfterExtra = hujson.Extra{}
	case !trailing && end.AfterExtra != nil:
		*c.before(c.len()) = join(end.AfterExtra, *c.before(c.len()))
		end.AfterExtra = nil
	}
}

// commented reports blanks that hold a comment too.
func commented(e hujson.Extra) bool { return len(bytes.TrimLeft(e, " \t\r\n")) > 0 }

// join puts one stretch of blanks and comments before another, with one line end
// where both have one, so that a removed line leaves no empty one.
func join(a, b hujson.Extra) hujson.Extra {
	tail := a[len(bytes.TrimRight(a, " \t\r\n")):]
	head := b[:len(b)-len(bytes.TrimLeft(b, " \t\r\n"))]
	end := bytes.LastIndexByte(tail, '\n')
	next := bytes.IndexByte(head, '\n')
	switch {
	case end >= 0 && next >= 0:
		a, b = a[:len(a)-len(tail)+end+1], b[next+1:]
	case end >= 0:
		b = b[len(head):]
	}
	return append(bytes.Clone(a), b...)
}
