package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/output"
)

func newAuditExportCmd(a *app) *cobra.Command {
	o := auditExportOptions{app: a}
	return &cobra.Command{
		Use:   "export",
		Short: "Show how the record reaches OpenTelemetry",
		Long: `Print the command that sends the audit file to a collector of OpenTelemetry. The
program usher-otel does that, apart from usher, so that no decision waits for a
network: it follows the file, keeps its place, and sends each decision as a log record
and counts it. It is started by whatever keeps programs running on this computer.

It starts nothing and sends nothing.

EXIT STATUS
  0  printed
  1  there is no record
  2  the places are not usable, or the command was not understood`,
		Example: `  # what to start
  usher audit export`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type auditExportOptions struct{ *app }

func (o *auditExportOptions) run(context.Context, []string) (output.View, error) {
	file, err := o.auditFile()
	if err != nil {
		return nil, err
	}
	at, err := o.places()
	if err != nil {
		return nil, err
	}
	return auditExport{File: file, Command: []string{"usher-otel", "--file", file, "--position", at.State + "/otel.json", "--endpoint", "http://localhost:4318"}}, nil
}

type auditExport struct {
	File    string   `json:"file"`
	Command []string `json:"command"`
}

func (v auditExport) JSON() any { return v }

func (v auditExport) Text(w *output.Printer) {
	var words []string
	for _, word := range v.Command {
		words = append(words, engine.QuoteArg(word))
	}
	w.Line(strings.Join(words, " "))
}
