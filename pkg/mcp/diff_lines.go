package mcp

import "slices"

// diffLine is one line of a difference: ' ' stays, '-' went, '+' came.
type diffLine struct {
	mark byte
	text string
}

// maxCells bounds the work of one comparison; past it what stands between the
// equal beginnings and ends is shown as gone and come.
const maxCells = 4 << 20

// compare parts two texts into lines that stay, went and came.
func compare(old, now []string) []diffLine {
	from := 0
	for from < min(len(old), len(now)) && old[from] == now[from] {
		from++
	}
	to := 0
	for to < min(len(old), len(now))-from && old[len(old)-1-to] == now[len(now)-1-to] {
		to++
	}
	out := marked(' ', old[:from])
	out = append(out, common(old[from:len(old)-to], now[from:len(now)-to])...)
	return append(out, marked(' ', old[len(old)-to:])...)
}

func marked(mark byte, lines []string) []diffLine {
	out := make([]diffLine, len(lines))
	for i, s := range lines {
		out[i] = diffLine{mark, s}
	}
	return out
}

// common keeps the longest common subsequence of two texts.
func common(old, now []string) []diffLine {
	if len(old) == 0 || len(now) == 0 || len(old)*len(now) > maxCells {
		return slices.Concat(marked('-', old), marked('+', now))
	}
	width := len(now) + 1
	length := make([]int32, (len(old)+1)*width) // of the common rest from (i, j)
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(now) - 1; j >= 0; j-- {
			if old[i] == now[j] {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	var out []diffLine
	i, j := 0, 0
	for i < len(old) && j < len(now) {
		switch {
		case old[i] == now[j]:
			out = append(out, diffLine{' ', old[i]})
			i, j = i+1, j+1
		case length[(i+1)*width+j] >= length[i*width+j+1]:
			out = append(out, diffLine{'-', old[i]})
			i++
		default:
			out = append(out, diffLine{'+', now[j]})
			j++
		}
	}
	return slices.Concat(out, marked('-', old[i:]), marked('+', now[j:]))
}
