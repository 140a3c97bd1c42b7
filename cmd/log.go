package cmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/journal"
	"usher/pkg/output"
)

func newLogCmd(a *app) *cobra.Command {
	o := logOptions{app: a}
	cmd := &cobra.Command{
		Use:   "log",
		Short: "Show what failed and was only logged",
		Long: `Show the failures that changed nothing else and that nobody may have seen: hooks
that failed after a call, at the end of a turn or where their entry says that a
failure only warns; and servers that did not start, did not answer or failed in a
call. The newest come last. With both --hook and --server the failures of both are
shown. What a hook wrote is not kept, nor what a server said once it had a call's
arguments, for either may hold them; "usher hooks test NAME" shows the former. A
hook or a server that is neither there nor logged is an error.

It reads log.jsonl of the state folder and the older log.jsonl.1, and writes
nothing. usher run-gate, which only judges, keeps no log, so that what fails in
it is not here.

EXIT STATUS
  0  shown
  1  the log cannot be read
  2  there is no such hook or server and none is logged, the places are not usable,
     or the command was not understood`,
		Example: `  # what went wrong lately?
  usher log

  # and with one hook
  usher log --hook notify -n 5

  # and with one server
  usher log --server notes`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
	cmd.Flags().StringVar(&o.wanted.Server, "server", "", "only the failures of server `ID`")
	cmd.Flags().StringVar(&o.wanted.Hook, "hook", "", "only the failures of hook `NAME`")
	cmd.Flags().IntVarP(&o.wanted.Last, "lines", "n", 50, "the newest so many; 0 for all (`N`)")
	_ = cmd.RegisterFlagCompletionFunc("server", found(func(context.Context, []string) ([]string, error) { return a.serverIDs(), nil }))
	_ = cmd.RegisterFlagCompletionFunc("hook", found(o.completeHook))
	freely(cmd, "lines")
	return cmd
}

type logOptions struct {
	*app
	wanted journal.Wanted
}

func (o *logOptions) run(context.Context, []string) (output.View, error) {
	if o.wanted.Last < 0 {
		return nil, fault.New(fault.Usage, "-n must be a number from 0 up", "usher log --help")
	}
	at, err := o.places()
	if err != nil {
		return nil, err
	}
	entries, problems, err := journal.Read(at.State, o.wanted)
	if err != nil {
		return nil, err
	}
	if g, err := o.ground(); err == nil && len(entries) == 0 {
		if err := o.nobody(g); err != nil {
			return nil, err
		}
	}
	return logView{Entries: append([]journal.Entry{}, entries...), Problems: append([]fault.Problem{}, problems...)}, nil
}

type logView struct {
	Entries  []journal.Entry `json:"entries"`
	Problems []fault.Problem `json:"problems"`
}

func (v logView) JSON() any { return v }

func (v logView) Text(w *output.Printer) {
	if len(v.Entries) == 0 {
		w.Line("nothing is logged")
	}
	for _, e := range v.Entries {
		w.Line(e.Time.UTC().Format(time.RFC3339) + "  " + failed(e) + ": " + e.Message)
	}
	w.Problems(v.Problems)
}

// failed says what an entry is about.
func failed(e journal.Entry) string {
	s := string(e.Kind)
	switch {
	case e.Kind == journal.Server && e.Server != "":
		s += " " + e.Server
	case e.Name != "":
		s += " " + e.Name
	}
	if e.Event != "" {
		s += " (" + e.Event + ")"
	}
	return s
}
