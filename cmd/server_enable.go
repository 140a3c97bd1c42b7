package cmd

import (
	"bytes"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/term"
)

func newServerEnableCmd(a *app) *cobra.Command {
	o := serverSwitchOptions{app: a}
	cmd := &cobra.Command{
		Use:   "enable <id>",
		Short: "Let a disabled server start again",
		Long: `Take "disabled" out of a server of your own, and change nothing else. It runs if
its launch is approved; what was decided about it holds as before.

Enabling is for a person at a terminal. A script names the launch that it means
with --digest, which needs policy approve.unattended and is refused where an
assistant's variables are in the environment.

Writes mcp.json in the assistant folder.

EXIT STATUS
  0  enabled, or it was not disabled
  1  there is no such server, or the file could not be written
  2  it is not a server of your own, the digest is another launch's, or the
     command was not understood
  3  a person is needed`,
		Example: `  # let lab run again
  usher server enable lab`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(a.completeOwn(func(s mcp.Server) bool { return s.Disabled })),
		RunE:              a.show(o.enable),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the launch that is meant")
	freely(cmd, "digest")
	return cmd
}

func newServerDisableCmd(a *app) *cobra.Command {
	o := serverSwitchOptions{app: a}
	return &cobra.Command{
		Use:   "disable <id>",
		Short: "Keep a server from starting",
		Long: `Write "disabled" into a server of your own, and change nothing else. It does not
start and every call of its tools is refused, until "usher server enable"; its
approval and marks are kept. Disabling only tightens, so anybody may do it.

Writes mcp.json in the assistant folder.

EXIT STATUS
  0  disabled, or it was already
  1  there is no such server, or the file could not be written
  2  it is not a server of your own, or the command was not understood`,
		Example: `  # not for now
  usher server disable lab`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(a.completeOwn(func(s mcp.Server) bool { return !s.Disabled })),
		RunE:              a.show(o.disable),
	}
}

type serverSwitchOptions struct {
	*app
	digest string
}

func (o *serverSwitchOptions) enable(ctx context.Context, args []string) (output.View, error) {
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	if g.machine {
		return o.switchedForAll(ctx, g, args[0], false)
	}
	id, err := g.ownID(args[0])
	if err != nil {
		return nil, err
	}
	edit, same := switched(id, false)
	if _, err := g.try(edit); err != nil {
		return nil, err
	}
	if *same {
		return o.switchedView(id, "unchanged")
	}
	line := "usher server enable " + string(id)
	if o.digest != "" {
		err = o.byDigest(g, o.digest, g.keyOf(id).Digest, line)
	} else {
		err = o.mayEnable(line)
	}
	if err != nil {
		return nil, err
	}
	if err := g.write(ctx, edit); err != nil {
		return nil, err
	}
	return o.switchedView(id, "enabled")
}

func (o *serverSwitchOptions) disable(ctx context.Context, args []string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	if g.machine {
		return o.switchedForAll(ctx, g, args[0], true)
	}
	id, err := g.ownID(args[0])
	if err != nil {
		return nil, err
	}
	edit, same := switched(id, true)
	if _, err := g.try(edit); err != nil {
		return nil, err
	}
	if *same {
		return o.switchedView(id, "unchanged")
	}
	if err := g.write(ctx, edit); err != nil {
		return nil, err
	}
	return o.switchedView(id, "disabled")
}

// switched sets one field of one server; same says that it stood so already.
func switched(id names.ServerID, disabled bool) (edit fileEdit, same *bool) {
	same = new(bool)
	return func(old []byte) ([]byte, error) {
		next, err := mcp.Edit(old, string(id), func(s *mcp.Server) { s.Disabled = disabled })
		*same = err == nil && bytes.Equal(old, next)
		return next, err
	}, same
}

// mayEnable admits what only a person at their terminal may do (SPEC A5). No card
// asks: the launch was approved on one, or will be.
func (a *app) mayEnable(line string) error {
	if err := a.noAssistant(line); err != nil {
		return err
	}
	if why, person := term.LookAtPerson(a.Getenv, a.Stdin); !person {
		return fault.New(fault.NeedsPerson, "to let a server start is for a person to decide, and "+why, "in a terminal of your own: "+a.again(line))
	}
	return nil
}

// switchedView says what holds after the switch.
func (o *serverSwitchOptions) switchedView(id names.ServerID, done string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	sv, ok := g.own(id)
	if !ok { // dropped for a variable that nobody allowed, which is no fault of the entry
		return savedView{Done: done, Server: string(id), Status: "dropped", Message: fmt.Sprintf("%s is %s, and its entry does not load", id, done),
			Notes: []string{}, Hints: []string{o.again("usher server show " + string(id))}, Problems: []fault.Problem{}}, nil
	}
	v := savedView{Done: done}
	v.about(g, sv, g.Set.Launch(sv))
	switch {
	case v.Status == needsApproval:
		v.Message = fmt.Sprintf("%s is enabled, and needs approval before it runs: %s", id, sv.Runs())
		v.Hints = append(v.Hints, "to approve it, in a terminal of your own: "+o.again("usher server approve "+string(id)))
	case v.Status == "disabled" && done == "unchanged":
		v.Message = fmt.Sprintf("%s is disabled already", id)
	case v.Status == "disabled":
		v.Message = fmt.Sprintf("%s is disabled: it does not start, and its tools are refused, until: %s", id, o.again("usher server enable "+string(id)))
	case done == "unchanged":
		v.Message = fmt.Sprintf("%s is not disabled", id)
	case forbidden(g.Set, sv):
		v.Message = fmt.Sprintf("%s is enabled, and never starts: %s", id, g.serverRow(sv).LastError)
	default:
		v.Message = fmt.Sprintf("%s is enabled: %s", id, sv.Runs())
	}
	return v, nil
}
