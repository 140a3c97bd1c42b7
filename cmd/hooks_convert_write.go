package cmd

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

// replace puts the new file in the old one's place, which is kept beside it
// first. A file that changed meanwhile is left as it is.
func (o *hooksConvertOptions) replace(ctx context.Context, v *convertView) error {
	g, err := o.ground()
	if err != nil {
		return err
	}
	if err := g.lockDir(); err != nil {
		return err
	}
	folder, project := projectOf(v.File)
	change := safefile.Change{Path: v.File, Perm: g.mode(false), Max: trust.MaxFile}
	if project { // nothing but definitions is left in a project
		change.Lock = filepath.Join(g.at.State, "project-hooks.lock")
	}
	err = g.change(ctx, change, func(old []byte, _ bool) ([]byte, error) {
		if !bytes.Equal(old, v.old) {
			return nil, fault.New(fault.Failed, v.File+" changed while it was converted", "run the command again")
		}
		var err error
		v.Backup, err = o.backup(ctx, g, v.File, old)
		return []byte(v.Content), err
	})
	if err != nil {
		return err
	}
	v.Written = true
	switch own := filepath.Join(g.at.Home, effective.HooksFile); {
	case g.machine:
	case project:
		v.Notes = append(v.Notes, "the folder counts as changed until you trust it again: "+o.trustLine("grant", folder))
	case v.File == own && g.Policy.HooksPinned:
		v.Notes = append(v.Notes, "policy hooks.pinned is true, so every call is refused until you accept it: "+o.again("usher hooks accept"))
	}
	return nil
}

// looser refuses to write where hooks may refuse less afterwards and nobody has
// said that this is meant.
func (o *hooksConvertOptions) looser(v convertView) error {
	const most = 8
	var names []string
	for _, p := range v.Lost {
		if p.Rule == hooks.RuleLooser {
			names = append(names, strconv.Quote(p.Entry))
		}
	}
	if o.lossy || len(names) == 0 {
		return nil
	}
	more := ""
	if n := len(names); n > most {
		names, more = names[:most], " and "+strconv.Itoa(n-most)+" more"
	}
	file := " " + quoteFolder(v.File)
	if o.flags.machine {
		file = ""
	}
	e := fault.New(fault.Refused, "nothing is written: afterwards these hooks may refuse less: "+strings.Join(names, ", ")+more,
		"look at their scripts, then: "+o.again("usher hooks convert"+file+" --to "+v.To+" --write --lossy"))
	e.Problems = v.Lost
	return e
}

// backup keeps the old file under a name that nothing has, or that has the same
// in it already.
func (o *hooksConvertOptions) backup(ctx context.Context, g ground, path string, old []byte) (string, error) {
	const most = 100
	for i := 1; i < most; i++ {
		name := path + ".bak"
		if i > 1 {
			name += strconv.Itoa(i)
		}
		change := safefile.Change{Path: name, Perm: g.mode(false), Max: trust.MaxFile, Lock: g.lockIn("hooks-backup.lock")}
		err := g.change(ctx, change, func(kept []byte, exists bool) ([]byte, error) {
			switch {
			case !exists:
				return old, nil
			case bytes.Equal(kept, old):
				return nil, nil
			}
			return nil, fs.ErrExist
		})
		if !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
	return "", fault.New(fault.Failed, "there are "+strconv.Itoa(most-1)+" older files beside "+path, "move "+path+".bak and the others away")
}

// projectOf is the folder whose definitions a file belongs to by its place.
func projectOf(path string) (folder string, ok bool) {
	for _, l := range trust.Layouts() {
		if folder, ok := strings.CutSuffix(path, string(filepath.Separator)+filepath.FromSlash(l.Hooks)); ok && l.Hooks != "" {
			return folder, true
		}
	}
	return "", false
}
