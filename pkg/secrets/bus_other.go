//go:build !linux

package secrets

import "usher/pkg/secrets/wire"

// reachable: the keychain of macOS and of Windows is no matter of variables.
func reachable([]string) (env []string, code wire.Code) { return nil, wire.OK }
