package client

import (
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"usher/pkg/redact"
)

// errProxy is a proxy in the environment that cannot be used. Its value may hold a
// password and is never shown.
var errProxy = errors.New("the value of HTTPS_PROXY is no proxy's address (it is not shown here); write it as http://host:port, or name the server in NO_PROXY")

// proxies is the environment's proxy rule: https goes through HTTPS_PROXY unless
// NO_PROXY names the host. Requests to this computer never use one (SPEC S8, Q5),
// and plain http goes nowhere else.
type proxies struct {
	via  redact.Value
	none []string
}

func proxiesOf(environ []string) proxies {
	var p proxies
	var no string
	for _, name := range [...]string{"https_proxy", "HTTPS_PROXY"} { // the last one counts
		if v := lookup(environ, name); v != "" {
			p.via = redact.New(v)
		}
	}
	for _, name := range [...]string{"no_proxy", "NO_PROXY"} {
		if v := lookup(environ, name); v != "" {
			no = v
		}
	}
	p.none = strings.FieldsFunc(strings.ToLower(no), func(r rune) bool { return r == ',' || r == ' ' })
	return p
}

func lookup(environ []string, name string) string {
	for _, line := range environ {
		if v, ok := strings.CutPrefix(line, name+"="); ok {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// of is the rule as a transport asks for it.
func (p proxies) of(req *http.Request) (*url.URL, error) {
	o := originOf(req.URL)
	if p.via.Empty() || o.scheme != "https" || o.here() || p.spared(o) {
		return nil, nil
	}
	u, err := url.Parse(p.via.Reveal())
	if err != nil || u.Host == "" {
		u, err = url.Parse("http://" + p.via.Reveal())
	}
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" {
		return nil, errProxy
	}
	switch u.Scheme {
	case "http", "https", "socks5", "socks5h":
		return u, nil
	}
	return nil, errProxy
}

// secrets are what must not be shown of a proxy's address.
func (p proxies) secrets() []redact.Value {
	out := []redact.Value{p.via}
	for _, raw := range [...]string{p.via.Reveal(), "http://" + p.via.Reveal()} {
		if u, err := url.Parse(raw); err == nil && u.User != nil {
			password, _ := u.User.Password()
			out = append(out, redact.New(password), redact.New(u.User.String()))
		}
	}
	return out
}

// here reports this computer, by exactly these names (SPEC S8).
func (o origin) here() bool {
	if o.host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(o.host)
	return err == nil && ip.Unmap().IsLoopback()
}

// spared reports a host that NO_PROXY names: *, a name and all below it, an
// address, a range of addresses, each with a port or without.
func (p proxies) spared(o origin) bool {
	ip, err := netip.ParseAddr(o.host)
	for _, one := range p.none {
		if one == "*" {
			return true
		}
		if within, bad := netip.ParsePrefix(one); bad == nil {
			if err == nil && within.Contains(ip.Unmap()) {
				return true
			}
			continue
		}
		if name, ok := strings.CutSuffix(one, ":"+o.port); ok && (strings.Count(one, ":") == 1 || strings.HasSuffix(name, "]")) {
			one = name
		}
		one = strings.TrimPrefix(strings.Trim(one, "[]"), "*")
		if name := strings.TrimPrefix(one, "."); name != "" && (o.host == name && name == one || strings.HasSuffix(o.host, "."+name)) {
			return true
		}
	}
	return false
}
