package cmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/safefile"
)

// Scopes of a connection: the person's own files of an assistant, or a project's.
const (
	scopeUser    = "user"
	scopeProject = "project"
)

// hostRecords is what usher wrote into other assistants' files: hosts/connections.json
// of the state folder, with the files as they were before in hosts/backup. It is how
// a connection is undone, and decides nothing.
type hostRecords struct {
	Version int          `json:"version"`
	Last    int          `json:"last"` // number of the last command that connected
	Files   []hostRecord `json:"files"`
	Own     []string     `json:"own,omitempty"` // folders down to the assistant folder, which were made for it
}

// hostRecord is one file.
type hostRecord struct {
	Client  string   `json:"client"`
	Scope   string   `json:"scope"`
	Project string   `json:"project,omitempty"`
	Path    string   `json:"path"`             // as the assistant names it
	File    string   `json:"file"`             // what was written: Path, or where its link leads
	Holds   []string `json:"holds"`            // hooks, gateway, or a server's id
	Before  string   `json:"before,omitempty"` // SHA-256 of what was there, which is kept under that name; "" for no file
	After   string   `json:"after"`            // SHA-256 of what was written; "" where Before still has something of usher's
	Made    []string `json:"made,omitempty"`   // folders that were made for it, the outer ones first
	Number  int      `json:"number"`           // of the command that wrote it
}

func (r hostRecord) of(client, scope, project string) bool {
	return (client == "" || r.Client == client) && (scope == "" || r.Scope == scope) && (project == "" || r.Project == project)
}

func (r hostRecord) same(o hostRecord) bool {
	return r.Client == o.Client && r.Scope == o.Scope && r.Project == o.Project && r.File == o.File
}

// hostStore keeps the records and the backups below the state folder.
type hostStore struct{ state string }

const hostRecordsMax = 4 << 20

func (s hostStore) dir() string     { return filepath.Join(s.state, "hosts") }
func (s hostStore) file() string    { return filepath.Join(s.dir(), "connections.json") }
func (s hostStore) backups() string { return filepath.Join(s.dir(), "backup") }

func (s hostStore) lock(name string) string { return filepath.Join(s.state, "hosts-"+name+".lock") }

func (s hostStore) backup(sum string) string { return filepath.Join(s.backups(), sum+".bak") }

// read gives what is recorded; no file is nothing. A file that cannot be understood
// is not started anew (SPEC Q10).
func (s hostStore) read() (hostRecords, error) {
	root, err := safefile.OpenRoot(s.dir(), safefile.Self)
	if errors.Is(err, fs.ErrNotExist) {
		return hostRecords{Version: 1}, nil
	}
	if err != nil {
		return hostRecords{}, err
	}
	defer func() { _ = root.Close() }()
	data, err := root.Read(filepath.Base(s.file()), hostRecordsMax)
	if errors.Is(err, fs.ErrNotExist) {
		return hostRecords{Version: 1}, nil
	}
	if err != nil {
		return hostRecords{}, err
	}
	return s.parse(data)
}

func (s hostStore) parse(data []byte) (hostRecords, error) {
	var r hostRecords
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(&r)
	sound := !slices.ContainsFunc(r.Files, func(f hostRecord) bool {
		return !filepath.IsAbs(f.File) || f.Client == "" || f.Before != "" && !isSum(f.Before)
	})
	if err != nil || r.Version != 1 || !sound {
		return hostRecords{}, fault.New(fault.Failed, s.file()+" is not understood, so it is not known what usher wrote where",
			"the files as they were before are in "+s.backups(), "once nothing of it is needed: remove "+s.dir())
	}
	return r, nil
}

func isSum(s string) bool {
	raw, err := hex.DecodeString(s)
	return err == nil && len(raw) == sha256.Size
}

// change rewrites the records.
func (s hostStore) change(ctx context.Context, edit func(*hostRecords)) error {
	if err := safefile.Private(s.dir()); err != nil {
		return err
	}
	c := safefile.Change{Path: s.file(), Max: hostRecordsMax, Lock: s.lock("records")}
	return safefile.Update(ctx, c, func(old []byte, exists bool) ([]byte, error) {
		r := hostRecords{Version: 1}
		if exists {
			var err error
			if r, err = s.parse(old); err != nil {
				return nil, err
			}
		}
		edit(&r)
		next, err := json.MarshalIndent(r, "", "  ")
		return append(next, '\n'), err
	})
}

// keep stores the bytes of a file under their digest, and gives it.
func (s hostStore) keep(ctx context.Context, data []byte) (string, error) {
	sum := sumOf(data)
	if err := safefile.Private(s.backups()); err != nil {
		return "", err
	}
	c := safefile.Change{Path: s.backup(sum), Max: maxForeign, Lock: s.lock("backup")}
	return sum, safefile.Update(ctx, c, func([]byte, bool) ([]byte, error) { return data, nil })
}

// kept is a backup, if it still is what it was.
func (s hostStore) kept(sum string) ([]byte, bool) {
	data, err := safefile.ReadPlain(s.backup(sum), maxForeign)
	return data, err == nil && sumOf(data) == sum
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// record adds a file that is about to be written, or takes the place of its record; own
// are folders of usher's that were made.
func (s hostStore) record(ctx context.Context, r hostRecord, own []string) error {
	return s.change(ctx, func(all *hostRecords) {
		all.Last = max(all.Last, r.Number)
		for _, dir := range own {
			if !slices.Contains(all.Own, dir) {
				all.Own = append(all.Own, dir)
			}
		}
		for i, old := range all.Files {
			if old.same(r) {
				all.Files[i] = r
				return
			}
		}
		all.Files = append(all.Files, r)
	})
}

// forget drops a file's record, and every backup that no record needs.
func (s hostStore) forget(ctx context.Context, gone hostRecord) error {
	var left hostRecords
	err := s.change(ctx, func(all *hostRecords) {
		all.Files = slices.DeleteFunc(all.Files, gone.same)
		left = *all
	})
	if err != nil {
		return err
	}
	needed := slices.ContainsFunc(left.Files, func(r hostRecord) bool { return r.Before == gone.Before })
	if gone.Before != "" && !needed {
		_ = os.Remove(s.backup(gone.Before))
	}
	if len(left.Files) == 0 { // nothing names the assistant folder any more
		hostRecord{Made: left.Own}.unmake()
		return s.clear()
	}
	return nil
}

// clear removes what is kept about connections. Locks stay, empty, beside it.
func (s hostStore) clear() error {
	if err := os.RemoveAll(s.dir()); err != nil {
		return &fault.Error{Message: s.dir() + " could not be removed: " + err.Error(), Err: err}
	}
	return nil
}
