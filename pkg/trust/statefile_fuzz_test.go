package trust

import (
	"reflect"
	"testing"
	"time"

	"usher/pkg/digest"
	"usher/pkg/names"
)

// Whatever a state file holds: it is refused, or read and written again as the
// same thing (SPEC Q10).
func FuzzStateFiles(f *testing.F) {
	var l Ledger
	var a Allowances
	k := key("launch")
	l.Approve(k)
	l.SetMark(k, "x", MarkChange{Decision: text(Deny)})
	whole := Folder{Path: "/p", Absent: []string{"b"}, Uncovered: []Uncovered{{"c", "is a link"}}}
	whole.Files = []File{newFile("a", []byte("\x00\xff"))}
	whole.Files[0].Part, whole.Files[0].Definition = PartPrompt, true
	whole.seal()
	must(f, l.TrustFolder(whole, true, false))
	must(f, l.AcceptHooks(OwnHooks("hooks.json", Entry{})))
	must(f, l.AcceptHooks(HooksKey{Layer: Project, Folder: "/p", File: ".usher/hooks.json", Digest: digest.Of("x", nil)}))
	must(f, a.Allow("c", names.NewTool("acme", "x"), digest.Of("x", nil), time.Unix(1_800_000_000, 0)))
	for _, seed := range [][]byte{l.encode(), a.encode(), encodeCopy(whole)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if l, err := parseLedger("/s/l", data); err == nil {
			again, err := parseLedger("/s/l", l.encode())
			if err != nil || !reflect.DeepEqual(again, l) {
				t.Errorf("ledger %+v, again %+v, %v", l, again, err)
			}
		}
		if a, err := parseAllowances("/s/a", data); err == nil {
			again, err := parseAllowances("/s/a", a.encode())
			if err != nil || len(again.list) != len(a.list) {
				t.Errorf("allowances %+v, again %+v, %v", a, again, err)
			}
		}
		if c, err := parseCopy("/s/c", data); err == nil {
			again, err := parseCopy("/s/c", encodeCopy(c))
			if err != nil || again.Digest != c.Digest || again.Definitions != c.Definitions {
				t.Errorf("copy %+v, again %+v, %v", c, again, err)
			}
		}
	})
}
