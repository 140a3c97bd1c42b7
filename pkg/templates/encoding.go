package templates

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"usher/pkg/fault"
)

const bom = "\ufeff"

// text is the file's text without its BOM (SPEC F1).
func (r *reader) text(data []byte) (string, bool) {
	if len(data) > MaxFile {
		r.note(fault.Problem{Rule: "text/too-large",
			Message: "the file has " + strconv.Itoa(len(data)) + " bytes; at most " + strconv.Itoa(MaxFile) + " are read"})
		return "", false
	}
	const hint = "save it again as UTF-8"
	if utf16(data) {
		r.note(fault.Problem{Line: 1, Column: 1, Rule: "text/utf8", Message: "the file is UTF-16 and must be UTF-8", Hint: hint})
		return "", false
	}
	data = bytes.TrimPrefix(data, []byte(bom))
	if at := invalid(data); at < len(data) {
		before := data[:at]
		line := before[bytes.LastIndexByte(before, '\n')+1:]
		r.note(fault.Problem{Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(line) + 1, Rule: "text/utf8",
			Message: "the byte 0x" + strconv.FormatUint(uint64(data[at])+0x100, 16)[1:] + " is not UTF-8", Hint: hint})
		return "", false
	}
	return string(data), true
}

// utf16 knows UTF-16 by its BOM, or by the zero beside its first ASCII character. A
// text that is UTF-8 all the same is taken for it where most of its characters have
// such a zero: one zero is a character of a strange text, no encoding.
func utf16(data []byte) bool {
	if len(data) < 2 {
		return false
	}
	pair := string(data[:2])
	if pair == "\xff\xfe" || pair == "\xfe\xff" {
		return true
	}
	if strings.Count(pair, "\x00") != 1 {
		return false
	}
	zero := strings.IndexByte(pair, 0)
	pairs, like := len(data)/2, 0
	for i := range pairs {
		if data[2*i+zero] == 0 && data[2*i+1-zero] != 0 {
			like++
		}
	}
	return len(data)%2 == 0 && like*2 > pairs || !utf8.Valid(data)
}

// invalid is the offset of the first byte that is not UTF-8, or the length.
func invalid(data []byte) int {
	if utf8.Valid(data) {
		return len(data)
	}
	at := 0
	for at < len(data) {
		r, width := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && width == 1 {
			break
		}
		at += width
	}
	return at
}
