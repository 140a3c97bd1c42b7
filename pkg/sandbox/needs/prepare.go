package needs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"usher/pkg/fault"
	"usher/pkg/safefile"
	"usher/pkg/sandbox"
)

// Prepare makes the server's own data folder, for the person alone, and gives the
// plan its real path. Below the place of all data nothing is a link: what one leads
// to would be given without being asked for. A folder that takes no file is refused
// before a server finds out by itself. What is hidden from the server and is not there
// yet, usher's state, is made first (SPEC B2).
func (w World) Prepare(p *sandbox.Plan) error {
	if err := safefile.Private(w.State); w.State != "" && err != nil {
		return err
	}
	servers := filepath.Dir(p.Data)
	for _, dir := range [...]string{filepath.Dir(servers), servers, p.Data} {
		err := safefile.Private(dir)
		if info, there := os.Lstat(dir); err == nil && there == nil && dir != filepath.Dir(servers) && info.Mode()&fs.ModeSymlink != 0 {
			err = errors.New(dir + " is a link")
		}
		if err != nil {
			return unusable(dir, err)
		}
	}
	real, err := filepath.EvalSymlinks(p.Data)
	if err == nil {
		err = takesFiles(real)
	}
	if err != nil {
		return unusable(p.Data, err)
	}
	p.Data = real
	return nil
}

func unusable(dir string, err error) error {
	return &fault.Error{Kind: fault.Refused, Message: "the server's data folder cannot be used: " + err.Error(), Err: err,
		Hints: []string{"look at " + dir + ", or name another place: --data DIR"}}
}

// takesFiles makes a small file in a folder and takes it away.
func takesFiles(dir string) error {
	f, err := os.CreateTemp(dir, ".usher-")
	if err != nil {
		return err
	}
	_, err = f.WriteString("usher")
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}
