package mcp

import (
	"net/netip"
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
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c <= ' ' || c == 0x7f:
			return bad("holds a blank or control character")
		case c > 0x7f:
			return bad("holds a character that is not ASCII; write a host in its xn-- form and the rest in %XX")
		case c == '\\':
			return bad("holds a backslash, which parsers read in two ways")
		case c == '#':
			return bad("holds a fragment (#…), which no server ever sees")
		}
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

// checkAuthority checks host[:port].
func checkAuthority(authority string, plain bool) urlFault {
	host, port, hasPort := authority, "", false
	if i := strings.LastIndexByte(authority, ':'); i > strings.LastIndexByte(authority, ']') {
		host, port, hasPort = authority[:i], authority[i+1:], true
	}
	if hasPort {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 || strconv.FormatUint(n, 10) != port {
			return urlFault{"mcp/url", "has a port that is not 1 to 65535", "leave the port out or write it in plain digits"}
		}
	}
	here, why := checkHost(host)
	switch {
	case why != "":
		return urlFault{"mcp/url", why, "write the host's plain name or its address in its usual form"}
	case plain && !here:
		return urlFault{"mcp/plain-http", "is plain http to " + host + ", which is not this computer", "use https, or localhost, 127.0.0.1 or [::1]"}
	}
	return urlFault{}
}

// checkHost says whether a host is this computer, and what is wrong with it.
func checkHost(host string) (here bool, why string) {
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		ip, err := netip.ParseAddr(inner)
		if !ok || err != nil || !ip.Is6() || ip.Zone() != "" {
			return false, "has brackets around something that is no IPv6 address"
		}
		return checkAddress(ip)
	}
	if host == "" {
		return false, "names no host"
	}
	if len(host) > 253 {
		return false, "has a host of more than 253 characters"
	}
	labels := strings.Split(strings.ToLower(host), ".")
	for _, l := range labels {
		if !hostLabel(l) {
			return false, "has a host that is no plain name: letters, digits, - and single dots between them"
		}
	}
	if numeric(labels[len(labels)-1]) {
		ip, err := netip.ParseAddr(host)
		if err != nil || !ip.Is4() {
			return false, "has a number for a host that is no plain IPv4 address"
		}
		return checkAddress(ip)
	}
	return strings.ToLower(host) == "localhost", ""
}

func checkAddress(ip netip.Addr) (here bool, why string) {
	if ip.Unmap().IsUnspecified() {
		return false, "has the unspecified address for a host, which is every service of this computer"
	}
	return ip == netip.IPv6Loopback() || ip == netip.AddrFrom4([4]byte{127, 0, 0, 1}), ""
}

func hostLabel(l string) bool {
	if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' {
		return false
	}
	for i := 0; i < len(l); i++ {
		c := l[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

// numeric reports a last label that URL parsers read as part of an IPv4 address:
// digits, or 0x and hexadecimal digits.
func numeric(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}
