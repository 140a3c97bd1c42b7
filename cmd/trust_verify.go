package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/digest"
	"usher/pkg/fault"
	"usher/pkg/output"
)

func newTrustVerifyCmd(a *app) *cobra.Command {
	o := trustVerifyOptions{app: a}
	cmd := &cobra.Command{
		Use:   "verify [<folder>]",
		Short: "Check a folder against a pinned digest",
		Long: `Check that a project folder's definitions, and the files that they name, are
exactly those of a digest, as "usher trust show" prints it. For CI: whether
anybody trusted the folder plays no part, nothing is decided and nothing is
written. --definitions-only compares with a digest of the definitions alone.

EXIT STATUS
  0  the folder is exactly that
  1  it is something else, or cannot be read
  2  the folder is not usable, or the command was not understood`,
		Example: `  # in CI
  usher trust verify . --digest sha256:…`,
		Args:              takes(0, 1),
		ValidArgsFunction: folders,
		RunE:              a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` to compare with")
	cmd.Flags().BoolVar(&o.definitionsOnly, "definitions-only", false, "leave out the files that definitions name")
	freely(cmd, "digest")
	return cmd
}

type trustVerifyOptions struct {
	*app
	digest          string
	definitionsOnly bool
}

func (o *trustVerifyOptions) run(_ context.Context, args []string) (output.View, error) {
	want, err := digest.Parse(o.digest)
	switch {
	case o.digest == "":
		return nil, fault.New(fault.Usage, "the digest to compare with is missing", "usher trust show prints it", "then: usher trust verify --digest sha256:…")
	case err != nil:
		return nil, fault.New(fault.Usage, "--digest is not usable: "+err.Error(), "usher trust show prints it")
	}
	s, err := o.folder("verify", args, false)
	if err != nil {
		return nil, err
	}
	if err := s.unreadable(); err != nil {
		return nil, err
	}
	now, look := s.whole.Digest, "look at it: "+o.trustLine("show", s.whole.Path)
	if o.definitionsOnly {
		now, look = s.whole.Definitions, look+" --definitions-only"
	}
	switch {
	case now == want:
	case want == s.whole.Definitions:
		return nil, fault.New(fault.Failed, "the folder "+s.whole.Path+" is something else: "+string(now)+"; the digest is of its definitions alone",
			"to compare with that: "+o.trustLine("verify", s.whole.Path)+" --definitions-only --digest "+o.digest, look)
	default:
		return nil, fault.New(fault.Failed, "the folder "+s.whole.Path+" is something else: "+string(now), look)
	}
	v := trusted{Done: "verified", Folder: s.whole.Path, Digest: string(want), Message: s.whole.Path + " is exactly that"}
	if pin, ok := s.Policy.Pinned(want); ok {
		v.Notes = append(v.Notes, "policy trust.digests ("+pin.Place+") trusts that content in every folder")
	}
	return v, nil
}
