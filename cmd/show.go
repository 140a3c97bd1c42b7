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
		if a.flags.verbose && a.format() == output.Text {
			a.sayPlaces()
		}
		view, err := run(cmd.Context(), args)
		a.sayMade()
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
	if a.flags.machine {
		return a.machinePlaces(), nil
	}
	return places.Find(a.where())
}

// where is what the places are found from.
func (a *app) where() places.Input {
	return places.Input{
		Getenv: a.Getenv, GOOS: runtime.GOOS, WorkDir: a.WorkDir, MachineDir: a.MachineDir,
		Home: a.flags.home, State: a.flags.state, Data: a.flags.data,
		Project: a.flags.project, NoProject: a.flags.noProject,
	}
}

// sayPlaces is -v: which folders this run looks at. Where they cannot be found
// the command itself says so.
func (a *app) sayPlaces() {
	if at, err := a.places(); err == nil {
		_ = output.Print(a.Stderr, foundPlaces(at), output.Text, 0, false)
	}
}

type foundPlaces places.Places

func (f foundPlaces) JSON() any { return f }

func (f foundPlaces) Text(p *output.Printer) {
	for _, row := range [...][2]string{
		{"home", f.Home}, {"state", f.State}, {"data", f.Data}, {"machine", f.Machine}, {"project", f.Project},
	} {
		if row[1] != "" {
			p.Line("usher: " + row[0] + " " + row[1])
		}
	}
}
