package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/textproto"
	"net/url"
	"syscall"
)

// broken is why there is no answer: the network, or a bound of the connection.
func (r *remote) broken(method string, err error) *Failure {
	var inner *url.Error // it repeats the address
	if errors.As(err, &inner) {
		err = inner.Err
	}
	var already *Failure
	var name *net.DNSError
	var dial *net.OpError
	var cert *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var header textproto.ProtocolError
	var record tls.RecordHeaderError
	out := func(why string) *Failure { return r.words.fail(Unreachable, why) }
	switch {
	case errors.As(err, &already):
		return already
	case errors.Is(err, context.Canceled) && r.over.Err() != nil:
		return r.words.fail(Closed, "was ended by usher")
	case errors.Is(err, errEncoded):
		return r.words.fail(Protocol, "answered "+method+" with "+err.Error())
	case errors.Is(err, errProxy), errors.Is(err, errElsewhere):
		return r.words.fail(NotStarted, "was not asked: "+err.Error())
	case errors.As(err, &cert):
		return out("could not be reached safely: " + cert.Err.Error())
	case errors.As(err, &authority):
		return out("could not be reached safely: " + authority.Error())
	case errors.As(err, &record):
		return out("could not be reached: " + r.own.host + " port " + r.own.port + " does not speak TLS")
	case errors.As(err, &name) && name.IsNotFound:
		return out("could not be reached: there is no host " + r.own.host)
	case errors.As(err, &dial) && dial.Op == "proxyconnect":
		return out("could not be reached: the proxy of HTTPS_PROXY " + reason(dial.Err))
	case errors.As(err, &dial) && dial.Op == "dial":
		return out("could not be reached at " + r.own.host + " port " + r.own.port + ": " + reason(dial.Err))
	case errors.As(err, &header): // which repeats the line
		return r.words.fail(Protocol, "answered "+method+" with a header that is none of HTTP")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return out("broke the connection before it had answered " + method)
	}
	return out("could not be asked for " + method + ": " + err.Error())
}

// reason is a connection's fault in the words of this program's.
func reason(err error) string {
	var timeout net.Error
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refuses the connection"
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return "did not take the connection within " + within(maxConnect)
	}
	return err.Error()
}
