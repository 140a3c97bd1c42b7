package cmd

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"usher/pkg/mcp/gateway"
)

// httpOptions are those of --http.
type httpOptions struct{}

func (o *serveOptions) httpFlags(*pflag.FlagSet) {}

// overHTTP reports that assistants come over HTTP.
func (o *serveOptions) overHTTP() bool { return false }

// serveHTTP speaks over HTTP until ctx ends; up is called once it listens, with how
// usher status shows it.
func (o *serveOptions) serveHTTP(context.Context, *gateway.Gateway, func(front string)) error {
	return errors.New("not built yet")
}
