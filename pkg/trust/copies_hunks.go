package trust

import (
	"sort"
	"strconv"
	"strings"
)

// context3 is how many unchanged lines stand around a change.
const context3 = 3

// noNewline marks a last line without its end.
const noNewline = "\n\\ no newline at the end of the file\n"

// edit is one line of a difference: ' ', '-' or '+' and the line with its end.
type edit struct {
	op   byte
	line string
}

// unified are the hunks of a difference, without the two names. Lines that
// stand once in both texts hold them together (patience), so the time is that of
// sorting, whatever the texts.
func unified(old, now []byte) string {
	edits := compare(lines(old), lines(now))
	var b strings.Builder
	x, y, done := 1, 1, 0 // line numbers at edits[done]
	for i := 0; i < len(edits); i++ {
		if edits[i].op == ' ' {
			continue
		}
		from := max(done, i-context3)
		to, quiet := i+1, 0
		for j := i + 1; j < len(edits) && quiet <= 2*context3; j++ {
			if quiet++; edits[j].op != ' ' {
				to, quiet = j+1, 0
			}
		}
		to = min(len(edits), to+context3)
		x, y = x+from-done, y+from-done
		dx, dy := hunk(&b, edits[from:to], x, y)
		x, y, done = x+dx, y+dy, to
		i = to - 1
	}
	return b.String()
}

// hunk writes one hunk that begins at these lines and gives how many lines of
// either text it spans.
func hunk(b *strings.Builder, edits []edit, x, y int) (dx, dy int) {
	for _, e := range edits {
		if e.op != '+' {
			dx++
		}
		if e.op != '-' {
			dy++
		}
	}
	b.WriteString("@@ -" + span(x, dx) + " +" + span(y, dy) + " @@\n")
	for _, e := range edits {
		b.WriteByte(e.op)
		b.WriteString(e.line)
	}
	return dx, dy
}

// span is the first line and the number of lines; of no lines, the line before.
func span(first, n int) string {
	if n == 0 {
		first--
	}
	return strconv.Itoa(first) + "," + strconv.Itoa(n)
}

func lines(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	out := strings.SplitAfter(string(data), "\n")
	if last := len(out) - 1; out[last] == "" {
		out = out[:last]
	} else {
		out[last] += noNewline
	}
	return out
}

// compare gives every line of both texts, in order.
func compare(x, y []string) []edit {
	var out []edit
	i, j := 0, 0
	upTo := func(ex, ey int) {
		for ; i < ex; i++ {
			out = append(out, edit{'-', x[i]})
		}
		for ; j < ey; j++ {
			out = append(out, edit{'+', y[j]})
		}
	}
	for _, a := range append(anchors(x, y), [2]int{len(x), len(y)}) {
		ax, ay := a[0], a[1]
		if ax < i || ay < j { // an earlier anchor has grown over it
			continue
		}
		for i < ax && j < ay && x[i] == y[j] {
			out, i, j = append(out, edit{' ', x[i]}), i+1, j+1
		}
		for ax > i && ay > j && x[ax-1] == y[ay-1] {
			ax, ay = ax-1, ay-1
		}
		upTo(ax, ay)
		for i < len(x) && j < len(y) && x[i] == y[j] {
			out, i, j = append(out, edit{' ', x[i]}), i+1, j+1
		}
	}
	return out
}

// anchors are the pairs of lines that stand once in each text and come in the
// same order in both: the longest such chain.
func anchors(x, y []string) [][2]int {
	type seen struct{ nx, ny, at int }
	count := make(map[string]seen, len(x))
	for i, l := range x {
		s := count[l]
		s.nx, s.at = s.nx+1, i
		count[l] = s
	}
	for _, l := range y {
		s := count[l]
		s.ny++
		count[l] = s
	}
	var pairs [][2]int // in y's order
	for j, l := range y {
		if s := count[l]; s.nx == 1 && s.ny == 1 {
			pairs = append(pairs, [2]int{s.at, j})
		}
	}
	var ends []int // ends[k]: the pair that ends the best chain of k+1
	before := make([]int, len(pairs))
	for p := range pairs {
		k := sort.Search(len(ends), func(k int) bool { return pairs[ends[k]][0] > pairs[p][0] })
		before[p] = -1
		if k > 0 {
			before[p] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, p)
		} else {
			ends[k] = p
		}
	}
	chain := make([][2]int, len(ends))
	if len(ends) > 0 {
		for k, p := len(ends)-1, ends[len(ends)-1]; k >= 0; k, p = k-1, before[p] {
			chain[k] = pairs[p]
		}
	}
	return chain
}
