package cmd

import (
	"context"
	"runtime"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/places"
)

// show makes a run function a cobra one: it prints the view that the function
// returned, on stdout and in the form the caller asked for, and passes the
// error on. A function may return both. A view with an Exit method ends the
// command with that status and no further message (SPEC Z2).
func (a *app) show(run func(ctx context.Context, args []string) (output.View, error)) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		view, err := run(cmd.Context(), args)
		if view == nil {
			return err
		}
		if lost := a.print(view); lost != nil && err == nil {
			err = &fault.Error{Message: "the answer could not be written: " + lost.Error(), Err: lost}
		}
		if ending, ok := view.(interface{ Exit() int }); ok && err == nil {
			err = exit(ending.Exit())
		}
		return err
	}
}

// places finds where things live for this run (SPEC C3, L5).
func (a *app) places() (places.Places, error) {
	return places.Find(places.Input{
		Getenv: a.Getenv, GOOS: runtime.GOOS, WorkDir: a.WorkDir, MachineDir: a.MachineDir,
		Home: a.flags.home, State: a.flags.state, Data: a.flags.data,
		Project: a.flags.project, NoProject: a.flags.noProject,
	})
}
