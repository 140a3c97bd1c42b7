// Command usher-keychain does one thing with one item of the system's keychain
// and ends: package secrets/wire says what it is asked and what it answers. It
// is a program of its own because the library it links dials the session bus
// before main, and can hang there: usher gives it a few seconds, and ends it.
//
// It asks the Secret Service (the collection "login"), KWallet, the macOS
// Keychain or the Windows Credential Manager, and no other store: not the
// kernel's keyring, which forgets at logout, not pass, not a file. It touches
// items whose key begins with usher/ and no others, prompts for nothing,
// prints nothing on standard error, and leaves no core.
package main

import (
	"os"

	"usher/pkg/secrets/ring"
	"usher/pkg/secrets/wire"
)

func main() {
	wire.NoDump()
	if len(os.Args) > 1 {
		_, _ = os.Stderr.WriteString("usher: error: usher-keychain is started by usher, not by hand\n")
		os.Exit(2)
	}
	os.Exit(ring.Serve(os.Stdin, os.Stdout, open))
}
