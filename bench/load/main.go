//go:build linux

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

func main() {
	code, err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "load: error:", err)
	}
	os.Exit(code)
}

// plan is what to call and how often.
type plan struct {
	ways   []way
	ratios []ratio
	at     []int // calls at a time
	calls  int   // of each way in a round
	rounds int
	size   int // bytes of the argument
	memory bool
	rest   time.Duration // before memory is measured
	first  bool
	strict bool
	serial *atomic.Int64 // the number of the last call
	told   io.Writer     // what the programs say besides
}

// way is one line of the table.
type way struct {
	name, tool string
	argv       []string // over its pipes
	url, token string   // or over HTTP
}

func run(args []string, out, told io.Writer) (int, error) {
	p, err := readPlan(args, told)
	if err != nil {
		return 1, err
	}
	missed := 0
	measure := measure
	if p.first {
		measure = firsts
	}
	for _, at := range p.at {
		figures, err := measure(p, at)
		if err != nil {
			return 1, err
		}
		missed += report(out, p, at, figures)
	}
	if missed > 0 && p.strict {
		return 3, nil
	}
	return 0, nil
}

func readPlan(args []string, told io.Writer) (plan, error) {
	p := plan{serial: new(atomic.Int64), told: told}
	at := "1"
	fs := flag.NewFlagSet("load", flag.ContinueOnError)
	fs.IntVar(&p.calls, "n", 2000, "calls of each way in a round")
	fs.IntVar(&p.rounds, "rounds", 5, "rounds")
	fs.IntVar(&p.size, "size", 16, "bytes of the argument")
	fs.StringVar(&at, "c", at, "calls at a time, more `NUMBERS` with commas")
	fs.BoolVar(&p.memory, "memory", false, "measure memory before and after")
	fs.DurationVar(&p.rest, "rest", 0, "nothing is called for so long before memory is measured")
	fs.BoolVar(&p.first, "first", false, "measure starts instead, up to the first list of tools; of NAME:-=COMMAND up to its end")
	fs.BoolVar(&p.strict, "strict", false, "end with 3 when a goal is missed")
	fs.Func("ratio", "`'METRIC LABEL: name [- name] / name [<= limit | >= limit]'`; METRIC is p50, p99, rate, memory or growth (of the first over its own)", func(s string) error {
		r, err := parseRatio(s)
		p.ratios = append(p.ratios, r)
		return err
	})
	if err := fs.Parse(args); err != nil {
		return p, err
	}
	for word := range strings.SplitSeq(at, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return p, fmt.Errorf("%q is no number of calls at a time", word)
		}
		p.at = append(p.at, n)
	}
	for _, arg := range fs.Args() {
		w, err := parseWay(arg)
		if err != nil {
			return p, err
		}
		p.ways = append(p.ways, w)
	}
	if len(p.ways) == 0 {
		return p, errors.New("usage: load [flags] NAME[:TOOL]=COMMAND... | NAME[:TOOL]=http://…#TOKENFILE")
	}
	return p, nil
}

func parseWay(arg string) (way, error) {
	name, rest, ok := strings.Cut(arg, "=")
	if !ok || rest == "" {
		return way{}, fmt.Errorf("%q names no command", arg)
	}
	w := way{name: name, tool: "echo"}
	if n, tool, ok := strings.Cut(name, ":"); ok {
		w.name, w.tool = n, tool
	}
	if !strings.HasPrefix(rest, "http://") {
		w.argv = strings.Fields(rest)
		return w, nil
	}
	url, file, _ := strings.Cut(rest, "#")
	w.url = url
	if file == "" {
		return w, nil
	}
	token, err := os.ReadFile(file)
	w.token = strings.TrimSpace(string(token))
	return w, err
}
