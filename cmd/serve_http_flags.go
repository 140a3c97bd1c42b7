package cmd

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"usher/pkg/fault"
)

// sound refuses what means nothing, or what would let in whoever comes: --http's flags
// without it, a host or an origin that is a pattern, and the origin "null", which every
// page in a sandbox has (SPEC Q9).
func (h httpOptions) sound() error {
	if h.addr == "" {
		for _, one := range []struct {
			flag  string
			given bool
		}{{"--token-env", h.tokenEnv != ""}, {"--token-file", h.tokenFile != ""}, {"--host", len(h.hosts) > 0}, {"--origin", len(h.origins) > 0}} {
			if one.given {
				return fault.New(fault.Refused, one.flag+" is for --http: on stdin and stdout there is nobody else to let in", "usher serve --http 127.0.0.1:8765 ...")
			}
		}
		return nil
	}
	if h.tokenEnv != "" && h.tokenFile != "" {
		return fault.New(fault.Usage, "--token-env and --token-file each bring the token", "give one of them")
	}
	for _, host := range h.hosts {
		if !soundHost(host) {
			return fault.New(fault.Refused, fmt.Sprintf("--host takes a name as a Host header says it, with a port or without, got %q", host),
				"each name by itself, there are no patterns: --host mcp.example.com")
		}
	}
	for _, origin := range h.origins {
		if !soundOrigin(origin) {
			return fault.New(fault.Refused, fmt.Sprintf("--origin takes an origin as browsers say it, scheme://host with a port or without, got %q", origin),
				"each origin by itself, neither a pattern nor null: --origin https://chat.example.com")
		}
	}
	return nil
}

// soundHost reports a name or an address, with a port or without.
func soundHost(s string) bool {
	name := s
	if _, port, err := net.SplitHostPort(s); err == nil {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
		name = strings.TrimSuffix(s, ":"+port)
	}
	if inside, ok := strings.CutPrefix(name, "["); ok {
		ip, err := netip.ParseAddr(strings.TrimSuffix(inside, "]"))
		return err == nil && ip.Is6() && ip.Zone() == "" && strings.HasSuffix(inside, "]")
	}
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-._", r)
	})
}

// soundOrigin reports what a browser sends as Origin: small letters, and nothing
// behind the host and the port.
func soundOrigin(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme != "" && s == strings.ToLower(u.Scheme+"://"+u.Host) && soundHost(u.Host)
}
