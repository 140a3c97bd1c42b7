package cmd

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"usher/pkg/fault"
	"usher/pkg/mcp/gateway"
	"usher/pkg/safefile"
)

// leastToken is how many characters hold 256 bits (base64).
const leastToken = 43

// tokenOf is the token that a variable holds; what it says is never printed.
func (o *serveOptions) tokenOf(name string) (string, error) {
	token := o.Getenv(name)
	if token == "" {
		return "", fault.New(fault.Refused, fmt.Sprintf("the variable %q holds no token", name), goodToken)
	}
	return soundToken(token, name)
}

const goodToken = "a good one: openssl rand -hex 32"

// soundToken is a token that is long enough and fit for a header; from says whence it is.
func soundToken(token, from string) (string, error) {
	switch {
	case len(token) < leastToken:
		return "", fault.New(fault.Refused, fmt.Sprintf("the token in %s is too short: 256 bits are at least %d characters", from, leastToken), goodToken)
	case len(token) > 4096 || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "", fault.New(fault.Refused, fmt.Sprintf("the token in %s cannot stand in a header: it has to be plain characters without a space", from), goodToken)
	}
	return token, nil
}

// newToken is a fresh token, in a file that only its owner can read. Its name is that
// of the address, which nobody else can have at the same time; what a gateway that was
// killed left there is replaced.
func (o *serveOptions) newToken(at netip.AddrPort, door *gateway.Door) (file string, remove func(), err error) {
	p, err := o.places()
	if err != nil {
		return "", nil, err
	}
	if err := safefile.Private(p.State); err != nil {
		return "", nil, err
	}
	sweepTokens(p.State)
	var b [32]byte
	_, _ = rand.Read(b[:]) // which never fails
	door.Token = base64.RawURLEncoding.EncodeToString(b[:])
	text := []byte(door.Token + "\n")
	file = filepath.Join(p.State, fmt.Sprintf("http-%s-%d.token", strings.ReplaceAll(at.Addr().String(), ":", "_"), at.Port()))
	if err = written(file, text); err != nil {
		e := fault.New(fault.Failed, "the token of this gateway could not be kept: "+err.Error(), "or bring one of your own: --token-env USHER_TOKEN")
		e.Err = err
		return "", nil, e
	}
	return file, func() {
		if now, err := os.ReadFile(file); err == nil && bytes.Equal(now, text) {
			_ = os.Remove(file) // the token opens nothing any more
		}
	}, nil
}

// sweepTokens removes the tokens that gateways left which were killed: a gateway listens
// before its token is written, so where nobody listens the token opens nothing.
func sweepTokens(state string) {
	files, _ := filepath.Glob(filepath.Join(state, "http-*.token"))
	for _, f := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(f), "http-"), ".token")
		i := strings.LastIndexByte(name, '-')
		if i < 0 {
			continue
		}
		at, err := netip.ParseAddrPort(net.JoinHostPort(strings.ReplaceAll(name[:i], "_", ":"), name[i+1:]))
		if err != nil || !at.Addr().IsLoopback() {
			continue
		}
		c, err := net.DialTimeout("tcp", at.String(), time.Second)
		if err == nil {
			_ = c.Close() // it lives
		} else if errors.Is(err, syscall.ECONNREFUSED) {
			_ = os.Remove(f) // what stays is replaced when the address is used again
		}
	}
}

// written makes a new file in place of one that is there; a link is not followed.
func written(file string, text []byte) error {
	if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err = f.Write(text); err != nil {
		_ = f.Close() // the first error counts
		return err
	}
	return f.Close()
}
