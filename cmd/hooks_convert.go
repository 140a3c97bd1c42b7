package cmd

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/output"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

func newHooksConvertCmd(a *app) *cobra.Command {
	o := hooksConvertOptions{app: a}
	cmd := &cobra.Command{
		Use:   "convert [<file>]",
		Short: "Write hooks.json in the other shape",
		Long: `Write a hooks.json in the other of its two shapes: a list of entries, or an
object of events as other assistants have it. Without a file it is your own. The
new file goes to stdout, and everything that it does not hold, or does in another
way, to stderr: names, comments, timeouts, alternatives, what hooks are given and
how they answer. The hooks of one event keep their order, and no pattern covers
less than before. A file with errors is not converted.

--write puts the new file in the place of the old one and keeps the old one beside
it. Where a hook that can refuse may refuse less afterwards it is named and nothing
is written, unless --lossy is given too: read what is said of it, and change its
script where that is needed. A project's file that is written changes its folder: nothing of it runs until
you trust the folder again. Scripts are not changed.

EXIT STATUS
  0  converted
  1  the file could not be read or written
  2  there is no such file, it has errors or has that shape already, or the
     command was not understood, or with --write a hook may refuse less;
     nothing was written`,
		Example: `  # what would my hooks look like?
  usher hooks convert

  # one by event as a list
  usher hooks convert theirs.json --to list > hooks.json

  # replace it, and keep the old one beside it
  usher hooks convert --write

  # the same where hooks may refuse less, with their scripts looked at
  usher hooks convert --write --lossy`,
		Args:              takes(0, 1),
		ValidArgsFunction: cobra.FixedCompletions([]cobra.Completion{"json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE:              a.show(o.run),
	}
	fs := cmd.Flags()
	fs.Var(&choice{&o.to, []string{hooks.List.String(), hooks.Object.String()}}, "to", "`shape` to write: list or object (default: the other one)")
	fs.BoolVar(&o.write, "write", false, "replace the file, and keep the old one beside it")
	fs.BoolVar(&o.lossy, "lossy", false, "with --write: also where a hook may refuse less afterwards")
	_ = cmd.RegisterFlagCompletionFunc("to", words(hooks.List.String(), hooks.Object.String()))
	return cmd
}

type hooksConvertOptions struct {
	*app
	to    string
	write bool
	lossy bool
}

func (o *hooksConvertOptions) run(ctx context.Context, args []string) (output.View, error) {
	if o.flags.machine && len(args) > 0 {
		return nil, fault.New(fault.Usage, "--machine is the machine's own hooks.json, and a file is named too", "give one of them")
	}
	path, err := o.file(args)
	if err != nil {
		return nil, err
	}
	data, err := safefile.ReadPlain(path, trust.MaxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New(fault.Usage, "there is no file "+path, "name a hooks.json: usher hooks convert FILE")
	case err != nil:
		return nil, err
	}
	v, err := o.convert(path, data)
	if err == nil && o.write {
		err = o.looser(v)
	}
	if err == nil && o.write {
		err = o.replace(ctx, &v)
	}
	if err != nil {
		return nil, err
	}
	if o.format() == output.Text {
		_ = output.Print(o.Stderr, lostView(v.Lost), output.Text, 0, false)
	}
	return v, nil
}

// file is the absolute path of the file that is meant.
func (o *hooksConvertOptions) file(args []string) (string, error) {
	if len(args) == 0 {
		at, err := o.places()
		return filepath.Join(at.Home, effective.HooksFile), err
	}
	if filepath.IsAbs(args[0]) {
		return args[0], nil
	}
	if o.WorkDir == "" {
		return "", fault.New(fault.Usage, "the working directory does not exist any more", "name the file by its whole path")
	}
	return filepath.Join(o.WorkDir, args[0]), nil
}

// convert gives the new file, without writing it.
func (o *hooksConvertOptions) convert(path string, data []byte) (convertView, error) {
	src := hooks.Source{Layer: trust.Yours, Path: path}
	if _, ok := projectOf(path); ok {
		src.Layer = trust.Project
	}
	if o.flags.machine {
		src.Layer = trust.Machine
	}
	from := hooks.ParseFile(data, src).Shape
	to := hooks.Object - from
	if o.to != "" && o.to == from.String() {
		to = from
	}
	out, lost, err := hooks.Convert(data, src, to)
	v := convertView{File: path, From: from.String(), To: to.String(), Content: string(out), Lost: append([]fault.Problem{}, lost...), Notes: []string{}, old: data}
	return v, mendFirst(err, path)
}
