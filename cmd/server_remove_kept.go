package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/secrets"
)

// keptOf are a server's own secrets and its sign-in.
func (a *app) keptOf(g ground, id names.ServerID) ([]secrets.Key, error) {
	keys, _, err := a.secrets(g).List()
	return slices.DeleteFunc(keys, func(k secrets.Key) bool { return !k.Of(id) }), err
}

// forgetSecrets comes first: one that the store does not remove leaves the server
// and everything about it as it was, and no later server of that id finds one that
// was believed gone (SPEC S10, E5).
func (o *serverRemoveOptions) forgetSecrets(ctx context.Context, g ground, r removal) error {
	if len(r.kept) == 0 {
		return nil
	}
	_, err := o.secrets(g).RemoveServer(ctx, r.id)
	known := new(fault.Error)
	if !errors.As(err, &known) {
		return err
	}
	e := *known
	e.Message, e.Err = "server \""+string(r.id)+"\" is not removed: "+e.Message, err
	return &e
}

// dataOf is the data folder of a server, "" where there is none (SPEC L4).
func dataOf(data string, id names.ServerID) string {
	path := filepath.Join(data, "servers", string(id))
	if info, err := os.Lstat(path); err != nil || !info.IsDir() {
		return ""
	}
	return path
}

// forgetData removes the data folder and follows no link out of it.
func (r removal) forgetData(data string) error {
	if r.data == "" {
		return nil
	}
	root, err := os.OpenRoot(data)
	if err == nil {
		place := filepath.Join("servers", string(r.id))
		if err = root.RemoveAll(place); errors.Is(err, fs.ErrPermission) {
			unshut(root, place)
			err = root.RemoveAll(place)
		}
		err = errors.Join(err, root.Close())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &fault.Error{Kind: fault.Failed, Message: "the server is removed, but not all of its data in " + r.data, Err: err, Hints: []string{"look at that folder, and remove it yourself"}}
	}
	return nil
}

// unshut opens a folder that a server has shut, and those in it, to be removed: caches
// of packages often are read-only. It follows no link, and what fails is left to the
// removal to say.
func unshut(root *os.Root, path string) {
	_ = root.Chmod(path, 0o700)
	in, err := root.OpenRoot(path)
	if err != nil {
		return
	}
	defer in.Close()
	entries, _ := fs.ReadDir(in.FS(), ".")
	for _, e := range entries {
		if e.IsDir() {
			unshut(in, e.Name())
		}
	}
}
