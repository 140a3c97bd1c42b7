package cmd

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"usher/pkg/fault"
	"usher/pkg/mcp/gateway"
)

// httpOptions are those of --http (SPEC V1, Q9).
type httpOptions struct {
	addr, tokenEnv, tokenFile string
	hosts, origins            []string
}

func (o *serveOptions) httpFlags(f *pflag.FlagSet) {
	f.StringVar(&o.http.addr, "http", "", "speak over HTTP at this `address:port`, /mcp, instead of stdin and stdout; port 0 is a free one")
	f.StringVar(&o.http.tokenEnv, "token-env", "", "the `variable` that holds the bearer token; without it a new one is written to a file in the state folder, and only this computer is served")
	f.StringVar(&o.http.tokenFile, "token-file", "", "the `FILE` that holds the bearer token, which nobody else may read")
	f.StringArrayVar(&o.http.hosts, "host", nil, "a `name[:port]` by which clients reach it, as their Host header says it; may be given again")
	f.StringArrayVar(&o.http.origins, "origin", nil, "the `origin` of a web page that may use it; may be given again")
}

// overHTTP reports that assistants come over HTTP.
func (o *serveOptions) overHTTP() bool { return o.http.addr != "" }

// serveHTTP speaks over HTTP until ctx ends; up is called once it listens, with how
// usher status shows it.
func (o *serveOptions) serveHTTP(ctx context.Context, g *gateway.Gateway, up func(front string)) error {
	at, err := o.http.address()
	if err != nil {
		return err
	}
	door := gateway.Door{Origins: o.http.origins}
	if door.Token, err = o.ownToken(); err != nil {
		return err
	}
	l, err := net.Listen("tcp", at.String())
	if err != nil {
		return unheard(at, err)
	}
	defer l.Close()
	at = l.Addr().(*net.TCPAddr).AddrPort()
	at = netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	door.Hosts = o.http.known(at)
	where := "http://" + at.String() + "/mcp"
	if door.Token == "" {
		file, remove, err := o.newToken(at, &door)
		if err != nil {
			return err
		}
		defer remove()
		o.note("assistants are served at "+where, "the bearer token is in "+file+", until this ends")
	} else {
		o.note("assistants are served at " + where)
	}
	up(where)
	return g.ServeNet(ctx, l, door)
}

// address is where to listen: numbers, so that no resolver has a say.
func (h httpOptions) address() (netip.AddrPort, error) {
	host, port, err := net.SplitHostPort(h.addr)
	if host == "localhost" {
		host = "127.0.0.1"
	}
	ip, badIP := netip.ParseAddr(host)
	number, badPort := strconv.ParseUint(port, 10, 16)
	if err != nil || badIP != nil || badPort != nil || ip.Zone() != "" {
		return netip.AddrPort{}, fault.New(fault.Refused, fmt.Sprintf("--http takes an address in numbers and a port, got %q", h.addr), "for this computer alone: --http 127.0.0.1:8765")
	}
	at := netip.AddrPortFrom(ip.Unmap(), uint16(number))
	switch {
	case !at.Addr().IsLoopback() && h.tokenEnv == "" && h.tokenFile == "":
		return at, fault.New(fault.Refused, fmt.Sprintf("%s is reached from other computers, and then the token has to be one that you chose", at),
			"put it into a variable: --token-env USHER_TOKEN", "or into a file that only you can read: --token-file FILE", "for this computer alone: --http 127.0.0.1:"+port)
	case at.Addr().IsUnspecified() && len(h.hosts) == 0:
		return at, fault.New(fault.Refused, fmt.Sprintf("%s is every address of this computer, and clients have to name one that is known", at),
			"say what their Host header says: --host mcp.example.com")
	}
	return at, nil
}

// known are the Host headers that are let in: the address as numbers, for this
// computer its name too, and what --host says (SPEC Q9).
func (h httpOptions) known(at netip.AddrPort) []string {
	hosts := append([]string{}, h.hosts...)
	var names []string
	if !at.Addr().IsUnspecified() {
		names = append(names, at.Addr().String())
	}
	if at.Addr().IsLoopback() {
		names = append(names, "localhost")
	}
	for _, name := range names {
		whole := net.JoinHostPort(name, strconv.Itoa(int(at.Port())))
		hosts = append(hosts, whole)
		if at.Port() == 80 { // which clients do not write
			hosts = append(hosts, strings.TrimSuffix(whole, ":80"))
		}
	}
	return hosts
}

// unheard is why an address cannot be listened at.
func unheard(at netip.AddrPort, err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	e := fault.New(fault.Failed, fmt.Sprintf("cannot listen at %s: %v", at, err), "take another port, or 0 for any that is free")
	e.Err = err
	return e
}
