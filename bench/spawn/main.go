//go:build linux

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	code, err := run(os.Args[1:], os.Stdout)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "spawn: error:", err)
	}
	os.Exit(code)
}

// run gives the exit status: 1 when something could not be measured, 3 when
// -strict is set and a goal was missed.
func run(args []string, out io.Writer) (int, error) {
	p, err := readPlan(args)
	if err != nil {
		return 1, err
	}
	figures, err := measure(p)
	if err != nil {
		return 1, err
	}
	table(out, p, figures)
	missed := goals(out, p, figures)
	if missed > 0 && p.strict {
		return 3, nil
	}
	return 0, nil
}

// plan is what to start and how, and what to compare.
type plan struct {
	commands []command
	ratios   []ratio
	rounds   int // ratios are taken per round; the middle one counts
	each     int // starts of each command in a round
	env      []string
	dir      string
	stdin    []byte
	strict   bool
}

// command is one line of the table: a name and what it stands for.
type command struct {
	name string
	argv []string
}

func readPlan(args []string) (plan, error) {
	var p plan
	fs := flag.NewFlagSet("spawn", flag.ContinueOnError)
	fs.IntVar(&p.rounds, "rounds", 7, "rounds")
	fs.IntVar(&p.each, "each", 40, "starts of each command in a round")
	fs.StringVar(&p.dir, "dir", "/", "working `directory`")
	fs.BoolVar(&p.strict, "strict", false, "end with 3 when a goal is missed")
	stdin := fs.String("stdin", "", "`file` that every command reads")
	fs.Func("env", "`NAME=VALUE` for every command; it gets no other environment", func(s string) error {
		p.env = append(p.env, s)
		return nil
	})
	fs.Func("ratio", "`'METRIC LABEL: name [+ name] / name [+ name] [<= limit]'`; METRIC is wall, cpu or faults", func(s string) error {
		r, err := parseRatio(s)
		p.ratios = append(p.ratios, r)
		return err
	})
	if err := fs.Parse(args); err != nil {
		return p, err
	}
	for _, arg := range fs.Args() {
		name, words, found := strings.Cut(arg, "=")
		if !found || len(strings.Fields(words)) == 0 {
			return p, fmt.Errorf("%q is not name=/program arguments", arg)
		}
		p.commands = append(p.commands, command{name, strings.Fields(words)})
	}
	if len(p.commands) == 0 || p.rounds < 1 || p.each < 1 {
		return p, errors.New("there is nothing to start")
	}
	if *stdin != "" {
		var err error
		if p.stdin, err = os.ReadFile(*stdin); err != nil {
			return p, err
		}
	}
	return p, p.known()
}
