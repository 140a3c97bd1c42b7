package cmd

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/hosts/files"
	"usher/pkg/output"
	"usher/pkg/proc"
)

func newHostListCmd(a *app) *cobra.Command {
	o := hostListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List assistants and how usher stands in them",
		Long: `List each assistant that is known: whether it is here, and how usher stands in its
files, as "usher host connect" would write it now. exact is just so; stale is usher's,
with other paths or folders, or not at every event; missing is not there; foreign is
something else under usher's name; unread is a file that cannot be read. A project's
files are looked at in the project folder in force, and where usher was connected.

Nothing is started and nothing is written.

EXIT STATUS
  0  listed
  1  a file of the state folder could not be read
  2  the places are not usable, or the command was not understood`,
		Example: `  # all of them
  usher host list

  # for a script, with each file and what stands in it
  usher host list -o json`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type hostListOptions struct{ *app }

// hostRow is one assistant in one scope.
type hostRow struct {
	Assistant string        `json:"assistant"`
	Name      string        `json:"name"`
	Here      bool          `json:"here"`
	Scope     string        `json:"scope"`
	Project   string        `json:"project"`
	Hooks     string        `json:"hooks"`   // exact, stale, missing, unread, or none where it has no hooks
	Gateway   string        `json:"gateway"` // and foreign
	Files     []hostRowFile `json:"files"`
	Notes     []string      `json:"notes"`
}

type hostRowFile struct {
	File  string   `json:"file"`
	Holds []string `json:"holds"` // what of usher's has its place there
	There bool     `json:"there"`
}

func (o *hostListOptions) run(context.Context, []string) (output.View, error) {
	b, err := o.bench("")
	if err != nil {
		return nil, err
	}
	terms, why := o.terms(b.g)
	records, err := b.conn.store.read()
	if err != nil {
		return nil, err
	}
	v := hostListView{Assistants: []hostRow{}, Notes: []string{}}
	if why != nil {
		v.Notes = append(v.Notes, why.Error()+": nothing can be connected, and nothing counts as exact")
	}
	for _, h := range hostApps() {
		site := b.site.recalls(h, records)
		row := site.row(h, terms)
		row.switched(site, h, b.folders())
		v.Assistants = append(v.Assistants, row)
		for _, project := range projectsOf(records, h.name, b.g.at.Project) {
			site := hostSite{app: o.app, home: b.site.home, project: project}.recalls(h, records)
			row := site.row(h, terms)
			row.switched(site, h, []string{project})
			if row.Hooks != presenceWord(files.Missing) && row.Hooks != hasNone || row.Gateway != presenceWord(files.Missing) && row.Gateway != hasNone {
				v.Assistants = append(v.Assistants, row)
			}
		}
	}
	return v, nil
}

// projectsOf are the folders to look at: the one in force, and those that are recorded.
func projectsOf(records hostRecords, client, project string) []string {
	var out []string
	if project != "" {
		out = append(out, project)
	}
	for _, r := range records.Files {
		if r.Client == client && r.Project != "" && !slices.Contains(out, r.Project) {
			out = append(out, r.Project)
		}
	}
	return out
}

const (
	hasNone    = "none"
	unreadWord = "unread"
)

func (s hostSite) row(h hostApp, t hostTerms) hostRow {
	r := hostRow{
		Assistant: h.name, Name: h.title(), Here: s.here(h), Scope: scopeUser, Project: s.project,
		Hooks: hasNone, Gateway: hasNone, Files: []hostRowFile{}, Notes: []string{},
	}
	if s.project != "" {
		r.Scope = scopeProject
	}
	for _, p := range s.parts(h, t, true, true) {
		data, err := readHost(p.path)
		r.Files = append(r.Files, hostRowFile{File: p.path, Holds: p.holds, There: exists(p.path)})
		if err != nil {
			r.Notes = append(r.Notes, err.Error())
		}
		for _, is := range p.look(data) {
			r.fill(p.path, is, err)
		}
	}
	return r
}

func (r *hostRow) fill(path string, is hostPresence, err error) {
	word := presenceWord(is.state)
	if err != nil || is.err != nil {
		word = unreadWord
	}
	switch {
	case is.what == holdsGateway:
		r.Gateway = word
	case r.Hooks == hasNone, r.Hooks == word:
		r.Hooks = word
	default: // one file for each event: not all are alike
		r.Hooks = presenceWord(files.Changed)
	}
	switch {
	case err == nil && is.err != nil:
		r.Notes = append(r.Notes, is.err.Error())
	case len(is.lacks) > 0 && is.state != files.Missing:
		r.Notes = append(r.Notes, path+" lacks usher at "+list(is.lacks))
	}
	if len(is.byHand) > 0 {
		r.Notes = append(r.Notes, path+" runs usher by hand with other flags at "+list(is.byHand))
	}
}

// here reports that an assistant seems to be on this computer: a file of its own, the
// folder it keeps them in, or its program.
func (s hostSite) here(h hostApp) bool {
	user := hostSite{app: s.app, home: s.home}
	var paths []string
	if p := user.serverFile(h); p != "" {
		paths = append(paths, p)
	}
	for _, f := range user.hookFiles(h) {
		paths = append(paths, f.Path)
	}
	for _, p := range paths {
		if exists(p) || s.telling(filepath.Dir(p)) && exists(filepath.Dir(p)) {
			return true
		}
	}
	for _, name := range hostCommands(h.name) {
		if _, why := proc.LookPath(name, s.home, s.Getenv("PATH"), s.WorkDir); why == "" {
			return true
		}
	}
	return false
}

// telling reports a folder that is one program's alone.
func (s hostSite) telling(dir string) bool {
	switch dir {
	case s.home, filepath.Join(s.home, ".config"), s.Getenv("XDG_CONFIG_HOME"):
		return false
	}
	return runtime.GOOS != "windows" || dir != s.Getenv("APPDATA")
}
