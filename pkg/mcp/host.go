package mcp

import (
	"net/netip"
	"strconv"
	"strings"
)

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
