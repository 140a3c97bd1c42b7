package strictjson

import (
	"bytes"
	"unicode/utf8"

	"usher/pkg/fault"
)

const (
	bom = "\xef\xbb\xbf"

	defaultBytes = 1 << 20 // SPEC 18
	defaultDepth = 64
	deepest      = 1000 // the scanner's own bound, whatever an Options asks for
)

// Options says how to read a document. The zero value is the strictest reading:
// no comments, no null, 1 MiB, 64 levels.
type Options struct {
	File      string // as shown in problems; "" for standard input
	Rules     string // prefix of rule ids: "hooks" gives "hooks/duplicate-key"
	MaxBytes  int    // 0: 1 MiB
	MaxDepth  int    // 0: 64 levels of lists and objects; at most 1000
	MaxValues int    // 0: as many as fit; keys are not counted
	Comments  bool   // accept // and /* */ and trailing commas, for files that people write
	AllowNull bool   // accept null, for the arguments of a call
}

// Decode reads one whole document (SPEC F1, F2, Q1). A BOM and CR LF are
// accepted.
//
// A fault of the whole file (UTF-16, bytes that are not UTF-8, half a surrogate
// pair, too large, too deep, wrong syntax, a key given twice, something after
// the end, nothing at all) gives a nil Value. The problems then hold every such
// fault with its line and column, in file order; after wrong syntax that hides
// the structure nothing more is looked for. Beyond 100 problems the rest is
// counted.
//
// A null where AllowNull is off is a problem too, but the Value is given all the
// same, so that one bad entry costs only itself (SPEC F3): see Nulls.
//
// Rule ids are Rules and one of /syntax /duplicate-key /utf16 /utf8
// /lone-surrogate /too-large /too-deep /too-many /trailing /empty /null. Entry
// is the path in the document, such as "servers[2].args[0]". No message holds a
// value.
func Decode(data []byte, o Options) (*Value, []fault.Problem) {
	s := newScanner(o)
	from, usable := 0, false
	if limit := orDefault(o.MaxBytes, defaultBytes); len(data) > limit {
		s.note(-1, "too-large", s.subject+" is larger than "+size(limit), "")
	} else if what := wideText(data); what != "" {
		s.note(0, "utf16", s.subject+" is "+what+" and must be UTF-8", "save it again as UTF-8")
	} else {
		s.src = string(bytes.TrimPrefix(data, []byte(bom)))
		s.soundText()
		from, usable = s.document()
	}
	problems := s.problems(s.src, o)
	if !usable || s.fatal {
		return nil, problems
	}
	v := &Value{doc: &document{src: s.src, text: s.src}, start: from, end: s.end, kind: kindOf(s.src[from])}
	if s.blanked != nil {
		v.doc.text = string(s.blanked)
	}
	t := fromStart()
	v.place = t.at(s.src, from)
	return v, problems
}

func newScanner(o Options) scanner {
	s := scanner{comments: o.Comments, allowNull: o.AllowNull, maxDepth: min(orDefault(o.MaxDepth, defaultDepth), deepest), most: o.MaxValues}
	s.open, s.keys = make([]step, 0, 4), make([]keyPlace, 0, 9) // room for a usual file, of one size
	s.subject = "the file"
	if o.File == "" {
		s.subject = "the input"
	}
	return s
}

func orDefault(given, otherwise int) int {
	if given <= 0 {
		return otherwise
	}
	return given
}

// wideText names an encoding of two or four bytes a character, known by its mark
// or by the zero bytes that ASCII has in it; "" for anything else.
func wideText(data []byte) string {
	head := data[:min(len(data), 4)]
	has := func(prefix string) bool { return bytes.HasPrefix(head, []byte(prefix)) }
	switch {
	case has("\xff\xfe\x00\x00"), has("\x00\x00\xfe\xff"):
		return "UTF-32"
	case has("\xff\xfe"), has("\xfe\xff"):
		return "UTF-16"
	case len(head) >= 2 && (head[0] == 0) != (head[1] == 0):
		return "UTF-16"
	}
	return ""
}

// soundText notes every run of bytes that is not UTF-8 (SPEC Q1).
func (s *scanner) soundText() {
	if utf8.ValidString(s.src) {
		return
	}
	for i, broken := 0, false; i < len(s.src); {
		r, w := utf8.DecodeRuneInString(s.src[i:])
		bad := r == utf8.RuneError && w == 1
		if bad && !broken && !s.overfull() {
			s.note(i, "utf8", "byte 0x"+hex(s.src[i])+" is not UTF-8", "save "+s.subject+" as UTF-8")
		}
		broken = bad
		i += w
	}
}
