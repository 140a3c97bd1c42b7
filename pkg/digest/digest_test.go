package digest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"usher/pkg/digest"
)

// SPEC Q3, 20: the form is fixed for good, or every decision a person made is
// void. These two were worked out by hand from the framing: a kind, the length
// in eight bytes, the bytes.
func TestFormIsPinned(t *testing.T) {
	frames := "D\x00\x00\x00\x00\x00\x00\x00\x0eusher/launch/1" +
		"N\x00\x00\x00\x00\x00\x00\x00\x07command" + "V\x00\x00\x00\x00\x00\x00\x00\x07python3" +
		"N\x00\x00\x00\x00\x00\x00\x00\x03cwd" + "A\x00\x00\x00\x00\x00\x00\x00\x00" +
		"N\x00\x00\x00\x00\x00\x00\x00\x04args" + "L\x00\x00\x00\x00\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x02" +
		"V\x00\x00\x00\x00\x00\x00\x00\x02-m" + "V\x00\x00\x00\x00\x00\x00\x00\x00"
	sum := sha256.Sum256([]byte(frames))
	want := digest.Digest("sha256:" + hex.EncodeToString(sum[:]))
	got := digest.New("usher/launch/1").Text("command", "python3").Absent("cwd").List("args", []string{"-m", ""}).Sum()
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	one := digest.Of("usher/tool/1", []byte("x"))
	if one != digest.New("usher/tool/1").Field("bytes", []byte("x")).Sum() || one == digest.Of("usher/folder/1", []byte("x")) {
		t.Error("Of is not one field under its domain")
	}
}

// SPEC Q3: how much is hashed at a time has no say: fields of every length, next
// to each other, are framed as one long run of bytes.
func TestLengthsDoNotChangeTheForm(t *testing.T) {
	var frames []byte
	add := func(kind byte, data []byte) {
		frames = append(frames, kind)
		frames = binary.BigEndian.AppendUint64(frames, uint64(len(data)))
		frames = append(frames, data...)
	}
	add('D', []byte("usher/test/1"))
	b := digest.New("usher/test/1")
	for n := range 400 {
		value := bytes.Repeat([]byte{byte(n)}, n*7%2500)
		add('N', []byte("f"))
		add('V', value)
		b.Field("f", value)
		if sum := sha256.Sum256(frames); n%31 < 2 && string(b.Sum()) != "sha256:"+hex.EncodeToString(sum[:]) {
			t.Fatalf("after %d fields: %s", n+1, b.Sum())
		}
	}
}

// SPEC Q3: what a careless hash would mix up.
func TestNeighboursDiffer(t *testing.T) {
	n := func() *digest.Builder { return digest.New("usher/test/1") }
	all := map[digest.Digest]string{}
	for name, b := range map[string]*digest.Builder{
		"nothing":                 n(),
		"another domain":          digest.New("usher/test/11"),
		"a domain's end as field": digest.New("usher/test/").Text("1", ""),
		"absent":                  n().Absent("a"),
		"empty":                   n().Text("a", ""),
		"another absent":          n().Absent("b"),
		"a=bc":                    n().Text("a", "bc"),
		"ab=c":                    n().Text("ab", "c"),
		"a=b c=":                  n().Text("a", "b").Text("c", ""),
		"a=b then absent c":       n().Text("a", "b").Absent("c"),
		"order":                   n().Text("c", "").Text("a", "b"),
		"empty list":              n().List("a", nil),
		"list of one empty":       n().List("a", []string{""}),
		"list of two empty":       n().List("a", []string{"", ""}),
		"list x y":                n().List("a", []string{"x", "y"}),
		"list y x":                n().List("a", []string{"y", "x"}),
		"list xy":                 n().List("a", []string{"xy"}),
		"list x, list y":          n().List("a", []string{"x"}).List("a", []string{"y"}),
		"list x, field y":         n().List("a", []string{"x"}).Text("a", "y"),
		"field like a list":       n().Text("a", "x"),
		"framing as value":        n().Text("a", "V\x00\x00\x00\x00\x00\x00\x00\x01x"),
		"framing as name":         n().Text("aV\x00\x00\x00\x00\x00\x00\x00\x01x", ""),
		"a NUL":                   n().Text("a", "\x00"),
		"two NULs":                n().Text("a", "\x00\x00"),
		"twice":                   n().Text("a", "x").Text("a", "x"),
	} {
		d := b.Sum()
		if other, taken := all[d]; taken {
			t.Errorf("%q and %q are one digest", name, other)
		}
		if !d.Valid() {
			t.Errorf("%q: %q is no digest", name, d)
		}
		all[d] = name
	}
	if n().Field("a", nil).Sum() != n().Field("a", []byte{}).Sum() {
		t.Error("nil and empty bytes differ")
	}
}

// SPEC Q3, A4: the text form, exactly; the zero value is no digest.
func TestParse(t *testing.T) {
	good := "sha256:" + strings.Repeat("0a", 32)
	if d, err := digest.Parse(good); err != nil || string(d) != good || !d.Valid() {
		t.Errorf("%q: %q, %v", good, d, err)
	}
	for _, s := range []string{
		"", "sha256:", strings.Repeat("0a", 32), "sha256:" + strings.Repeat("0A", 32), "SHA256:" + strings.Repeat("0a", 32),
		good[:70], good + "0", good + "\n", " " + good, "sha256:" + strings.Repeat("0g", 32), "sha512:" + strings.Repeat("0a", 32),
		"sha256:" + strings.Repeat("é", 32), "sha256:sha256:" + strings.Repeat("0a", 32)[14:], "sha256:" + strings.Repeat("\x00", 64),
	} {
		if d, err := digest.Parse(s); err == nil || d != "" || digest.Digest(s).Valid() {
			t.Errorf("%q is taken", s)
		}
	}
}

// SPEC Q3: a sum is taken of what was added so far, as often as wanted.
func TestSumDoesNotDisturb(t *testing.T) {
	b := digest.New("usher/test/1").Text("a", "1")
	first := b.Sum()
	if b.Sum() != first || b.Text("b", "2").Sum() == first {
		t.Error("a sum changes the builder, or a field after it does not")
	}
	if b.Sum() != digest.New("usher/test/1").Text("a", "1").Text("b", "2").Sum() {
		t.Error("a sum in between changes the end")
	}
}
