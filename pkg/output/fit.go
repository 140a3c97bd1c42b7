package output

import (
	"unicode/utf8"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

const (
	ellipsis = "…"
	// runesPerColumn bounds marks stacked on one character: they have no width
	// of their own and would spill over the lines above and below.
	runesPerColumn = 4
)

// naturalWidths is what each column would like, in terminal columns.
func naturalWidths(rows [][]string) []int {
	if len(rows) == 0 {
		return nil
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], twwidth.Width(cell))
		}
	}
	return widths
}

// share divides total among the columns and the gaps between them: narrow
// columns keep what they need and the wide ones give way equally. No column
// falls below the width of an ellipsis, so a terminal narrower than that many
// columns is overrun.
func share(want []int, total int) []int {
	room := total - len(gap)*(len(want)-1)
	got := make([]int, len(want))
	open := len(want)
	for open > 0 {
		each := max(room/open, twwidth.Width(ellipsis))
		settled := false
		for i, w := range want {
			if got[i] == 0 && w <= each {
				got[i] = max(w, 1)
				room -= w
				open--
				settled = true
			}
		}
		if !settled {
			spread(want, got, room, each, open)
			return got
		}
	}
	return got
}

// spread gives every unsettled column the same, and what is left to the first ones.
func spread(want, got []int, room, each, open int) {
	left := max(room-each*open, 0)
	for i := range want {
		if got[i] == 0 {
			got[i] = each
			if left > 0 {
				got[i]++
				left--
			}
		}
	}
}

// cut shortens a cleaned cell to width columns, the ellipsis included, and says
// whether it had to.
func cut(s string, width int) (string, bool) {
	if twwidth.Width(s) <= width && utf8.RuneCountInString(s) <= runesPerColumn*width {
		return s, false
	}
	room, used, runes := width-twwidth.Width(ellipsis), 0, 0
	for i, r := range s {
		used += twwidth.Width(string(r))
		runes++
		if used > room || runes > runesPerColumn*width {
			return s[:i] + ellipsis, true
		}
	}
	return s + ellipsis, true
}
