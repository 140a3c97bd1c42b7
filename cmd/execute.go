package cmd

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"

	"usher/cmd/rungate"
	"usher/pkg/fault"
	"usher/pkg/output"
)

// Main runs one command line and gives its exit status (SPEC Z2): the kind of
// the error that ended it, 130 when ctx ended first, 1 for a panic. Errors are
// printed here and nowhere else.
func Main(ctx context.Context, env Env) (code int) {
	a := &app{Env: env, detected: &detected{}}
	defer func() {
		if v := recover(); v != nil {
			err := a.crashed(v)
			if _, given := rungate.Asked(env.Args); given && slices.ContainsFunc(env.Args, answersHosts) {
				code = rungate.Unfit(rungate.Env{Args: env.Args, Stdout: env.Stdout, Stderr: env.Stderr}, err)
				return
			}
			code = a.fail(err)
			if slices.Contains(env.Args, runGateWord) || slices.Contains(env.Args, "hooks") && slices.Contains(env.Args, hooksRunWord) {
				code = rungate.ExitDeny // never 1: a host may read that as "go on" (SPEC G6)
			}
		}
	}()
	root := newRoot(a)
	if code, ok := a.gate(root); ok {
		return code
	}
	if code, ok := a.fires(root); ok {
		return code
	}
	if code, ok := a.messages(root); ok {
		return code
	}
	root.SetArgs(append([]string{}, env.Args...)) // never nil: cobra would read os.Args
	err := root.ExecuteContext(ctx)
	var ended status
	switch {
	case err == nil && a.pages.lost == nil:
		return 0
	case err == nil:
		err = &fault.Error{Message: "the answer could not be written: " + a.pages.lost.Error(), Err: a.pages.lost}
	case errors.As(err, &ended):
		return int(ended)
	case ctx.Err() != nil:
		err = fault.New(fault.Interrupted, "interrupted")
	}
	return a.fail(err)
}

// answersHosts reports a command that may answer an assistant in its own form.
func answersHosts(word string) bool {
	return word == runGateWord || word == hooksRunWord || word == messageWord
}

// fail prints an error in the form the caller asked for. What is wrong with the
// settings goes with it: one error is one object in JSON.
func (a *app) fail(err error) int {
	format := a.format()
	if asksJSON(a.Args) && a.flags.format == "" {
		format = output.JSON
	}
	if len(a.troubles) > 0 && !a.flags.quiet {
		err = withProblems(err, a.troubles)
	}
	output.PrintError(a.Stderr, err, format)
	return fault.ExitStatus(err)
}

func withProblems(err error, more []fault.Problem) error {
	e := fault.Error{Message: err.Error(), Err: err}
	if errors.Is(err, context.Canceled) {
		e.Kind = fault.Interrupted
	}
	var known *fault.Error
	if errors.As(err, &known) {
		e = *known
	}
	e.Problems = append(slices.Clone(e.Problems), more...)
	return &e
}

// crashed says that usher itself is at fault. A panic's value may hold anything,
// a secret too, so only the runtime's own words are shown, and the stack with -v.
func (a *app) crashed(value any) error {
	message := "usher has a bug and stopped"
	if own, ok := value.(runtime.Error); ok {
		message += ": " + own.Error()
	}
	if a.flags.verbose {
		fmt.Fprintf(a.Stderr, "%s", debug.Stack())
	}
	return fault.New(fault.Failed, message, "repeat the command with -v and report what it prints")
}

// status ends a command with a number and no message: what it printed says why.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// exit is the error that ends a command with a status; nil for 0.
func exit(code int) error {
	if code == 0 {
		return nil
	}
	return status(code)
}
