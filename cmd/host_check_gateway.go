package cmd

import (
	"context"
	"errors"
	"slices"

	"usher/pkg/clean"
	"usher/pkg/hosts/files"
	"usher/pkg/mcp/client"
	"usher/pkg/proc"
)

// leftOut reports that the person connected without one of the two.
func (c *hostChecking) leftOut(what, flag string) bool {
	connected := false
	for _, r := range c.records.Files {
		if r.of(c.host.name, c.view.Scope, "") && r.Project == c.site.project {
			if slices.Contains(r.Holds, what) {
				return false
			}
			connected = connected || slices.Contains(r.Holds, holdsHooks) || slices.Contains(r.Holds, holdsGateway)
		}
	}
	if connected {
		c.view.Notes = append(c.view.Notes, "left out when it was connected ("+flag+"), and not looked at: "+what)
	}
	return connected
}

// gateway starts what the entry says, and lists its tools.
func (c *hostChecking) gateway(ctx context.Context) {
	path := c.site.serverFile(c.host)
	if path == "" || c.leftOut(holdsGateway, "--no-gateway") {
		return
	}
	data, err := readHost(path)
	if err != nil {
		c.add(path, holdsGateway, false, err.Error())
		return
	}
	p := c.site.gatewayPart(c.host, path, c.terms).look(data)[0]
	switch {
	case p.err != nil:
		c.add(path, holdsGateway, false, p.err.Error())
		return
	case p.state != files.Exact:
		c.add(path, holdsGateway, false, notAsWritten(p.state))
		return
	}
	c.terms.interactive = p.interactive
	tools, err := c.list(ctx)
	if err != nil {
		c.add(path, holdsGateway, false, "it does not answer: "+err.Error())
		return
	}
	c.add(path, holdsGateway, true, "it answers initialize and lists "+counted(tools, "tool"))
}

func (c *hostChecking) list(ctx context.Context) (int, error) {
	s := c.terms.gateway(c.site.project)
	dir := c.site.home
	if c.site.project != "" {
		dir = c.site.project
	}
	conn, err := client.Dial(ctx, client.Target{
		ID: gatewayName, Program: s.Command, Args: s.Args, Env: proc.Basic(c.Environ), Dir: dir,
		StartTimeout: probeTime, CallTimeout: probeTime, Reaper: proc.FindReaper(c.Self), Version: c.Version,
	})
	if err != nil {
		return 0, spoken(err)
	}
	defer conn.Close()
	m, err := conn.Tools(ctx)
	return len(m.Tools), spoken(err)
}

// spoken is a server's failure with its last words.
func spoken(err error) error {
	var f *client.Failure
	if errors.As(err, &f) {
		return errors.New(clean.Line(f.Error()))
	}
	return err
}
