package files

import (
	"strings"

	"usher/pkg/mcp"
)

// remote is an entry with an address.
func (x *exporter) remote() []member {
	s, shape := x.server, x.info.Shape
	if shape.URL == "" {
		x.fail("remote", x.info.Name+" takes no address in its file", "put usher itself there: usher host connect NAME")
		return nil
	}
	if len(mcp.PlainSecrets(mcp.Server{URL: s.URL})) > 0 {
		x.fail("secret", "the address looks as if it held a secret, and no secret is written into another app's file", "")
	}
	ms := append(x.info.typed(shape.Remote), pair(shape.URL, newText(x.must("url", s.URL))))
	var headers []member
	for _, h := range s.Headers {
		if text, ok := x.text("headers."+h.Name, h.Name, h.Value.Reveal()); ok {
			headers = append(headers, pair(h.Name, newText(text)))
		}
	}
	if s.TokenEnv != "" {
		ref, ok := x.info.variable(string(s.TokenEnv), "", false, "")
		switch {
		case x.able.token != "":
			ms = append(ms, pair(x.able.token, newText(string(s.TokenEnv))))
		case ok:
			headers = append(headers, pair("Authorization", newText("Bearer "+ref)))
		default:
			x.warn("token", "the token of the variable "+string(s.TokenEnv)+" is left out: "+x.info.Name+" has no form for it", "sign in there")
		}
	}
	switch {
	case len(headers) > 0 && x.info.Client == Kkss:
		x.fail("headers", x.info.Name+" sends no headers of a person's own", "")
	case len(headers) > 0:
		ms = append(ms, pair(shape.Headers, newTable(headers...)))
	}
	if s.OAuth.ClientID != "" || len(s.OAuth.Scopes) > 0 {
		x.warn("oauth", "what usher asks for at a sign-in ("+strings.Join(s.OAuth.Scopes, " ")+") is left out", "sign in there")
	}
	return ms
}
