//go:build linux

package main

import (
	"fmt"
	"io"
	"slices"
)

// table prints what one start of each command costs.
func table(out io.Writer, p plan, f figures) {
	fmt.Fprintf(out, "%-34s %9s %9s %9s %9s %8s %8s\n",
		"one start, in us", "wall p10", "wall p50", "cpu p10", "cpu p50", "faults", "max KiB")
	for _, c := range p.commands {
		all := slices.Concat(f[c.name]...)
		at := func(metric string, q float64) float64 {
			take, _ := pick(metric)
			return quantile(all, take, q)
		}
		rss := quantile(all, func(s sample) float64 { return s.rss }, 0.5)
		fmt.Fprintf(out, "%-34s %9.0f %9.0f %9.0f %9.0f %8.0f %8.0f\n", c.name,
			at("wall", 0.1)/1e3, at("wall", 0.5)/1e3, at("cpu", 0.1)/1e3, at("cpu", 0.5)/1e3, at("faults", 0.5), rss)
	}
}

// goals prints the ratios, and how many of their limits were not kept. A ratio
// is the middle one of its rounds; the least and the greatest stand beside it.
func goals(out io.Writer, p plan, f figures) (missed int) {
	if len(p.ratios) > 0 {
		fmt.Fprintf(out, "\n%-58s %-7s %6s %13s %6s\n", "ratio", "of", "is", "(least-most)", "goal")
	}
	for _, r := range p.ratios {
		all := r.of(f, p.rounds)
		is := all[len(all)/2]
		goal, verdict := "", ""
		if r.limit > 0 {
			goal, verdict = fmt.Sprintf("%.2f", r.limit), "met"
			if is > r.limit {
				verdict = "MISSED"
				missed++
			}
		}
		fmt.Fprintf(out, "%-58s %-7s %6.2f %13s %6s %s\n", r.label, r.metric, is,
			fmt.Sprintf("(%.2f-%.2f)", all[0], all[len(all)-1]), goal, verdict)
	}
	if missed > 0 {
		fmt.Fprintf(out, "\n%d of the goals missed\n", missed)
	}
	return missed
}
