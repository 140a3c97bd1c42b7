//go:build linux

package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ratio is one comparison: the sum of some commands over the sum of others.
type ratio struct {
	metric, label string
	over, under   []string
	limit         float64 // 0: only shown
}

// parseRatio reads "cpu the gate: gate / empty + hook <= 1.4".
func parseRatio(text string) (ratio, error) {
	bad := fmt.Errorf("%q is not 'METRIC LABEL: name / name <= limit'", text)
	head, rest, ok := strings.Cut(text, ":")
	var r ratio
	r.metric, r.label, _ = strings.Cut(head, " ")
	if _, known := pick(r.metric); !ok || !known {
		return r, bad
	}
	rest, limit, limited := strings.Cut(rest, "<=")
	over, under, ok := strings.Cut(rest, "/")
	if !ok {
		return r, bad
	}
	r.over, r.under = sum(over), sum(under)
	if limited {
		var err error
		if r.limit, err = strconv.ParseFloat(strings.TrimSpace(limit), 64); err != nil || r.limit <= 0 {
			return r, bad
		}
	}
	return r, nil
}

func sum(text string) []string {
	var names []string
	for _, n := range strings.Split(text, "+") {
		names = append(names, strings.TrimSpace(n))
	}
	return names
}

// known reports a ratio of a command that is not started.
func (p plan) known() error {
	for _, r := range p.ratios {
		for _, n := range append(slices.Clone(r.over), r.under...) {
			if !slices.ContainsFunc(p.commands, func(c command) bool { return c.name == n }) {
				return errors.New("a ratio names " + n + ", which is not started")
			}
		}
	}
	return nil
}

// pick is how a metric is read from a sample.
func pick(metric string) (func(sample) float64, bool) {
	switch metric {
	case "wall":
		return func(s sample) float64 { return s.wall }, true
	case "cpu":
		return func(s sample) float64 { return s.cpu }, true
	case "faults":
		return func(s sample) float64 { return s.faults }, true
	}
	return nil, false
}

// of takes a ratio in every round, each from the round's medians.
func (r ratio) of(f figures, rounds int) []float64 {
	take, _ := pick(r.metric)
	var all []float64
	for i := range rounds {
		total := func(names []string) (t float64) {
			for _, n := range names {
				t += quantile(f[n][i], take, 0.5)
			}
			return t
		}
		all = append(all, total(r.over)/total(r.under))
	}
	slices.Sort(all)
	return all
}

// quantile is the value below which the share q of the samples lies.
func quantile(samples []sample, take func(sample) float64, q float64) float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = take(s)
	}
	slices.Sort(values)
	return values[int(q*float64(len(values)-1)+0.5)]
}
