//go:build !linux

package gateway

import "io"

// outward is the stream itself.
func outward(out io.Writer) (w io.Writer, close func()) { return out, func() {} }
