package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newHooksAcceptCmd(a *app) *cobra.Command {
	o := hooksAcceptOptions{app: a}
	cmd := &cobra.Command{
		Use:   "accept",
		Short: "Accept a hooks.json as it is now",
		Long: `Accept your own hooks.json exactly as it is now, or that there is none. A card
shows every hook with the command line it runs, and asks you. What you were shown
is what is recorded: a file that is edited while you read is not accepted.

With --project DIR it is the hooks files of that folder instead, one card and one
question for each. The folder must be trusted as it is now.

What is accepted counts where policy hooks.pinned is true (your own file must be
that, or every call is refused) and where policy trust.hooks is each (a project's
hooks file runs only then). A file that cannot be used is not accepted.

--digest names the bytes that you mean, for a script that pinned them; that needs
policy approve.unattended. Where an assistant's variables are in the environment
both are refused: accepting is for a person.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  accepted, now or before
  1  the file cannot be used, the folder is not trusted, or the policy or the
     ledger cannot be used
  2  the answer was no, the digest is another file's, the card is too long to be
     shown, or the command was not understood
  3  a person is needed`,
		Example: `  # after you edited your hooks
  usher hooks accept

  # the hooks of the project you are in
  usher hooks accept --project .`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the file that is meant")
	freely(cmd, "digest")
	return cmd
}

type hooksAcceptOptions struct {
	*app
	digest string
}

func (o *hooksAcceptOptions) run(ctx context.Context, _ []string) (output.View, error) {
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	files, err := o.files(g)
	if err != nil {
		return nil, err
	}
	if files, err = o.meant(files); err != nil {
		return nil, err
	}
	var refused []string
	v := hooksAccepted{Done: "unchanged", Files: []acceptedFile{}}
	for _, f := range files {
		if f.Accepted {
			v.add(f, "unchanged", asNow(f, "is accepted already"))
			continue
		}
		no, err := o.accept(ctx, g, f)
		switch {
		case no:
			refused = append(refused, f.Path)
		case err != nil:
			return v.orNothing(), err
		default:
			v.Done = "accepted"
			v.add(f, "accepted", o.after(f))
		}
	}
	v.Notes = append(v.Notes, o.notes(g, files)...)
	if len(refused) > 0 {
		return v.orNothing(), fault.New(fault.Refused, "the answer was no; nothing was changed about "+list(refused), "to decide again: "+o.line())
	}
	return v, nil
}

// line is the command a person types.
func (o *hooksAcceptOptions) line() string { return o.again("usher hooks accept") }

// files are what the command is about: the person's own hooks.json, or those of
// the folder that --project names.
func (o *hooksAcceptOptions) files(g ground) ([]engine.HooksFile, error) {
	if o.flags.project == "" {
		own := g.OwnHooks()
		return []engine.HooksFile{own}, own.Err
	}
	f := g.Project.Folder
	if err := g.projectsOn(f.Path); err != nil {
		return nil, err
	}
	switch {
	case o.flags.noProject:
		return nil, fault.New(fault.Usage, "--no-project leaves no folder to look at", "usher hooks accept --help")
	case g.Project.State == trust.Unreadable:
		return nil, shown{ground: g, whole: f, folder: f, state: g.Project.State}.unreadable()
	case g.Project.State != trust.Trusted:
		return nil, fault.New(fault.Failed, "the project folder "+f.Path+" is not trusted as it is now, so nothing of it runs and there is nothing to accept",
			"look at it: "+o.trustLine("show", f.Path), "then: "+o.trustLine("grant", f.Path))
	}
	files := g.ProjectHooks()
	if len(files) == 0 {
		return nil, fault.New(fault.Failed, "the project folder "+f.Path+" has no hooks file", "look at it: "+o.trustLine("show", f.Path))
	}
	return files, nil
}

// accept has one file accepted; no says that the person did not want it.
func (o *hooksAcceptOptions) accept(ctx context.Context, g ground, f engine.HooksFile) (no bool, err error) {
	parsed := hooks.ParseFile(f.Data, hooks.Source{Layer: f.Layer, Path: f.Path})
	if f.Present && parsed.Unusable {
		e := fault.New(fault.Failed, "the hooks file "+f.Path+" cannot be used, so it cannot be accepted", "mend what is named here, then: "+o.line())
		e.Problems = failing(parsed.Problems)
		return false, e
	}
	if no, err := o.admit(ctx, g, f, parsed); no || err != nil {
		return no, err
	}
	return false, trust.ChangeLedger(ctx, g.at.State, func(l *trust.Ledger) error {
		is := engine.ProjectOf(l, g.Policy, g.Project.Folder)
		switch {
		case f.Layer == trust.Project && is.State != trust.Trusted:
			return fault.New(fault.Failed, "the project folder "+f.Folder+" is not trusted any more, so nothing of it can be accepted")
		case f.Layer == trust.Project && is.Pin != "":
			return l.AcceptPinnedHooks(f.HooksKey)
		}
		return l.AcceptHooks(f.HooksKey)
	})
}
