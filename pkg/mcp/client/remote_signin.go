package client

import (
	"context"
	"net/http"
	"strings"

	"usher/pkg/strictjson"
)

// SignIn is what a server that wants one says of it. All of it is the server's
// word: nothing of it was fetched or compared, and MetadataURL is not to be asked
// before it was held against the server's own URL (SPEC O1, Q6).
type SignIn struct {
	MetadataURL string // of the protected resource's metadata; "" where it stands at its usual place
	Scope       string
}

// unauthorized tells a server that offers a sign-in from one that only wants
// another token.
func (r *remote) unauthorized(resp *http.Response, say func(Kind, string) *Failure, f *Failure) *Failure {
	c := challenge(resp.Header.Values("Www-Authenticate"))
	why := ""
	if d := c["error_description"]; d != "" {
		why = ": " + d
	} else if e := c["error"]; e != "" {
		why = ": " + e
	}
	f.SignIn = &SignIn{MetadataURL: c["resource_metadata"], Scope: c["scope"]}
	if c["resource_metadata"] != "" {
		return say(NeedsSignIn, "needs sign-in (HTTP 401)"+why)
	}
	if r.authorized() {
		return say(Unauthorized, "needs sign-in: it does not take the token that it got (HTTP 401)"+why)
	}
	return say(Unauthorized, "needs sign-in: it wants a token and got none (HTTP 401)"+why)
}

// authorized reports that a token goes along with every request.
func (r *remote) authorized() bool { return r.carried.Get("Authorization") != "" }

// forbidden is an end: signing in again would not help, and no scope is asked for
// by itself.
func (r *remote) forbidden(method string, resp *http.Response, say func(Kind, string) *Failure) *Failure {
	c := challenge(resp.Header.Values("Www-Authenticate"))
	message := "does not allow " + method + " (HTTP 403)"
	if r.authorized() {
		message = "took the token but does not allow " + method + " with it (HTTP 403: signed in but not allowed)"
	}
	if c["scope"] != "" {
		message += "; it asks for the scopes " + c["scope"]
	}
	return say(Forbidden, message)
}

// offered turns a bare 401 into a sign-in where the server has a document for one
// at one of the usual places: on its own origin, without the token, and read no
// further than to see that it is one.
func (r *remote) offered(ctx context.Context, f *Failure) *Failure {
	const resource = "/.well-known/oauth-protected-resource"
	paths := []string{resource}
	if p := strings.TrimRight(r.address.EscapedPath(), "/"); p != "" {
		paths = []string{resource + p, resource}
	}
	for _, path := range append(paths, "/.well-known/oauth-authorization-server") {
		if r.offers(ctx, path) {
			out := *f
			out.Kind = NeedsSignIn
			return &out
		}
	}
	return f
}

func (r *remote) offers(ctx context.Context, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, maxSaying)
	defer cancel()
	u := *r.address
	u.RawQuery = ""
	at, err := u.Parse(path)
	if err != nil {
		return false
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return false
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", r.carried.Get("User-Agent"))
	resp, err := r.http.Do(req)
	if err != nil {
		return false
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return false
	}
	body, _ := bodyOf(resp, cancel)
	doc, _ := strictjson.Decode(body, strictjson.Options{MaxBytes: maxSaid, MaxDepth: maxDepth, AllowNull: true})
	for _, key := range [...]string{"resource", "issuer"} {
		if _, ok := doc.Get(key).Text(); ok {
			return true
		}
	}
	return false
}
