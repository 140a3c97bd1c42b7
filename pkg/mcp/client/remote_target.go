package client

import (
	"net/http"
	"net/url"
	"strings"

	"usher/pkg/mcp"
	"usher/pkg/redact"
)

// Remote is where a remote server is and what every request to it carries (SPEC
// S8, O1): every ${…} is replaced, the person's approval checked. What it carries
// goes to the scheme, host and port of the URL and nowhere else.
type Remote struct {
	URL     string       // passed mcp.CheckURL: https, or http to this computer
	Headers []mcp.Header // set on every request
	Token   redact.Value // sent as Authorization: Bearer; empty sends none
	Environ []string     // usher's own environment, looked at for HTTPS_PROXY and NO_PROXY
	Roots   []byte       // PEM, trusted beside the system's (policy http.caFile); nil: none
}

// RemoteTarget is the Target of a remote server, for Dial and Probe. The error of
// what may not be sent comes from there, before anything is.
func RemoteTarget(s mcp.Server, x mcp.Expanded, environ []string, roots []byte, version string) Target {
	return Target{
		ID: s.ID, StartTimeout: s.Timeout, Secrets: x.Secrets, Version: version, Protocol: s.Protocol,
		Remote: Remote{URL: s.URL, Headers: x.Headers, Token: x.Token, Environ: environ, Roots: roots},
	}
}

// carried are the headers of every request, or why one may not be sent. Neither
// holds nor says a value.
func (t Target) carried() (h http.Header, why string) {
	h = http.Header{"User-Agent": {"usher/" + t.Version}}
	for _, own := range t.Remote.Headers {
		name := http.CanonicalHeaderKey(own.Name)
		if fault := badHeaderName(own.Name); fault != "" {
			return nil, "the header " + own.Name + " " + fault
		}
		if fault := badHeaderValue(own.Value.Reveal()); fault != "" {
			return nil, "the header " + own.Name + " " + fault
		}
		if name == "Authorization" && !t.Remote.Token.Empty() {
			return nil, "it has both a token and the header Authorization"
		}
		h[name] = []string{own.Value.Reveal()}
	}
	if token := t.Remote.Token.Reveal(); token != "" {
		if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return nil, "the token holds a blank or another character that no token has"
		}
		h["Authorization"] = []string{"Bearer " + token}
	}
	return h, ""
}

// badHeaderName says why a definition may not set a header. Those that the
// client sets itself, that belong to one connection or that carry cookies are
// not its to set.
func badHeaderName(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	}) {
		return "has a name that is none"
	}
	switch n := strings.ToLower(s); n {
	case "host", "content-length", "content-type", "content-encoding", "cookie", "accept", "accept-encoding", "expect", "last-event-id",
		"connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade":
		return "is one that usher sets itself"
	default:
		if strings.HasPrefix(n, "mcp-") {
			return "is one that usher sets itself"
		}
	}
	return ""
}

func badHeaderValue(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
		return "holds a line break or another control character"
	}
	return ""
}

// origin is what a token is bound to (SPEC S8, Q5).
type origin struct{ scheme, host, port string }

func originOf(u *url.URL) origin {
	o := origin{strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()}
	if o.port == "" {
		o.port = "80"
		if o.scheme == "https" {
			o.port = "443"
		}
	}
	return o
}

// address is the server's URL, its scheme and host in small letters: what
// compares hosts by their bytes, proxies above all, must see one name.
func (r Remote) address() (*url.URL, string) {
	if why := mcp.CheckURL(r.URL); why != "" {
		return nil, "its url " + why
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, "its url is not well formed"
	}
	u.Host = strings.ToLower(u.Host)
	return u, ""
}
