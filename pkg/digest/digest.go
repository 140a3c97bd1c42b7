package digest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
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
	hexPart, ok := strings.CutPrefix(s, prefix)
	if !ok || len(hexPart) != 2*sha256.Size || strings.ToLower(hexPart) != hexPart {
		return "", fmt.Errorf("digest must be sha256: and 64 lower-case hex digits")
	}
	if _, err := hex.DecodeString(hexPart); err != nil {
		return "", fmt.Errorf("digest must be sha256: and 64 lower-case hex digits")
	}
	return Digest(s), nil
}

// Valid tells a real digest from the zero value or foreign text.
func (d Digest) Valid() bool {
	_, err := Parse(string(d))
	return err == nil
}

// Of is the plain digest of one run of bytes under a domain.
func Of(domain string, data []byte) Digest {
	return New(domain).Field("bytes", data).Sum()
}

// Builder collects fields. Every part is framed as kind, length, bytes, so no
// choice of names and values can imitate another.
type Builder struct{ h hash.Hash }

// New starts a digest of a domain such as "usher/launch/1" (SPEC 20).
func New(domain string) *Builder {
	b := &Builder{h: sha256.New()}
	b.frame('D', []byte(domain))
	return b
}

func (b *Builder) frame(kind byte, data []byte) {
	var head [9]byte
	head[0] = kind
	binary.BigEndian.PutUint64(head[1:], uint64(len(data)))
	b.h.Write(head[:])
	b.h.Write(data)
}

// Field adds a named value. An empty value differs from an absent one.
func (b *Builder) Field(name string, value []byte) *Builder {
	b.frame('N', []byte(name))
	b.frame('V', value)
	return b
}

// Text adds a named string.
func (b *Builder) Text(name, value string) *Builder { return b.Field(name, []byte(value)) }

// Absent adds a name that has no value.
func (b *Builder) Absent(name string) *Builder {
	b.frame('N', []byte(name))
	b.frame('A', nil)
	return b
}

// List adds a named list; order and number of items count.
func (b *Builder) List(name string, items []string) *Builder {
	b.frame('N', []byte(name))
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(items)))
	b.frame('L', n[:])
	for _, it := range items {
		b.frame('V', []byte(it))
	}
	return b
}

// Sum ends the digest.
func (b *Builder) Sum() Digest {
	return Digest(prefix + hex.EncodeToString(b.h.Sum(nil)))
}
