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
		Long: `Check that a project folder's definitions are exactly those of a digest, as
"usher trust show" prints it. For CI: nothing is decided and nothing is written.

EXIT STATUS
  0  the folder is exactly that
  1  it is something else, or cannot be read
  2  the folder is not usable, or the command was not understood`,
		Example: `  # in CI
  usher trust verify . --digest sha256:…`,
		Args: takes(0, 1),
		RunE: a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` to compare with")
	return cmd
}

type trustVerifyOptions struct {
	*app
	digest string
}

func (o *trustVerifyOptions) run(_ context.Context, args []string) (output.View, error) {
	want, err := digest.Parse(o.digest)
	if err != nil {
		return nil, fault.New(fault.Usage, "--digest is not usable: "+err.Error(), "usher trust show prints it")
	}
	s, err := o.folder(args)
	if err != nil {
		return nil, err
	}
	if err := s.unreadable(); err != nil {
		return nil, err
	}
	if s.folder.Digest != want {
		return nil, fault.New(fault.Failed, "the folder "+s.folder.Path+" is "+string(s.folder.Digest),
			"look at it: usher trust show "+quoteFolder(s.folder.Path))
	}
	return trusted{Done: "verified", Folder: s.folder.Path, Digest: string(want), Message: s.folder.Path + " is exactly that"}, nil
}
