package audit

import (
	"bytes"
	"strconv"

	"usher/pkg/digest"
)

// domain keeps these hashes apart from every other digest (SPEC 20).
const domain = "usher/audit/1"

const (
	hashKey  = `,"hash":"`
	hashSize = len(hashKey) + 71 + len(`"}`)
)

// sealed ends a line with the hash of all of it before that; it holds the hash of the
// line before, so that each vouches for every one above it.
func sealed(body []byte) []byte {
	h := digest.Of(domain, body)
	body = append(body, hashKey...)
	body = append(body, h...)
	return append(body, "\"}\n"...)
}

// Head is the end of a chain.
type Head struct {
	Sequence uint64
	Hash     digest.Digest // "" for no line at all
}

// intact is the head that a line is, when its hash is its own.
func intact(line []byte) (Head, bool) {
	if len(line) <= hashSize || len(line) > maxLine*2 {
		return Head{}, false
	}
	body, end := line[:len(line)-hashSize], line[len(line)-hashSize:]
	if !bytes.HasPrefix(end, []byte(hashKey)) || !bytes.HasSuffix(end, []byte(`"}`)) {
		return Head{}, false
	}
	h := digest.Digest(end[len(hashKey) : len(end)-2])
	if !h.Valid() || digest.Of(domain, body) != h {
		return Head{}, false
	}
	seq, ok := sequence(body)
	return Head{Sequence: seq, Hash: h}, ok
}

// sequence reads the number at the start of a line, where line puts it.
func sequence(body []byte) (uint64, bool) {
	rest, ok := bytes.CutPrefix(body, []byte(`{"version":`+strconv.Itoa(version)+`,"seq":`))
	end := bytes.IndexByte(rest, ',')
	if !ok || end < 1 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(rest[:end]), 10, 64)
	return n, err == nil
}

// begun reports a text that is the start of a line, or begins with one.
func begun(text []byte) bool {
	return bytes.HasPrefix(text, []byte(lineStart)) || bytes.HasPrefix([]byte(lineStart), text)
}

// last finds the last whole line in the end of a file, and how many bytes stand behind
// it. ok is false where there is none; a file without a byte has the empty head.
func last(tail []byte, size int64) (h Head, torn int64, ok bool) {
	if size == 0 {
		return Head{}, 0, true
	}
	whole := bytes.LastIndexByte(tail, '\n') + 1
	if h, ok := intact(tail[whole:]); ok { // it lacks its end alone, which the next line brings
		return h, 0, true
	}
	torn = int64(len(tail) - whole)
	for end := whole; end > 0; {
		start := bytes.LastIndexByte(tail[:end-1], '\n') + 1
		if h, ok := intact(tail[start : end-1]); ok {
			return h, torn + int64(whole-end), true
		}
		end = start
	}
	// A first line that was never finished; any other text is somebody else's.
	return Head{}, size, size == torn && int64(len(tail)) == size && begun(tail)
}
