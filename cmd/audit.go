package cmd

import (
	"github.com/spf13/cobra"

	"usher/pkg/fault"
)

func newAuditCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "audit <command>",
		Short: "Look at the record of decisions",
		Long: `Look at the audit file, in which every decision about a tool call stands as one line
of JSON, chained to the one before it. Policy audit.file names it; without that key
nothing is recorded.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # record from now on
  usher policy set audit.file /home/me/.local/state/usher/audit.jsonl

  # is the record whole?
  usher audit verify`,
	},
		newAuditExportCmd(a),
		newAuditRotateCmd(a),
		newAuditShowCmd(a),
		newAuditVerifyCmd(a),
	)
}

// auditFile is the file of policy audit.file, or the error that says how to have one.
func (a *app) auditFile() (string, error) {
	g, err := a.ground()
	if err != nil {
		return "", err
	}
	if g.Policy.AuditFile == "" {
		return "", fault.New(fault.Failed, "no decision is recorded: policy audit.file names no file",
			"to record from now on: usher policy set audit.file FILE", "a file can be named too: usher audit verify FILE")
	}
	return g.Policy.AuditFile, nil
}
