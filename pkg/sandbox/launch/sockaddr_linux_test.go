package launch

import (
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"
)

// internet is an address as a program writes it, with noise where it may have some.
func internet(ap netip.AddrPort) (a sockaddr) {
	ip := ap.Addr()
	family, at := unix.AF_INET6, address6
	a.n = unix.SizeofSockaddrInet6
	if ip.Is4() {
		family, at, a.n = unix.AF_INET, address4, unix.SizeofSockaddrInet4
	} else {
		copy(a.b[4:], "flow")
		copy(a.b[scope6:], "scop")
	}
	a.setFamily(uint16(family))
	a.b[2], a.b[3] = byte(ap.Port()>>8), byte(ap.Port())
	copy(a.b[at:], ip.AsSlice())
	return a
}

// FuzzLoopback: SPEC B5: what is let through is loopback by the rules of the
// standard library too, on the port that was asked for, and what is not, is not.
func FuzzLoopback(f *testing.F) {
	for _, s := range []string{"127.0.0.1", "127.255.255.255", "0.0.0.0", "128.0.0.1", "126.255.255.255", "::1", "::", "::2", "::127.0.0.1",
		"::ffff:127.0.0.1", "::ffff:0.0.0.0", "::ffff:10.0.0.1", "fe80::1", "2001:db8::1", "64:ff9b::7f00:1", "::ffff:0:127.0.0.1"} {
		f.Add(netip.MustParseAddr(s).AsSlice(), uint16(80))
	}
	f.Fuzz(func(t *testing.T, ip []byte, port uint16) {
		addr, ok := netip.AddrFromSlice(ip)
		if !ok {
			return
		}
		a := internet(netip.AddrPortFrom(addr, port))
		plain := addr.Unmap()
		want := plain.IsLoopback() || plain.IsUnspecified()
		if got := a.loopback(); got != want {
			t.Fatalf("%s: %v, want %v", addr, got, want)
		}
		if !want {
			return
		}
		at, size := address6, unix.SizeofSockaddrInet6
		if addr.Is4() {
			at, size = address4, unix.SizeofSockaddrInet4
		}
		now, _ := netip.AddrFromSlice(a.b[at : at+len(ip)])
		if !now.Unmap().IsLoopback() || now.Is4In6() != addr.Is4In6() || a.n != size || a.b[2] != byte(port>>8) || a.b[3] != byte(port) {
			t.Fatalf("%s became %s, %d bytes", addr, now, a.n)
		}
		if plain.IsLoopback() && now != addr {
			t.Fatalf("%s became %s", addr, now)
		}
		if clean := internet(netip.AddrPortFrom(now, port)); !addr.Is4() && a != func() sockaddr {
			clear(clean.b[4:8])
			clear(clean.b[scope6:])
			return clean
		}() {
			t.Fatalf("%s keeps a scope or a flow", addr)
		}
	})
}

func TestAtLeastReadsReleases(t *testing.T) {
	for release, want := range map[string]bool{
		"6.18.44-fc": true, "5.14.0-427.el9": true, "5.13.19": false, "5.14": true, "4.19.0": false, "10.1": true, "5": false, "": false,
		"x.y": false, "5.x14": false, "6": true, "99999999999999999999.1": true,
	} {
		if got := atLeast(release, 5, 14); got != want {
			t.Errorf("%q: %v", release, got)
		}
	}
}
