//go:build linux

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	code, err := run(os.Args[1:], os.Stdout)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "hooks: error:", err)
	}
	os.Exit(code)
}

// plan is what to start, and how often.
type plan struct {
	usher   string // usher-run stands beside it
	dir     string // where hooks run
	env     []string
	rounds  int // ratios are taken per round; the middle one counts
	each    int // calls of each program in a round
	strict  bool
	program []program
}

// program is a hook: its name in the table, and its path.
type program struct{ name, path string }

// limit is the goal of every hook but the first, which also starts the reaper.
const limit = 1.3

// run gives the exit status: 1 when something could not be measured, 3 when
// -strict is set and a goal was missed.
func run(args []string, out io.Writer) (int, error) {
	p, err := readPlan(args)
	if err != nil {
		return 1, err
	}
	fmt.Fprintf(out, "%-58s %6s %13s %6s\n", "one hook against fork and exec, on the clock", "is", "(least-most)", "goal")
	missed := 0
	for _, pr := range p.program {
		rounds, err := measure(p, pr)
		if err != nil {
			return 1, err
		}
		for _, k := range [...]int{1, 2, calls} {
			missed += report(out, fmt.Sprintf("%s, hook %d of a call", pr.name, k), ratios(rounds, k-1), k > 1)
		}
	}
	if missed > 0 {
		fmt.Fprintf(out, "\n%d of the goals missed\n", missed)
		if p.strict {
			return 3, nil
		}
	}
	return 0, nil
}

// report prints the middle ratio with the least and the greatest beside it, and
// gives 1 for a goal that was missed.
func report(out io.Writer, label string, all []float64, goal bool) (missed int) {
	is, against, verdict := all[len(all)/2], "", ""
	if goal {
		against, verdict = fmt.Sprintf("%.2f", limit), "met"
		if is > limit {
			verdict, missed = "MISSED", 1
		}
	}
	fmt.Fprintf(out, "%-58s %6.2f %13s %6s %s\n", label, is, fmt.Sprintf("(%.2f-%.2f)", all[0], all[len(all)-1]), against, verdict)
	return missed
}

func readPlan(args []string) (plan, error) {
	var p plan
	fs := flag.NewFlagSet("hooks", flag.ContinueOnError)
	fs.StringVar(&p.usher, "usher", "bin/usher", "the `program` usher-run stands beside")
	fs.StringVar(&p.dir, "dir", "/", "working `directory`")
	fs.IntVar(&p.rounds, "rounds", 7, "rounds")
	fs.IntVar(&p.each, "each", 40, "calls of each program in a round")
	fs.BoolVar(&p.strict, "strict", false, "end with 3 when a goal is missed")
	fs.Func("env", "`NAME=VALUE` for every hook; it gets no other environment", func(s string) error {
		p.env = append(p.env, s)
		return nil
	})
	if err := fs.Parse(args); err != nil {
		return p, err
	}
	for _, arg := range fs.Args() {
		name, path, _ := strings.Cut(arg, "=")
		if !filepath.IsAbs(path) {
			return p, fmt.Errorf("%q is not name=/program", arg)
		}
		p.program = append(p.program, program{name, path})
	}
	if len(p.program) == 0 || p.rounds < 1 || p.each < 1 {
		return p, errors.New("there is nothing to start")
	}
	return p, nil
}

// ratios are those of the k-th hook, from each round's medians, in order.
func ratios(rounds []round, k int) []float64 {
	var all []float64
	for _, r := range rounds {
		all = append(all, median(r.hook[k])/median(r.bare))
	}
	slices.Sort(all)
	return all
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
