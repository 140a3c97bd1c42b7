package cmd

import (
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/mcp"
)

// wantedProtocol is what the command line of add or edit says about the version of
// MCP that is spoken to a server.
type wantedProtocol struct{ version string }

func (w *wantedProtocol) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&w.version, "protocol", "", "speak this `VERSION` of MCP to it, which has no handshake: "+list(mcp.Protocols()))
	_ = cmd.RegisterFlagCompletionFunc("protocol", words(mcp.Protocols()...))
}

func (w *wantedProtocol) change(s *mcp.Server, given func(string) bool) error {
	if !given("protocol") {
		return nil
	}
	if !slices.Contains(mcp.Protocols(), w.version) {
		return fault.New(fault.Usage, "--protocol must be "+list(mcp.Protocols()), "leave it out: then server and usher agree on one of the older versions")
	}
	s.Protocol = w.version
	return nil
}
