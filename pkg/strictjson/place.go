package strictjson

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Place is a line and a column, 1-based, in code points, the BOM not counted
// (SPEC 20). The zero value is no place: the file as a whole.
type Place struct{ Line, Column int }

// String is line:column, or "" for no place.
func (p Place) String() string {
	if p.Line == 0 {
		return ""
	}
	return strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// PlaceOf is the place of a byte offset in a file, BOM and all. An offset inside
// a character is that character's, one outside the data is the nearest end. A
// line ends with LF or CR LF; a byte that is not UTF-8 counts as one character.
func PlaceOf(data []byte, offset int) Place {
	text := string(bytes.TrimPrefix(data, []byte(bom)))
	offset = max(0, min(offset-(len(data)-len(text)), len(text)))
	for back := 1; back < utf8.UTFMax && back <= offset; back++ {
		if _, width := utf8.DecodeRuneInString(text[offset-back:]); width > back {
			offset -= back
			break
		}
	}
	t := fromStart()
	return t.at(text, offset)
}

// tracker turns rising offsets into places in one sweep over the text, however
// many are asked for.
type tracker struct {
	offset int
	place  Place
}

func fromStart() tracker { return tracker{place: Place{1, 1}} }

// at is the place of an offset that is not before the last one asked for.
func (t *tracker) at(src string, offset int) Place {
	passed := src[t.offset:offset]
	t.offset = offset
	if n := strings.Count(passed, "\n"); n > 0 {
		t.place.Line += n
		t.place.Column = 1
		passed = passed[strings.LastIndexByte(passed, '\n')+1:]
	}
	t.place.Column += utf8.RuneCountInString(passed)
	return t.place
}
