package digest_test

import (
	"slices"
	"testing"

	"usher/pkg/digest"
)

// part is one thing added to a digest, as the caller meant it.
type part struct {
	kind  byte
	name  string
	items []string
}

func (p part) equals(q part) bool {
	return p.kind == q.kind && p.name == q.name && slices.Equal(p.items, q.items)
}

// parts reads a program from bytes: a kind, a name, items, each text one length
// byte and so many bytes of what is left.
func parts(data []byte) []part {
	text := func() string {
		if len(data) == 0 {
			return ""
		}
		n := min(int(data[0]%12), len(data)-1)
		s := string(data[1 : 1+n])
		data = data[1+n:]
		return s
	}
	var ps []part
	for len(data) > 0 {
		p := part{kind: data[0] % 3}
		data = data[1:]
		p.name = text()
		switch p.kind {
		case 1:
			p.items = []string{text()}
		case 2:
			for n := len(data) % 4; n > 0; n-- {
				p.items = append(p.items, text())
			}
		}
		ps = append(ps, p)
	}
	return ps
}

func sum(domain string, ps []part) digest.Digest {
	b := digest.New(domain)
	for _, p := range ps {
		switch p.kind {
		case 0:
			b.Absent(p.name)
		case 1:
			b.Text(p.name, p.items[0])
		case 2:
			b.List(p.name, p.items)
		}
	}
	return b.Sum()
}

// SPEC Q3: two different lists of fields never give one digest, equal ones
// always do; so too where the bytes of one imitate the framing of the other, cut
// at any place.
func FuzzDifferentFieldsDiffer(f *testing.F) {
	frame := "N\x00\x00\x00\x00\x00\x00\x00\x01aV\x00\x00\x00\x00\x00\x00\x00\x01b"
	f.Add("usher/test/1", []byte{}, []byte{0})
	f.Add("usher/test/1", []byte("\x01\x01a\x01b"), []byte("\x01\x02ab\x00"))
	f.Add("usher/test/1", []byte("\x02\x01a\x01b\x01c"), []byte("\x02\x01a\x02bc\x00"))
	f.Add("", []byte("\x01\x0b"+frame), []byte("\x02\x0b"+frame+frame))
	f.Fuzz(func(t *testing.T, domain string, a, b []byte) {
		p, q := parts(a), parts(b)
		same := slices.EqualFunc(p, q, part.equals)
		if got := sum(domain, p) == sum(domain, q); got != same {
			t.Fatalf("%+v and %+v: one digest %v", p, q, got)
		}
		if sum(domain, p) != sum(domain, slices.Clone(p)) || !sum(domain, p).Valid() {
			t.Fatal("a digest does not come out twice")
		}
		if sum(domain, p) == sum(domain+"x", p) {
			t.Fatal("the domain does not count")
		}
		for i := range p {
			if sum(domain, p) == sum(domain, slices.Delete(slices.Clone(p), i, i+1)) {
				t.Fatalf("part %d does not count: %+v", i, p)
			}
			if moved := slices.Concat(p[i:], p[:i]); sum(domain, p) == sum(domain, moved) && !slices.EqualFunc(p, moved, part.equals) {
				t.Fatalf("the order does not count: %+v", p)
			}
		}
	})
}
