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
	strict   bool
}

// command is one line of the table: a name, what it stands for, and its input.
type command struct {
	name  string
	argv  []string
	stdin []byte
}

func readPlan(args []string) (plan, error) {
	var p plan
	fs := flag.NewFlagSet("spawn", flag.ContinueOnError)
	fs.IntVar(&p.rounds, "rounds", 7, "rounds")
	fs.IntVar(&p.each, "each", 40, "starts of each command in a round")
	fs.StringVar(&p.dir, "dir", "/", "working `directory`")
	fs.BoolVar(&p.strict, "strict", false, "end with 3 when a goal is missed")
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
		c, err := readCommand(arg)
		if err != nil {
			return p, err
		}
		p.commands = append(p.commands, c)
	}
	if len(p.commands) == 0 || p.rounds < 1 || p.each < 1 {
		return p, errors.New("there is nothing to start")
	}
	return p, p.known()
}

// readCommand reads "name=/program arguments", with "<file" first where it is to
// read a file's content from its standard input.
func readCommand(text string) (command, error) {
	name, rest, _ := strings.Cut(text, "=")
	c := command{name: name, argv: strings.Fields(rest)}
	if len(c.argv) > 0 && strings.HasPrefix(c.argv[0], "<") {
		var err error
		if c.stdin, err = os.ReadFile(c.argv[0][1:]); err != nil {
			return c, err
		}
		c.argv = c.argv[1:]
	}
	if name == "" || len(c.argv) == 0 {
		return c, fmt.Errorf("%q is not name=/program arguments", text)
	}
	return c, nil
}
