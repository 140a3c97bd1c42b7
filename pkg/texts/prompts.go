package texts

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/safefile"
	"usher/pkg/templates"
	"usher/pkg/trust"
)

const (
	promptsDir = "prompts"
	maxPrompts = 512 // SPEC 18
)

// Input is where prompts come from. Project counts only when State is Trusted;
// in another state its prompts are named as waiting.
type Input struct {
	Machine, Home string // absolute; either may be missing
	Project       trust.Folder
	State         trust.State
}

// Prompt is a prompt as it stands.
type Prompt struct {
	templates.Prompt
	ShadowedBy string // layer of the prompt that has the name, or ""
}

// Prompts are all that were found, by precedence: machine, yours, project, and
// within a project by layout.
type Prompts struct {
	All      []Prompt
	Waiting  []string // names in a project folder that is not trusted now
	Problems []fault.Problem
}

// Load reads the prompts of every layer. It never fails: a folder or a file that
// cannot be used is a problem, and costs only itself.
func Load(in Input) Prompts {
	var ps Prompts
	ps.folder(trust.Machine, in.Machine, safefile.Machine)
	ps.folder(trust.Yours, in.Home, safefile.Self)
	for _, f := range in.Project.InOrder() {
		if f.Part == trust.PartPrompt {
			ps.ofProject(in, f)
		}
	}
	return ps
}

// Find gives the prompt that has the name.
func (ps *Prompts) Find(name string) (templates.Prompt, bool) {
	for _, p := range ps.All {
		if string(p.Name) == name && p.ShadowedBy == "" {
			return p.Prompt, true
		}
	}
	return templates.Prompt{}, false
}

func (ps *Prompts) folder(layer, dir string, who safefile.Owner) {
	if dir == "" {
		return
	}
	root, err := safefile.OpenRoot(dir, who)
	if err != nil {
		ps.unreadable(dir, err)
		return
	}
	defer func() { _ = root.Close() }()
	files, err := root.Names(promptsDir, maxPrompts)
	if err != nil {
		ps.unreadable(filepath.Join(dir, promptsDir), err)
		return
	}
	for _, name := range files {
		if !templates.IsPromptFile(name) {
			if entries, err := root.Names(promptsDir+"/"+name, maxPrompts); err == nil && len(entries) > 0 {
				ps.nested(filepath.Join(dir, promptsDir, name))
			}
			continue
		}
		at := filepath.Join(dir, promptsDir, name)
		data, err := root.Read(promptsDir+"/"+name, templates.MaxFile)
		if err != nil {
			ps.unreadable(at, err)
			continue
		}
		ps.add(name, data, layer, at)
	}
}

func (ps *Prompts) ofProject(in Input, f trust.File) {
	name, dir := path.Base(f.Path), promptsOf(f.Layout)
	if path.Dir(f.Path) != dir {
		if below, _, _ := strings.Cut(strings.TrimPrefix(f.Path, dir+"/"), "/"); in.State == trust.Trusted {
			ps.nested(filepath.Join(in.Project.Path, filepath.FromSlash(dir), below))
		}
		return
	}
	if !templates.IsPromptFile(name) {
		return
	}
	if in.State != trust.Trusted {
		ps.waits(name)
		return
	}
	ps.add(name, f.Data, trust.Project, filepath.Join(in.Project.Path, filepath.FromSlash(f.Path)))
}

// waits names a prompt that would be there if its folder were trusted.
func (ps *Prompts) waits(fileName string) {
	name, ok := strings.CutSuffix(fileName, ".md")
	if _, err := names.ParseTextName(name); ok && err == nil && !slices.Contains(ps.Waiting, name) {
		ps.Waiting = append(ps.Waiting, name)
	}
}

// nested says once that a folder below a folder of prompts is not looked into: its
// files have no names (SPEC X4). Hidden ones are nobody's business.
func (ps *Prompts) nested(at string) {
	known := func(p fault.Problem) bool { return p.File == at }
	if strings.HasPrefix(filepath.Base(at), ".") || slices.ContainsFunc(ps.Problems, known) {
		return
	}
	ps.Problems = append(ps.Problems, fault.Problem{
		File: at, Rule: "text/nested", Severity: fault.SeverityNote,
		Message: "a folder in prompts is not looked into", Hint: "move its prompts up, into " + filepath.Dir(at),
	})
}

// promptsOf is a layout's own folder of flat prompts.
func promptsOf(layout string) string {
	for _, l := range trust.Layouts() {
		if l.Name == layout {
			return l.Prompts
		}
	}
	return ""
}

func (ps *Prompts) add(name string, data []byte, layer, at string) {
	p, problems, usable := templates.ParsePrompt(name, data, layer, at)
	ps.Problems = append(ps.Problems, problems...)
	if !usable {
		return
	}
	found := Prompt{Prompt: p}
	if first, ok := ps.Find(string(p.Name)); ok {
		found.ShadowedBy = first.Layer
		ps.Problems = append(ps.Problems, fault.Problem{
			File: at, Entry: string(p.Name), Rule: "text/shadowed", Severity: fault.SeverityWarning,
			Message: fmt.Sprintf("the prompt %q is shadowed by the one in %s", p.Name, first.File), Hint: "rename one of the two",
		})
	}
	ps.All = append(ps.All, found)
}

// unreadable names what could not be read; what is not there is nothing.
func (ps *Prompts) unreadable(at string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var fe *fault.Error
	if errors.As(err, &fe) && len(fe.Problems) > 0 {
		ps.Problems = append(ps.Problems, fe.Problems...)
		return
	}
	ps.Problems = append(ps.Problems, fault.Problem{File: at, Rule: "file/unreadable", Message: err.Error()})
}
