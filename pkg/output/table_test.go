package output

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// The widths of a few characters depend on the locale; the tests fix it.
func TestMain(m *testing.M) {
	twwidth.SetEastAsian(false)
	os.Exit(m.Run())
}

// table is the plainest view: one table, and its headers as JSON.
type table struct {
	headers []string
	rows    [][]string
}

func (v table) Text(p *Printer) { p.Table(v.headers, v.rows) }
func (v table) JSON() any       { return v.headers }

func printed(t *testing.T, v View, width int, color bool) string {
	t.Helper()
	var out bytes.Buffer
	if err := Print(&out, v, Text, width, color); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func servers() table {
	return table{
		[]string{"ID", "LAYER", "STATUS", "some_field-name", "RUNS"},
		[][]string{
			{"acme", "yours", "needs approval", "3", "/usr/bin/node /home/me/tools/acme/server.js --verbose --root /srv/data"},
			{"lab", "machine", "ready", "12", "https://lab.example/mcp"},
			{"日本語サーバ", "project", "dropped", "", "npx"},
			{"combining-é", "yours", "ready"},
		},
	}
}

func TestTableIsAsWideAsTheTerminal_Z1(t *testing.T) {
	for _, width := range []int{12, 20, 40, 60, 80, 100, 120, 200} {
		out := printed(t, servers(), width, false)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		body := lines[:5]
		for _, l := range body {
			if w := twwidth.Width(l); w > max(width, 5+4*len(gap)) {
				t.Errorf("width %d: line has %d columns: %q", width, w, l)
			}
			if strings.TrimRight(l, " ") != l {
				t.Errorf("width %d: trailing blanks: %q", width, l)
			}
		}
	}
}

func TestCutCellsAreNeverSilent_F4(t *testing.T) {
	for _, width := range []int{0, 12, 40, 80, 200} {
		out := printed(t, servers(), width, false)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		whole := strings.Contains(out, "--root /srv/data")
		said := strings.Contains(lines[len(lines)-1], "-o json shows it whole")
		if whole == said {
			t.Errorf("width %d: whole %v, last line says cut %v:\n%s", width, whole, said, out)
		}
		if !whole && !strings.Contains(strings.Join(lines[:5], "\n"), ellipsis) {
			t.Errorf("width %d: a cut cell has no ellipsis:\n%s", width, out)
		}
	}
}

func TestPipedTableIsNeverCut_Z1(t *testing.T) {
	long := strings.Repeat("x", 5000)
	if out := printed(t, table{[]string{"A", "B"}, [][]string{{long, "end"}}}, 0, false); !strings.Contains(out, long+"  end\n") {
		t.Errorf("piped table lost part of a cell")
	}
}

func TestNarrowColumnsKeepWhatTheyNeed(t *testing.T) {
	for _, c := range []struct {
		want  []int
		total int
		got   []int
	}{
		{[]int{4, 4}, 80, []int{4, 4}},
		{[]int{4, 100}, 30, []int{4, 24}},
		{[]int{100, 4, 100}, 45, []int{19, 4, 18}},
		{[]int{100, 100}, 1, []int{1, 1}},
		{[]int{10}, 5, []int{5}},
		{[]int{0, 3}, 10, []int{1, 3}},
	} {
		if got := share(c.want, c.total); fmt.Sprint(got) != fmt.Sprint(c.got) {
			t.Errorf("share(%v, %d) = %v, want %v", c.want, c.total, got, c.got)
		}
	}
}

func TestCutCountsColumnsNotBytes(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		out   string
		was   bool
	}{
		{"short", 5, "short", false},
		{"longer", 5, "long…", true},
		{"日本語", 6, "日本語", false},
		{"日本語", 5, "日本…", true},
		{"日本語", 4, "日…", true},
		{"e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301", false},
		{"e\u0301e\u0301e\u0301x", 3, "e\u0301e\u0301…", true},
		{"x", 1, "x", false},
		{"xy", 1, "…", true},
		{"", 1, "", false},
		{"a" + strings.Repeat("\u0301", 1000), 2, "a" + strings.Repeat("\u0301", 7) + "…", true},
	} {
		if out, was := cut(c.in, c.width); out != c.out || was != c.was {
			t.Errorf("cut(%q, %d) = %q, %v; want %q, %v", c.in, c.width, out, was, c.out, c.was)
		}
	}
}

func TestCellsAndHeadersAppearAsGiven(t *testing.T) {
	v := table{[]string{"some_field-name", "URLPath"}, [][]string{{"  two  blanks", "100%d %s"}, {"", "x"}, {}}}
	want := "some_field-name  URLPath\n  two  blanks    100%d %s\n                 x\n\n"
	if got := printed(t, v, 0, false); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestTableWithoutRowsShowsItsHeaders(t *testing.T) {
	if got := printed(t, table{[]string{"A", "B"}, nil}, 0, false); got != "A  B\n" {
		t.Errorf("got %q", got)
	}
	if got := printed(t, table{}, 0, false); got != "" {
		t.Errorf("an empty table printed %q", got)
	}
	if got := printed(t, table{nil, [][]string{{"a", "b"}}}, 0, true); got != "a  b\n" {
		t.Errorf("without headers: got %q", got)
	}
}

func TestTableOfAThousandRowsKeepsThem(t *testing.T) {
	rows := make([][]string, 1000)
	for i := range rows {
		rows[i] = []string{fmt.Sprint(i), "tool"}
	}
	if n := strings.Count(printed(t, table{[]string{"N", "T"}, rows}, 80, false), "\n"); n != 1001 {
		t.Errorf("got %d lines", n)
	}
}

// In a Chinese or Japanese terminal the ellipsis itself takes two columns.
func TestTableFitsAnEastAsianTerminal_Z1(t *testing.T) {
	twwidth.SetEastAsian(true)
	t.Cleanup(func() { twwidth.SetEastAsian(false) })
	out := printed(t, servers(), 50, false)
	lines := strings.Split(out, "\n")
	for _, l := range lines[:5] {
		if w := twwidth.Width(l); w > 50 {
			t.Errorf("line has %d columns: %q", w, l)
		}
	}
}
