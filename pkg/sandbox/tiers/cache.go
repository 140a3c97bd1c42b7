package tiers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"usher/pkg/safefile"
)

// cacheName is the file below the state folder; maxCache how long it may be.
const (
	cacheName   = "sandbox.json"
	maxCache    = 64 << 10
	cacheFormat = 1
)

// key is what an answer holds for: anything else is another computer, another boot
// of it, another person, or another set of programs.
type key struct {
	Format     int      `json:"format"`
	Boot       string   `json:"boot"`
	Kernel     string   `json:"kernel"`
	User       int      `json:"user"`
	Version    string   `json:"version"`
	Run        string   `json:"run"`        // path and identity of usher-run
	Bubblewrap string   `json:"bubblewrap"` // and of bwrap
	Settings   Settings `json:"settings"`
}

// remembered is the file.
type remembered struct {
	Key   key   `json:"key"`
	Found Found `json:"found"`
}

// recall is the answer for a key. A file that is broken, foreign, or somebody
// else's is no answer: it only keeps usher from looking, so nobody is told, and
// the next answer replaces it.
func recall(dir string, k key) (Found, bool) {
	if dir == "" || k.Boot == "" {
		return Found{}, false
	}
	root, err := safefile.OpenRoot(dir, safefile.Self)
	if err != nil {
		return Found{}, false
	}
	defer root.Close()
	data, err := root.Read(cacheName, maxCache)
	if err != nil {
		return Found{}, false
	}
	var r remembered
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&r) != nil || d.More() || !reflect.DeepEqual(r.Key, k) || !r.Found.valid() {
		return Found{}, false
	}
	return r.Found, true
}

// remember writes the answer, and says why it could not. A state folder that does
// not exist yet is made by what has to be kept, not by this.
func remember(ctx context.Context, dir string, k key, f Found) string {
	if dir == "" || k.Boot == "" {
		return ""
	}
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	data, err := json.Marshal(remembered{Key: k, Found: f})
	if err != nil {
		return "which sandbox works here is not remembered: " + err.Error()
	}
	c := safefile.Change{Path: filepath.Join(dir, cacheName), Max: maxCache}
	write := func() error {
		return safefile.Update(ctx, c, func([]byte, bool) ([]byte, error) { return append(data, '\n'), nil })
	}
	if err = write(); err != nil && ctx.Err() == nil && ours(c.Path) && os.Remove(c.Path) == nil {
		err = write() // it was usher's own file, and damaged
	}
	if err != nil {
		return "which sandbox works here is not remembered, and is found out again at the next start: " + err.Error() + deleting(c.Path)
	}
	return ""
}

// ours reports a file that usher wrote, whatever became of it since.
func ours(path string) bool {
	st, err := os.Lstat(path)
	return err == nil && st.Mode().IsRegular() && isMine(st)
}

// deleting is the command that takes away what stands in the file's place; usher
// removes nothing that it did not make.
func deleting(path string) string {
	st, err := os.Lstat(path)
	command := "rm "
	switch {
	case err != nil || ours(path):
		return ""
	case st.IsDir():
		command = "rm -r "
	case st.Mode().IsRegular():
		command = "rm -f "
	}
	if !plainPath(path) {
		path = "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return "; to delete it: " + command + path
}
