package cmd

import (
	"slices"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/sandbox"
	"usher/pkg/trust"
)

// nextAfter is what to do about a server's failure, each line with its command
// (SPEC Z2). Where a server points is never put into one: a person who follows it
// types the address.
func nextAfter(sv effective.Server, f *client.Failure) []string {
	again := "usher server restart " + string(sv.ID)
	look := "usher server show " + string(sv.ID)
	if sv.Local() {
		return append([]string{again}, reachNext(sv, f)...)
	}
	switch f.Kind {
	case client.NeedsSignIn:
		return append([]string{"this usher cannot sign in yet; where the server takes a token too, give it one"}, tokenFor(sv)...)
	case client.Unauthorized:
		return tokenFor(sv)
	case client.Forbidden:
		return append([]string{"whoever runs the server decides what the token may do"}, tokenFor(sv)...)
	case client.Redirected:
		return []string{"nothing was sent there; where it moved and you trust the new address: " + otherURL(sv)}
	case client.OldTransport:
		return []string{otherURL(sv)}
	case client.NotStarted:
		return []string{look}
	case client.Unreachable, client.TimedOut:
		return []string{"is its address right, and does it run? " + look, "to ask it again: " + again}
	case client.SessionLost:
		return []string{"see whether the call had an effect before you repeat it; to look whether the server works: " + again}
	case client.Busy:
		return []string{"later: " + again}
	case client.Cancelled, client.Ended, client.Answered, client.Protocol, client.Version, client.TooLarge, client.Flooding, client.Unread,
		client.Closed, client.HTTPStatus, client.NoSandbox:
	}
	return []string{again, look}
}

// reachNext is where to look when a server that started in its sandbox ended, or
// could not start in it: it may not see what it needs.
func reachNext(sv effective.Server, f *client.Failure) []string {
	if f.Kind != client.NoSandbox && f.Kind != client.Ended || !sandboxed(sv) {
		return nil
	}
	next := []string{"what it sees in its sandbox: usher server show " + string(sv.ID)}
	if f.Kind == client.NoSandbox {
		return append(next, "to give it a folder: "+sandboxHint(sv, "read"), withoutSandbox(sv))
	}
	return append(next, missing(sv, f.Message)...)
}

// missing is what a server may lack in its sandbox, by the words it ended with; where
// they say nothing of it there is nothing to guess.
func missing(sv effective.Server, words string) []string {
	says := func(any ...string) bool {
		return slices.ContainsFunc(any, func(w string) bool { return strings.Contains(strings.ToLower(words), w) })
	}
	switch {
	case says("read-only file system", "erofs"):
		return []string{"to let it change a folder: " + sandboxHint(sv, "write")}
	case says("permission denied", "eacces", "operation not permitted", "eperm"):
		return []string{"to give it a folder: " + sandboxHint(sv, "read"), "to change too: " + sandboxHint(sv, "write")}
	case says("no such file", "not found", "enoent", "cannot find", "no module named"):
		return []string{"to give it a folder: " + sandboxHint(sv, "read")}
	case sv.Reach.Network != sandbox.NetworkOn &&
		says("name resolution", "enotfound", "eai_again", "unreachable", "fetch failed", "no such host", "econnrefused", "connection refused", "getaddrinfo"):
		return []string{"to give it the network: " + networkHint(sv)}
	}
	return nil
}

// otherURL is the command that gives a server another address; a server that is
// not one's own is changed where it is defined.
func otherURL(sv effective.Server) string {
	if sv.Layer == trust.Yours {
		return "usher server edit " + string(sv.ID) + " --url URL"
	}
	return `mend "url" at ` + sv.Where()
}

// tokenFor is how a server gets a token, or another one: where the entry says that
// one comes from, else by either of two ways (SPEC S3, S9).
func tokenFor(sv effective.Server) []string {
	again := "usher server restart " + string(sv.ID)
	if sv.TokenEnv != "" {
		return []string{"put a token that it takes into the variable " + string(sv.TokenEnv) + ", then: " + again}
	}
	for _, h := range sv.Headers {
		if !strings.EqualFold(h.Name, "Authorization") {
			continue
		}
		one := mcp.Server{Headers: []mcp.Header{h}}
		if secrets := one.SecretNames(); len(secrets) > 0 {
			return []string{"usher secret set " + engine.QuoteArg(string(secrets[0])) + ", then: " + again}
		}
		return []string{"mend the header " + h.Name + " at " + sv.Where() + ", then: " + again}
	}
	byName := `name the variable that holds it, "tokenEnv": "NAME", at ` + sv.Where()
	if sv.Layer == trust.Yours {
		return []string{"to store a token: usher server edit " + string(sv.ID) + " --bearer", "or " + byName}
	}
	return []string{byName}
}
