package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
)

func newHomeCmd(a *app) *cobra.Command {
	o := homeOptions{app: a}
	cmd := &cobra.Command{
		Use:   "home",
		Short: "Show, make or open the assistant folder",
		Long: `Show where your assistant folder is: the place of mcp.json, hooks.json,
policy.json and settings.json. It is --home, else $USHER_HOME, else the
platform's folder for configuration.

--create makes the folder, for you alone (mode 0700), where it is not there; it
writes no file into it. --open also shows it in a file manager and says so
where this session has none.

With --machine it is the machine layer's folder, whose definitions count for
everybody on this computer and before their own: /etc/usher, on macOS
/Library/Application Support/usher, on Windows %ProgramData%\usher. Root makes it,
mode 0755. --machine also goes with server add, edit, remove, enable, disable and
import, policy, hooks new and convert, prompt new and edit, skill new and
instructions edit: they write that layer then, and ask nothing.

EXIT STATUS
  0  shown
  1  the folder could not be made or opened
  2  the place is not usable, or the command was not understood`,
		Example: `  # where is it?
  usher home

  # make it and go there
  cd "$(usher home --create)"

  # the one of this computer's administrator
  usher home --machine`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
	cmd.Flags().BoolVar(&o.create, "create", false, "make the folder")
	cmd.Flags().BoolVar(&o.open, "open", false, "show it in a file manager")
	return cmd
}

type homeOptions struct {
	*app
	create, open bool
}

func (o *homeOptions) run(ctx context.Context, _ []string) (output.View, error) {
	at, err := o.places()
	if err != nil {
		return nil, err
	}
	if o.create {
		if err := (ground{at: at, machine: o.flags.machine}).prepare(at.Home); err != nil {
			return nil, err
		}
	}
	v := homeView{Home: at.Home}
	v.Exists, err = folder(at.Home)
	switch {
	case err != nil:
		return nil, err
	case o.open && !v.Exists:
		return nil, fault.New(fault.Failed, at.Home+" does not exist", o.again("usher home --create --open"))
	case o.open:
		return v, o.openFolder(ctx, at)
	}
	return v, nil
}

// folder reports whether there is a folder at path; anything else there is an error.
func folder(path string) (bool, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, &fault.Error{Message: err.Error(), Err: err}
	case !info.IsDir():
		return false, fault.New(fault.Failed, path+" is not a folder")
	}
	return true, nil
}

// homeView is the answer: the path alone in text, so that a shell can use it.
type homeView struct {
	Home   string `json:"home"`
	Exists bool   `json:"exists"`
}

func (v homeView) JSON() any { return v }

func (v homeView) Text(w *output.Printer) { w.Line(v.Home) }
