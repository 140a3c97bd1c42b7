package digest

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"strings"
)

const prefix = "sha256:"

// Digest is "sha256:" and 64 lower-case hex digits. The zero value is no
// digest: it equals nothing a person ever decided about.
type Digest string

// Parse reads the text form. Upper-case digits, other lengths and other
// algorithms are errors.
func Parse(s string) (Digest, error) {
	if !Digest(s).Valid() {
		return "", errors.New("digest must be sha256: and 64 lower-case hex digits")
	}
	return Digest(s), nil
}

// Valid tells a real digest from the zero value or foreign text.
func (d Digest) Valid() bool {
	digits, ok := strings.CutPrefix(string(d), prefix)
	if !ok || len(digits) != 2*sha256.Size {
		return false
	}
	for i := range len(digits) {
		if c := digits[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Of is the plain digest of one run of bytes under a domain.
func Of(domain string, data []byte) Digest {
	return New(domain).Field("bytes", data).Sum()
}

// Builder collects fields. Every part is framed as kind, length, bytes, so no
// choice of names and values can imitate another.
type Builder struct {
	h       hash.Hash // what was hashed so far, nil for nothing
	pending []byte    // what is not hashed yet: many small writes cost more than one
}

// New starts a digest of a domain such as "usher/launch/1" (SPEC 20).
func New(domain string) *Builder {
	b := &Builder{pending: make([]byte, 0, 1<<10)}
	frame(b, 'D', domain)
	return b
}

func frame[T string | []byte](b *Builder, kind byte, data T) {
	b.pending = append(b.pending, kind)
	b.pending = binary.BigEndian.AppendUint64(b.pending, uint64(len(data)))
	if len(b.pending)+len(data) > cap(b.pending) {
		b.flush()
		if len(data) > cap(b.pending) {
			b.h.Write([]byte(data))
			return
		}
	}
	b.pending = append(b.pending, data...)
}

func (b *Builder) flush() {
	if b.h == nil {
		b.h = sha256.New()
	}
	b.h.Write(b.pending)
	b.pending = b.pending[:0]
}

// Field adds a named value. An empty value differs from an absent one.
func (b *Builder) Field(name string, value []byte) *Builder {
	frame(b, 'N', name)
	frame(b, 'V', value)
	return b
}

// Text adds a named string.
func (b *Builder) Text(name, value string) *Builder {
	frame(b, 'N', name)
	frame(b, 'V', value)
	return b
}

// Absent adds a name that has no value.
func (b *Builder) Absent(name string) *Builder {
	frame(b, 'N', name)
	frame(b, 'A', "")
	return b
}

// List adds a named list; order and number of items count.
func (b *Builder) List(name string, items []string) *Builder {
	frame(b, 'N', name)
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(items)))
	frame(b, 'L', n[:])
	for _, it := range items {
		frame(b, 'V', it)
	}
	return b
}

// Sum ends the digest.
func (b *Builder) Sum() Digest {
	var sum [sha256.Size]byte
	if b.h == nil {
		sum = sha256.Sum256(b.pending)
	} else {
		b.flush()
		b.h.Sum(sum[:0])
	}
	var text [len(prefix) + 2*sha256.Size]byte
	copy(text[:], prefix)
	for i, c := range sum {
		const digits = "0123456789abcdef"
		text[len(prefix)+2*i], text[len(prefix)+2*i+1] = digits[c>>4], digits[c&15]
	}
	return Digest(text[:])
}
