package cmd

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/term"
	"usher/pkg/trust"
)

func newTrustRevokeCmd(a *app) *cobra.Command {
	o := trustRevokeOptions{app: a}
	return &cobra.Command{
		Use:   "revoke [<folder>]",
		Short: "Take the trust in a project folder back",
		Long: `Take the trust in a project folder back, with the approvals of its servers and
what you accepted of its hooks. Nothing of it counts any more. A folder that is
gone can be named as it was. What the machine's policy trusts (trust.digests) is no
decision of yours and stays trusted.

Where hooks of the folder guarded calls when it was trusted, revoking takes a
guard away: it is refused where an assistant runs this command. Without any
terminal, as in a script of your own, it is done.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  revoked, or it was not trusted
  1  there is no project folder here, or the ledger cannot be changed
  2  the folder is not usable, or the command was not understood
  3  a person is needed`,
		Example: `  # nothing of this folder any more
  usher trust revoke`,
		Args:              takes(0, 1),
		ValidArgsFunction: found(o.decided),
		RunE:              a.show(o.run),
	}
}

type trustRevokeOptions struct{ *app }

// decided completes the folders that somebody decided about.
func (o *trustRevokeOptions) decided(_ context.Context, args []string) ([]string, error) {
	if len(args) > 0 {
		return nil, nil
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, d := range g.Ledger.Folders() {
		paths = append(paths, d.Folder)
	}
	return paths, nil
}

func (o *trustRevokeOptions) run(ctx context.Context, args []string) (output.View, error) {
	path, g, err := o.decidedFolder(args)
	switch {
	case err != nil:
		return nil, err
	case g.LedgerErr != nil:
		return nil, g.LedgerErr
	}
	v := trusted{Done: "unchanged", Folder: path, Message: path + " is not trusted"}
	pin := g.pinOf(path)
	if !g.Ledger.Decided(path) {
		if pin != "" {
			return nil, fault.New(fault.Refused, path+" is trusted by policy trust.digests ("+pin+"), and not by a decision of yours, so there is none to take back",
				"ask whoever administers this computer", "or leave it out: --no-project")
		}
		if in := g.at.Project; !g.named && in != "" && in != path {
			v.Notes = append(v.Notes, "the project folder here is "+in+"; to take its trust back: "+o.trustLine("revoke", in))
		}
		return v, nil
	}
	err = trust.ChangeLedger(ctx, g.at.State, func(l *trust.Ledger) error {
		if l.HadGuards(path) {
			if err := o.unguard(o.trustLine("revoke", path)); err != nil {
				return err
			}
		}
		l.RevokeFolder(path)
		return nil
	})
	if err != nil {
		return nil, err
	}
	v.Done, v.Message = "revoked", path+" is not trusted any more"
	if pin != "" {
		v.Message = path + " is not trusted by you any more"
		v.Notes = append(v.Notes, "it is trusted all the same: policy trust.digests ("+pin+") trusts what it holds in every folder")
	}
	return v, trust.RemoveCopies(g.at.State, path)
}

// pinOf is where the machine's policy trusts what a folder holds now, whatever a person
// decided about it; "" for nowhere.
func (g ground) pinOf(path string) string {
	if _, off := g.Policy.ProjectsOff(); off || len(g.Policy.TrustDigests) == 0 {
		return ""
	}
	return engine.ProjectOf(new(trust.Ledger), g.Policy, trust.ReadFolder(path, effective.Refs)).Pin
}

// unguard refuses to take hooks that guard calls away where an assistant asks for
// it (SPEC A5). Without any terminal it may be a script of the person's.
func (o *trustRevokeOptions) unguard(line string) error {
	if err := o.noAssistant(line); err != nil {
		return err
	}
	if !term.Controlling() {
		return nil
	}
	if why, ok := term.LookAtPerson(o.Getenv, o.Stdin); !ok {
		return fault.New(fault.NeedsPerson, "hooks of this folder guard calls, so this is for a person to decide, and "+why,
			"in a terminal of your own: "+line)
	}
	return nil
}

// decidedFolder is the folder a revoke means. One that is gone, or is something
// else now, is known by the path under which it was trusted.
func (o *trustRevokeOptions) decidedFolder(args []string) (string, ground, error) {
	if err := o.nameFolder("revoke", args); err != nil {
		return "", ground{}, err
	}
	word := o.flags.project
	if in := o.Getenv("USHER_PROJECT"); word == "" && filepath.IsAbs(in) {
		word = in
	}
	if word != "" {
		bare := *o.app
		bare.flags.project, bare.flags.noProject = "", true
		g, err := bare.ground()
		if err != nil {
			return "", ground{}, err
		}
		if path, ok := recorded(g, word); ok {
			return path, g, nil
		}
	}
	s, err := o.folder("revoke", nil, false)
	return s.whole.Path, s.ground, o.unknownFolder(word, err)
}

// unknownFolder says of a folder that is not there, and that nobody decided about,
// where those are that somebody did.
func (o *trustRevokeOptions) unknownFolder(word string, err error) error {
	var known *fault.Error
	if word == "" || exists(word) || !errors.As(err, &known) {
		return err
	}
	e := *known
	e.Hints = []string{"see what is trusted: " + o.again("usher trust list")}
	return &e
}

// recorded is the path by which the ledger knows a folder: as it is written, where the
// folder is gone or a link is in its place, else its real one, else that of a folder
// which was trusted by this name.
func recorded(g ground, word string) (string, bool) {
	if !filepath.IsAbs(word) {
		word = filepath.Join(g.at.WorkDir, word)
	}
	word = filepath.Clean(word)
	ways := []string{word, trust.RealPath(word)}
	if i := slices.IndexFunc(ways, g.Ledger.Decided); i >= 0 {
		return ways[i], true
	}
	path := g.Ledger.DecidedAs(word)
	return path, path != ""
}
