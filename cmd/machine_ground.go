package cmd

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"

	"usher/cmd/rungate"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/places"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

// machineDir is the administrator's folder (SPEC L2).
func (a *app) machineDir() string {
	if a.MachineDir != "" {
		return a.MachineDir
	}
	return places.MachineDir(runtime.GOOS, a.Getenv)
}

// machinePlaces are those of a command with --machine. The folder that it writes is
// the machine's, and nothing of the administrator's own counts, nor is it looked
// for: a configuration manager may run without a home folder.
func (a *app) machinePlaces() places.Places {
	dir := a.machineDir()
	return places.Places{Home: dir, Machine: dir, WorkDir: a.WorkDir}
}

// machineGround is what the machine layer says by itself, without anybody's own.
func (a *app) machineGround() ground {
	at := a.machinePlaces()
	m := engine.Material{
		Machine: trust.ReadLayer(trust.Machine, at.Machine, effective.Files()...),
		Yours:   trust.Layer{Name: trust.Yours}, Home: at.Machine,
	}
	return ground{Standing: engine.Stand(m, rungate.Resolver(at, a.Getenv), rungate.RealDir), at: at, named: true, machine: true}
}

// layer is the one that a command writes: the person's own, or the machine's.
func (g ground) layer() string {
	if g.machine {
		return trust.Machine
	}
	return trust.Yours
}

func (g ground) owner() safefile.Owner {
	if g.machine {
		return safefile.Machine
	}
	return safefile.Self
}

// mode is that of a new file, or of a new program, in the layer: the person's is
// theirs alone, the machine's is everybody's to read (SPEC L2, L3).
func (g ground) mode(program bool) fs.FileMode {
	switch {
	case g.machine && program:
		return 0o755
	case g.machine:
		return 0o644
	case program:
		return 0o700
	}
	return 0o600
}

// prepare makes a folder of the layer, or checks the one there is.
func (g ground) prepare(dir string) error {
	if g.machine {
		return safefile.ForEverybody(dir)
	}
	return safefile.Private(dir)
}

// lockIn is a lock of that name in the state folder; for the machine's folder it
// stands there, where every administrator meets it.
func (g ground) lockIn(name string) string {
	if g.machine {
		return filepath.Join(g.at.Machine, "."+name)
	}
	return filepath.Join(g.at.State, name)
}

// lockDir makes the folder of lockIn.
func (g ground) lockDir() error {
	if g.machine {
		return g.prepare(g.at.Machine)
	}
	return safefile.Private(g.at.State)
}

// change writes one file of the layer (SPEC F5). What of the machine's not everybody
// could read would have their calls refused: it is not written into, and what was
// written is read again as usher reads the layer (SPEC L2).
func (g ground) change(ctx context.Context, c safefile.Change, edit func(old []byte, exists bool) ([]byte, error)) error {
	c.Who = g.owner()
	if !g.machine {
		return safefile.Update(ctx, c, edit)
	}
	if err := safefile.Legible(c.Path); err != nil {
		return err
	}
	if err := safefile.Update(ctx, c, edit); err != nil {
		return err
	}
	return g.reread(c.Path)
}

// reread is the check of a file of the machine's that was written.
func (g ground) reread(path string) error {
	err := safefile.Legible(path)
	if err == nil {
		var root *safefile.Root
		if root, err = safefile.OpenRoot(filepath.Dir(path), safefile.Machine); err == nil {
			_, err = root.Read(filepath.Base(path), trust.MaxFile)
			_ = root.Close()
		}
	}
	if err == nil {
		return nil
	}
	return &fault.Error{Kind: fault.Failed, Message: "the file is written, and it does not count as the machine's: " + err.Error(), Err: err, Hints: errorHints(err)}
}

func errorHints(err error) []string {
	if known := new(fault.Error); errors.As(err, &known) {
		return known.Hints
	}
	return nil
}
