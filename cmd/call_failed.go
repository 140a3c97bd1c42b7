package cmd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/journal"
	"usher/pkg/mcp/client"
)

// asking is what a server was being asked when it failed. Once it has the call's
// arguments, its own words may repeat them.
type asking struct {
	what string // the command's word, for the log: list, tools, restart, call, read, prompt
	sent bool   // the arguments of a call were
}

// serverFailed names the server in front of what went wrong with it, gives the
// next command, and keeps the failure in the log (SPEC 20).
func (a *app) serverFailed(ctx context.Context, g ground, sv effective.Server, err error, at asking) error {
	var f *client.Failure
	if !errors.As(err, &f) {
		return err
	}
	log := logbook{app: a, state: g.at.State}
	log.server(ctx, sv, f, at)
	message, next := a.failed(ctx, g, sv, f)
	colon := ""
	if strings.HasPrefix(message, "it ") || strings.HasPrefix(message, "its ") {
		colon = ":"
	}
	return &fault.Error{Kind: fault.Failed, Message: fmt.Sprintf("server %q%s %s", sv.ID, colon, message), Hints: next, Problems: log.problems, Err: err}
}

// server keeps what went wrong with a server. What the caller gave up is no failure.
func (l *logbook) server(ctx context.Context, sv effective.Server, f *client.Failure, at asking) {
	if f.Kind == client.Cancelled || ctx.Err() != nil {
		return
	}
	l.write(ctx, journal.Entry{
		Kind: journal.Server, Server: string(sv.ID), Layer: sv.Layer, File: sv.Where(), Event: at.what, Message: logged(f, at.sent),
	})
}

// logged is a failure as the log keeps it: the line that was shown, and after the
// arguments were sent usher's own words alone, for an entry holds no argument.
func logged(f *client.Failure, sent bool) string {
	if !sent {
		return f.Message
	}
	switch f.Kind {
	case client.Answered:
		return "answered with error " + strconv.FormatInt(f.Code, 10)
	case client.Protocol:
		return "answered what is no MCP answer"
	case client.Ended:
		return "ended, or closed its output"
	case client.Unreachable:
		return "could not be reached, or broke the connection"
	case client.Redirected:
		return "redirects" + httpStatus(f)
	case client.NeedsSignIn, client.Unauthorized:
		return "needs sign-in" + httpStatus(f)
	case client.Forbidden:
		return "does not allow it" + httpStatus(f)
	case client.HTTPStatus:
		return "answered with another status" + httpStatus(f)
	case client.NotStarted, client.NoSandbox, client.TimedOut, client.Cancelled, client.Version, client.TooLarge, client.Flooding, client.Unread, client.Closed,
		client.SessionLost, client.OldTransport, client.Busy:
	}
	return f.Message // which holds no word of the server's
}

func httpStatus(f *client.Failure) string {
	if f.Status == 0 {
		return ""
	}
	return " (HTTP " + strconv.Itoa(f.Status) + ")"
}
