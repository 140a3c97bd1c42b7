package audit

import (
	"bytes"
	"fmt"
	"strconv"

	"usher/pkg/digest"
)

// Found is what a check of a chain came to.
type Found struct {
	Lines  int   // whole lines
	Before Head  // what the first line goes on with; none where the chain begins here
	Head   Head  // of the last line
	Torn   []At  // lines that a stopped writer left unfinished, which lost no decision before them
	Broken *Flaw // the first thing that is wrong; nil where the chain is whole
}

// At is a line of a file, counted from 1.
type At struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// Flaw is where a chain does not hold, and why.
type Flaw struct {
	At
	Says string `json:"says"`
}

// Verify checks that every line is what was written and follows the one before it, over
// several files as over one: the oldest first. noted, where it is not "", is the hash of
// a line that must be there: a chain that was cut at its end is whole otherwise.
func Verify(files []string, noted digest.Digest) (Found, error) {
	c := check{noted: noted, seen: noted == ""}
	for _, file := range files {
		c.at = At{File: file}
		err := lines(file, func(line []byte, whole bool) error { c.line(line, whole); return nil })
		if err != nil {
			return c.Found, err
		}
		c.end()
	}
	if c.Broken == nil && !c.seen {
		c.Broken = &Flaw{At: c.at, Says: "no line has the hash " + string(noted) + " that was noted: the end was cut off, or another chain stands here"}
	}
	return c.Found, nil
}

type check struct {
	Found
	at      At
	noted   digest.Digest
	seen    bool
	strange int  // length of a line before this one that is none, -1 for several
	foreign bool // and it is whole, and does not even begin as one
}

// line checks one line. After the first flaw nothing more is told: what follows may
// hang on it.
func (c *check) line(line []byte, whole bool) {
	c.at.Line++
	if c.Broken != nil {
		return
	}
	h, ok := intact(line)
	if !ok {
		c.foreign = whole && !begun(line)
		if c.strange != 0 {
			c.strange = -1
		} else {
			c.strange = max(1, len(line))
		}
		if whole && bytes.HasSuffix(line, []byte(`"}`)) && len(line) > hashSize {
			c.broken("this line was changed: its hash is not its own")
		}
		return
	}
	prev, torn := previous(line[:len(line)-hashSize]), tornOf(line)
	switch {
	case c.strange != 0 && (torn == 0 || int64(c.strange) != torn):
		c.at.Line--
		c.broken("this line is none that usher wrote")
		c.at.Line++
	case c.Lines == 0:
		c.Before = Head{Sequence: h.Sequence - 1, Hash: prev}
		switch {
		case (prev == "") != (h.Sequence == 1):
			c.broken("the first line says neither that the chain begins here nor what it goes on with")
		case prev != "" && !bytes.Contains(line, []byte(`,"after":"`)): // no text of a line can hold it
			c.broken(fmt.Sprintf("the beginning was cut off: this is line %d of the chain, and no rotated file goes before it", h.Sequence))
		}
	case prev != c.Head.Hash || h.Sequence != c.Head.Sequence+1:
		c.broken(fmt.Sprintf("line %d of the chain is followed by line %d, which goes on with another one: lines were taken out, put in or changed before it", c.Head.Sequence, h.Sequence))
	case c.strange == 0 && torn > 0:
		c.broken("this line says that an unfinished one stands before it, and there is none")
	}
	if c.Broken == nil && c.strange != 0 {
		c.Torn = append(c.Torn, At{File: c.at.File, Line: c.at.Line - 1})
	}
	c.strange = 0
	c.Lines, c.Head = c.Lines+1, h
	c.seen = c.seen || h.Hash == c.noted
}

// end is the end of a file: a last line that nobody finished is said, and not held
// against the chain, for the next writer ends it.
func (c *check) end() {
	if c.Broken == nil && c.strange != 0 {
		c.Torn = append(c.Torn, c.at)
		if c.strange < 0 || c.foreign {
			c.broken("this line is none that usher wrote")
		}
	}
	c.strange = 0
}

func (c *check) broken(says string) {
	if c.Broken == nil {
		c.Broken = &Flaw{At: c.at, Says: says}
	}
}

// previous is the hash that a line goes on with: the last member before its own. In a
// text of the line every quote is escaped, so none can be taken for a member.
func previous(body []byte) digest.Digest {
	const key = `,"prev":"`
	i := len(body) - len(key) - 72
	if i < 0 || !bytes.HasPrefix(body[i:], []byte(key)) || body[len(body)-1] != '"' {
		return ""
	}
	d := digest.Digest(body[i+len(key) : len(body)-1])
	if !d.Valid() {
		return ""
	}
	return d
}

func tornOf(line []byte) int64 {
	_, rest, ok := bytes.Cut(line, []byte(`,"torn":`))
	if !ok {
		return 0
	}
	end := bytes.IndexByte(rest, ',')
	n, err := strconv.ParseInt(string(rest[:max(0, end)]), 10, 64)
	if err != nil {
		return -1
	}
	return n
}
