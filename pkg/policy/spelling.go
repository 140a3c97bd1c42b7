package policy

import (
	"net/netip"
	"strings"
)

// plainURL is a URL in the one spelling that patterns can rely on: scheme and host
// in small letters, no port that goes without saying, an address in its shortest
// form, and a path. Its path and query are as written.
func plainURL(raw string) string {
	u, ok := parted(raw)
	if !ok {
		return ""
	}
	return u.scheme + "://" + u.host + u.port + u.path + u.query
}

// settledURL is plainURL with a path as a server may read it once everything in it
// is undone: %XX of what needs none, of slashes and of % itself decoded, slashes
// joined, dot segments gone, and no empty query.
func settledURL(raw string) string {
	u, ok := parted(raw)
	if !ok {
		return ""
	}
	return u.scheme + "://" + u.host + u.port + settledPath(u.path) + settledQuery(u.query)
}

// hereURLs are settledURL under each name of this computer, where it names that.
func hereURLs(raw string) []string {
	u, ok := parted(raw)
	if !ok || !thisComputer(u.host) {
		return nil
	}
	rest := u.port + settledPath(u.path) + settledQuery(u.query)
	return []string{u.scheme + "://localhost" + rest, u.scheme + "://127.0.0.1" + rest, u.scheme + "://[::1]" + rest}
}

// partedURL is a URL in its parts; each but the path may be empty, and port and
// query hold the sign that they begin with.
type partedURL struct{ scheme, host, port, path, query string }

func parted(raw string) (partedURL, bool) {
	scheme, rest, ok := strings.Cut(raw, "://")
	if !ok {
		return partedURL{}, false
	}
	u := partedURL{scheme: strings.ToLower(scheme), host: rest, path: "/"}
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		u.host, rest = rest[:i], rest[i:]
		if i := strings.IndexByte(rest, '?'); i >= 0 {
			rest, u.query = rest[:i], rest[i:]
		}
		if rest != "" {
			u.path = rest
		}
	}
	u.host = strings.ToLower(u.host)
	if i := strings.LastIndexByte(u.host, ':'); i > strings.LastIndexByte(u.host, ']') {
		u.host, u.port = u.host[:i], u.host[i:]
	}
	if u.port == map[string]string{"https": ":443", "http": ":80"}[u.scheme] {
		u.port = ""
	}
	if ip, err := netip.ParseAddr(strings.Trim(u.host, "[]")); err == nil && u.host[0] == '[' {
		u.host = "[" + ip.String() + "]"
	}
	return u, true
}

// thisComputer reports a host that is a name of this computer.
func thisComputer(host string) bool {
	if ip, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return ip.Unmap().IsLoopback()
	}
	return host == "localhost"
}

func settledQuery(query string) string {
	if query == "?" {
		return ""
	}
	return query
}

// straightURL reports a URL without a spelling that is undone somewhere.
func straightURL(raw string) bool {
	return settledURL(raw) == strings.TrimSuffix(plainURL(raw), "?")
}
