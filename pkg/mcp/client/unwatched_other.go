//go:build !linux

package client

import "io"

// Outlet is w: elsewhere the runtime's own waiting is as good as is known.
func Outlet(w io.WriteCloser) io.WriteCloser { return w }
