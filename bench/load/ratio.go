//go:build linux

package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// figures are one way's, one of each for every round.
type figures struct {
	p50, p99     []time.Duration
	rate         []float64
	before, rest int64 // KiB of memory, before the first call and after the last
}

// ratio is two ways beside each other, and what is hoped for.
type ratio struct {
	metric, label string
	of, less, to  string  // of, less another, over to
	limit         float64 // 0: none
	least         bool    // >=
}

func parseRatio(s string) (ratio, error) {
	metric, rest, _ := strings.Cut(s, " ")
	label, ways, ok := strings.Cut(rest, ": ")
	r := ratio{metric: metric, label: label}
	for _, sign := range []string{"<=", ">="} {
		if left, limit, has := strings.Cut(ways, sign); has {
			n, err := strconv.ParseFloat(strings.TrimSpace(limit), 64)
			if err != nil {
				return r, fmt.Errorf("%q is no limit", limit)
			}
			r.limit, r.least, ways = n, sign == ">=", left
		}
	}
	of, to, both := strings.Cut(ways, " / ")
	r.of, r.to = strings.TrimSpace(of), strings.TrimSpace(to)
	r.of, r.less, _ = strings.Cut(r.of, " - ")
	if !ok || !both || !slices.Contains([]string{"p50", "p99", "rate", "memory", "growth"}, metric) {
		return r, fmt.Errorf("%q is no ratio", s)
	}
	return r, nil
}

// values are a metric's, round by round.
func (f figures) values(metric string) []float64 {
	var out []float64
	switch metric {
	case "p50":
		for _, d := range f.p50 {
			out = append(out, float64(d))
		}
	case "p99":
		for _, d := range f.p99 {
			out = append(out, float64(d))
		}
	case "rate":
		out = f.rate
	case "memory":
		out = []float64{float64(f.before)}
	case "growth":
		out = []float64{float64(f.rest)}
	}
	return out
}

// report prints a table and its ratios, and gives how many goals were missed.
func report(out io.Writer, p plan, at int, all map[string]figures) int {
	fmt.Fprintf(out, "\n%d at a time, %d bytes, %d rounds of %d calls\n", at, p.size, p.rounds, p.calls)
	fmt.Fprintf(out, "  %-12s %10s %10s %12s %10s %10s\n", "", "p50 us", "p99 us", "calls/s", "KiB idle", "KiB after")
	for _, w := range p.ways {
		f := all[w.name]
		fmt.Fprintf(out, "  %-12s %10.1f %10.1f %12.0f %10d %10d\n", w.name, middle(f.values("p50"))/1e3, middle(f.values("p99"))/1e3, middle(f.rate), f.before, f.rest)
	}
	missed := 0
	for _, r := range p.ratios {
		a, b := all[r.of].values(r.metric), all[r.to].values(r.metric)
		if r.metric == "growth" {
			b = all[r.to].values("memory")
		}
		if len(a) == 0 || len(a) != len(b) {
			continue
		}
		less := all[r.less].values(r.metric)
		each := make([]float64, len(a))
		for i := range a {
			if each[i] = a[i] / b[i]; i < len(less) {
				each[i] = (a[i] - less[i]) / b[i]
			}
		}
		got, verdict := middle(each), ""
		if r.limit > 0 {
			verdict = "met"
			if r.least && got < r.limit || !r.least && got > r.limit {
				verdict = "missed"
				missed++
			}
			sign := "<="
			if r.least {
				sign = ">="
			}
			verdict = fmt.Sprintf("%s %.2f: %s", sign, r.limit, verdict)
		}
		fmt.Fprintf(out, "  %-6s %-50s %.2f (%.2f to %.2f) %s\n", r.metric, r.label+": "+strings.TrimSuffix(r.of+" - "+r.less, " - ")+" / "+r.to, got, slices.Min(each), slices.Max(each), verdict)
	}
	return missed
}

func middle(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(v))
	return s[len(s)/2]
}
