package gate_test

import (
	"bufio"
	"compress/gzip"
	"os"
	"strings"
	"testing"

	"usher/pkg/gate"
	"usher/pkg/names"
)

// row is one line of testdata/decisions.tsv.gz: 77 760 combinations of what a
// person saved, what changed since, two hooks, a folder's guards and the way a
// call came in, each with the decision that the two products usher comes from
// would give. The file holds data only; what it means for usher stands here.
type row struct {
	base, fresh, hook1, hook2, guards, folder, own, surface, decision string
}

func (r row) key() string {
	return strings.Join([]string{r.base, r.fresh, r.hook1, r.hook2, r.guards, r.folder, r.own, r.surface}, " ")
}

// facts maps a row:
//
//   - base: a mark "changes" is an explicit ask, "readonly" an allow that says
//     so too (SPEC M2); "none" is unset.
//   - fresh: another launch is newly approved, so older marks are void and only
//     a deny stays (SPEC A6); another tool definition puts a mark to sleep
//     (SPEC M4); a new tool under a star is not covered by an allow, and is by
//     an ask or a deny (SPEC M2).
//   - folder: guards that were trusted and are changed, unreadable or gone are
//     lost (SPEC G2); a folder nobody trusts (any more) has none to lose.
//   - own: hooks that cannot be read, and a dropped entry, block (SPEC H13).
//   - surface: headless has nobody to ask; "gateway" is a call of source meta,
//     which has neither (SPEC M6).
func (r row) facts(t *testing.T) gate.Facts {
	t.Helper()
	f := gate.Facts{
		Caller: gate.Native, Target: gate.ServerTool, State: gate.Ready,
		Tool: names.NewTool("acme", "lookup"), AllowHint: "usher grant set acme lookup --allow",
	}
	f.Grant, f.ReadOnly = r.grant(t)
	switch r.fresh {
	case "same":
	case "spec-changed":
		f.ReadOnly = false
		if f.Grant != gate.GrantDeny {
			f.Grant = gate.GrantUnset
		}
	case "tool-changed":
		f.Asleep = true
	case "tool-new-under-star":
		f.ReadOnly = false
		if f.Grant == gate.GrantAllow {
			f.Grant = gate.GrantUnset
		}
	default:
		t.Fatalf("fresh %q is not known", r.fresh)
	}
	if r.guards == "1" && (r.folder == "changed" || r.folder == "unreadable" || r.folder == "none") {
		f.LostGuard = []gate.Reason{{By: "folder", Says: "its guards are " + r.folder}}
	}
	switch r.own {
	case "ok":
	case "hooks-unreadable", "hooks-entry-dropped":
		f.Blocks = []gate.Reason{{By: "file hooks.json", Says: r.own}}
	default:
		t.Fatalf("own_hooks %q is not known", r.own)
	}
	switch r.surface {
	case "terminal":
		f.CanAsk = true
	case "headless", "gateway":
	default:
		t.Fatalf("surface %q is not known", r.surface)
	}
	return f
}

func (r row) grant(t *testing.T) (gate.Grant, bool) {
	t.Helper()
	switch r.base {
	case "none":
		return gate.GrantUnset, false
	case "ask", "changes":
		return gate.GrantAsk, false
	case "readonly":
		return gate.GrantAllow, true
	case "allow":
		return gate.GrantAllow, false
	case "deny":
		return gate.GrantDeny, false
	}
	t.Fatalf("base %q is not known", r.base)
	return gate.GrantDeny, false
}

// opinions are what the room of hooks makes of two endings (SPEC H6): 0 and no
// hook say nothing, 3 asks, every other ending refuses.
func (r row) opinions(t *testing.T) []gate.Opinion {
	t.Helper()
	var said []gate.Opinion
	for _, h := range []string{r.hook1, r.hook2} {
		switch h {
		case "-", "0":
		case "2", "1", "timeout":
			said = append(said, gate.Refuse(gate.Reason{By: "hook a", Says: "ended with " + h}))
		case "3":
			said = append(said, gate.AskFirst(gate.Reason{By: "hook a", Says: "ask first"}))
		default:
			t.Fatalf("hook %q is not known", h)
		}
	}
	return said
}

// guardsGone are the rows where SPEC is stricter than the table: the folder had
// guards and its definitions are gone. The table lets the mark stand; SPEC calls
// that changed, so the call is at least ask, and deny where nobody can be asked
// (SPEC G2).
var guardsGone = [...]string{
	"readonly same - - 1 none ok terminal", "readonly same - - 1 none ok headless", "readonly same - - 1 none ok gateway",
	"readonly same - 0 1 none ok terminal", "readonly same - 0 1 none ok headless", "readonly same - 0 1 none ok gateway",
	"readonly same 0 - 1 none ok terminal", "readonly same 0 - 1 none ok headless", "readonly same 0 - 1 none ok gateway",
	"readonly same 0 0 1 none ok terminal", "readonly same 0 0 1 none ok headless", "readonly same 0 0 1 none ok gateway",
	"allow same - - 1 none ok terminal", "allow same - - 1 none ok headless", "allow same - - 1 none ok gateway",
	"allow same - 0 1 none ok terminal", "allow same - 0 1 none ok headless", "allow same - 0 1 none ok gateway",
	"allow same 0 - 1 none ok terminal", "allow same 0 - 1 none ok headless", "allow same 0 - 1 none ok gateway",
	"allow same 0 0 1 none ok terminal", "allow same 0 0 1 none ok headless", "allow same 0 0 1 none ok gateway",
}

// SPEC G1 to G4, H6, H13, A6, M2, M4: the gate that run-gate uses, on every row,
// and call and serve give the same for a defined server's tool.
func TestEveryRowOfTheReferenceTable(t *testing.T) {
	stricter := make(map[string]bool, len(guardsGone))
	for _, k := range guardsGone {
		stricter[k] = true
	}
	rows := reference(t)
	if len(rows) != 77760 {
		t.Fatalf("the table has 77760 rows, got %d", len(rows))
	}
	if len(stricter) != 24 {
		t.Fatalf("24 rows differ, %d are listed", len(stricter))
	}
	differ := 0
	for _, r := range rows {
		f, said := r.facts(t), r.opinions(t)
		want := r.decision
		if stricter[r.key()] {
			differ++
			if r.decision != "allow" {
				t.Errorf("%s: listed as looser in the table, which says %s", r.key(), r.decision)
			}
			want = map[string]string{"terminal": "ask", "headless": "deny", "gateway": "deny"}[r.surface]
		}
		for _, c := range []gate.Caller{gate.Native, gate.Command, gate.Gateway} {
			f.Caller = c
			d := gate.Decide(f, said)
			if d.Verdict.String() != want || d.Silent || len(d.Reasons) == 0 {
				t.Errorf("caller %d, %s: want %s, got %+v", c, r.key(), want, d)
			}
		}
	}
	if differ != len(guardsGone) {
		t.Errorf("%d of the %d listed rows stand in the table", differ, len(guardsGone))
	}
}

func reference(t *testing.T) []row {
	t.Helper()
	file, err := os.Open("testdata/decisions.tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	lines := bufio.NewScanner(z)
	for lines.Scan() {
		c := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(c[0], "#") {
			continue
		}
		if len(c) != 9 {
			t.Fatalf("row %d has %d columns", len(rows)+1, len(c))
		}
		rows = append(rows, row{c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8]})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}
