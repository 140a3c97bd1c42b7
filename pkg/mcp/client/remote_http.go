package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"
)

const (
	maxHeaderBytes = 64 << 10 // of an answer
	maxConnect     = 10 * time.Second
	maxIdle        = 8 // connections that are kept for the next request
)

// errEncoded refuses what could be small here and large once unpacked: identity
// was asked for (SPEC Q5).
var errEncoded = errors.New("compressed content, which it was not asked for")

// hardHTTP is the one way out of this package (SPEC S8, Q5): it follows no
// redirect, keeps no cookie, unpacks nothing, bounds an answer's headers, speaks
// TLS 1.2 or later, asks no proxy for this computer and no resolver for
// localhost. How long a request may take, and when its answer has to begin, is its
// context's to say: a time of the client's own would cut short streams and calls that
// take long.
func hardHTTP(t Target, dial dialer) (*http.Client, *http.Transport, string) {
	roots, why := rootsWith(t.Remote.Roots)
	if why != "" {
		return nil, nil, why
	}
	base := &http.Transport{
		Proxy:                  proxiesOf(t.Remote.Environ).of,
		DialContext:            dial.dial,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots},
		TLSHandshakeTimeout:    maxConnect,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        90 * time.Second,
		MaxIdleConnsPerHost:    maxIdle,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true,
	}
	return &http.Client{Transport: plain{base}, CheckRedirect: stay}, base, ""
}

// stay is the rule for redirects: there is none to follow.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// rootsWith are the certificates that are trusted; nil are the system's.
func rootsWith(pem []byte) (*x509.CertPool, string) {
	if pem == nil {
		return nil, ""
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, "the file of policy http.caFile holds no certificate"
	}
	return pool, ""
}

// plain takes nothing but plain content.
type plain struct{ base http.RoundTripper }

func (p plain) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Header.Set("Accept-Encoding", "identity")
	resp, err := p.base.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	if e := resp.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		_ = resp.Body.Close()
		return nil, errEncoded
	}
	return resp, nil
}

// dialer connects. The zero value asks the system for names.
type dialer struct{ resolver *net.Resolver }

// dial takes localhost for what it is: a name that a resolver, a hosts file or a
// search domain could send elsewhere (SPEC Q5).
func (d dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	plain := net.Dialer{Timeout: maxConnect, KeepAlive: 30 * time.Second, Resolver: d.resolver}
	host, port, err := net.SplitHostPort(address)
	if err != nil || !strings.EqualFold(host, "localhost") {
		return plain.DialContext(ctx, network, address)
	}
	conn, err := plain.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
	if err == nil || ctx.Err() != nil {
		return conn, err
	}
	if other, err := plain.DialContext(ctx, network, net.JoinHostPort("::1", port)); err == nil {
		return other, nil
	}
	return nil, err
}
