package mcp

import (
	"net/url"
	"strconv"
	"strings"
)

// maxURL is the longest URL, in bytes.
const maxURL = 8192

// CheckURL says what is wrong with a server's URL, or "" (SPEC S8): https, or
// http to this computer only, written so that every parser reads the same host
// in it. The answer never holds the URL's user info, path or query.
func CheckURL(raw string) (problem string) { return checkURL(raw).message }

// urlFault is a rule, a message that follows the word url, and a way out.
type urlFault struct{ rule, message, hint string }

func checkURL(raw string) urlFault {
	bad := func(message string) urlFault { return urlFault{"mcp/url", message, "write it as https://host/path"} }
	switch {
	case raw == "":
		return bad("may not be empty")
	case len(raw) > maxURL:
		return bad("has at most " + strconv.Itoa(maxURL) + " bytes, got " + strconv.Itoa(len(raw)))
	case strings.Contains(raw, "${"):
		return urlFault{"mcp/no-expansion", "holds ${…}, and nothing is expanded in a URL", "write it out; a secret goes into a header or tokenEnv"}
	}
	if why := oddByte(raw); why != "" {
		return bad(why)
	}
	scheme, rest, ok := strings.Cut(raw, "://")
	scheme = strings.ToLower(scheme)
	if !ok || scheme != "https" && scheme != "http" {
		return bad("must begin with https:// or http://")
	}
	authority := rest
	if end := strings.IndexAny(rest, "/?"); end >= 0 {
		authority = rest[:end]
	}
	if strings.Contains(authority, "@") {
		return urlFault{"mcp/user-info", "carries a user name or password before the @, which is refused and not shown here",
			"put the secret into a header: \"Authorization\": \"Bearer ${secret:NAME}\""}
	}
	if f := checkAuthority(authority, scheme == "http"); f.message != "" {
		return f
	}
	if u, err := url.Parse(raw); err != nil || u.Host != authority {
		return bad("is not well formed")
	}
	return urlFault{}
}

// oddByte says which byte of a URL programs could read in different ways.
func oddByte(raw string) string {
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c <= ' ' || c == 0x7f:
			return "holds a blank or control character"
		case c > 0x7f:
			return "holds a character that is not ASCII; write a host in its xn-- form and the rest in %XX"
		case c == '\\':
			return "holds a backslash, which parsers read in two ways"
		case c == '#':
			return "holds a fragment (#…), which no server ever sees"
		}
	}
	return ""
}
