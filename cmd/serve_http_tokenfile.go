package cmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/places"
	"usher/pkg/safefile"
)

// ownToken is the token that the person brings, "" where none is.
func (o *serveOptions) ownToken() (string, error) {
	switch {
	case o.http.tokenFile != "":
		return o.tokenIn(o.http.tokenFile)
	case o.http.tokenEnv != "":
		return o.tokenOf(o.http.tokenEnv)
	}
	return "", nil
}

// tokenIn is the token in a file, which is the person's or root's and which nobody else
// can read or write (SPEC Q2). A credential of systemd's is for the unit alone, and its
// group bits are how the system shows that.
func (o *serveOptions) tokenIn(path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(o.WorkDir, path)
	}
	root, err := safefile.OpenRoot(filepath.Dir(path), safefile.Self)
	if err != nil {
		return "", noTokenFile(path, err)
	}
	defer func() { _ = root.Close() }()
	data, err := root.Read(filepath.Base(path), 64<<10)
	if err != nil {
		return "", noTokenFile(path, err)
	}
	others := fs.FileMode(0o077)
	if dir := o.Getenv("CREDENTIALS_DIRECTORY"); filepath.IsAbs(dir) && places.Inside(dir, path) {
		others = 0o037
	}
	if info, err := os.Lstat(path); runtime.GOOS != "windows" && (err != nil || info.Mode().Perm()&others != 0) {
		return "", fault.New(fault.Refused, path+" can be read by others, and it holds the token", "chmod 600 "+quoteFolder(path))
	}
	return soundToken(strings.TrimRight(string(data), "\r\n"), path)
}

func noTokenFile(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.Refused, path+" does not exist, and the token is to be in it", goodToken+" >FILE")
	}
	return err
}
