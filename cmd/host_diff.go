package cmd

import (
	"strconv"
	"strings"

	"usher/pkg/clean"
)

const (
	diffContext  = 2         // lines beside a change
	diffCells    = 4_000_000 // more than this is not compared line by line
	diffMaxLine  = 400       // characters of a line that are shown
	diffMaxNew   = 8000      // of one that comes: usher's, in a file of one line behind all else
	diffMaxLines = 400       // lines that are shown of one file
)

// diffOf shows what a change does to a text, line by line: "-" goes, "+" comes, " "
// stays, "@" is the number of the first line of what follows.
func diffOf(before, after string) []string {
	a, b := linesOf(before), linesOf(after)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	ops := make([]string, 0, len(a)+len(b))
	for _, l := range a[:head] {
		ops = append(ops, " "+l)
	}
	ops = append(ops, middle(a[head:len(a)-tail], b[head:len(b)-tail])...)
	for _, l := range a[len(a)-tail:] {
		ops = append(ops, " "+l)
	}
	return hunks(ops)
}

func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// middle is the longest common subsequence of what differs, or all of it where that
// would take too long.
func middle(a, b []string) []string {
	var ops []string
	if len(a)*len(b) > diffCells {
		return append(signed("-", a), signed("+", b)...)
	}
	width := len(b) + 1
	common := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			ops = append(ops, " "+a[i])
			i, j = i+1, j+1
		case common[(i+1)*width+j] >= common[i*width+j+1]:
			ops = append(ops, "-"+a[i])
			i++
		default:
			ops = append(ops, "+"+b[j])
			j++
		}
	}
	return append(append(ops, signed("-", a[i:])...), signed("+", b[j:])...)
}

func signed(sign string, lines []string) []string {
	out := make([]string, 0, len(lines))
	for _, l := range lines {
		out = append(out, sign+l)
	}
	return out
}

// hunks keeps what changed and a few lines beside it.
func hunks(ops []string) []string {
	near := make([]bool, len(ops))
	for i, op := range ops {
		if op[0] != ' ' {
			for k := max(0, i-diffContext); k <= min(len(ops)-1, i+diffContext); k++ {
				near[k] = true
			}
		}
	}
	out, number := []string{}, 1
	for i, op := range ops {
		if near[i] && (i == 0 || !near[i-1]) {
			out = append(out, "@ line "+strconv.Itoa(number))
		}
		if near[i] {
			out = append(out, shortened(op))
		}
		if op[0] != '-' {
			number++
		}
	}
	if more := len(out) - diffMaxLines; more > 0 {
		out = append(out[:diffMaxLines:diffMaxLines], "@ "+strconv.Itoa(more)+" more lines, not shown")
	}
	return out
}

func shortened(line string) string {
	most := diffMaxLine
	if line[0] == '+' {
		most = diffMaxNew
	}
	short, cut := clean.Cut(line, most)
	if cut {
		return short + "…"
	}
	return short
}
