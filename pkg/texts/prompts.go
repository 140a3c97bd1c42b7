package texts

import (
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

// prompts reads a layer's own folder of flat prompts.
func (l *loader) prompts(root *safefile.Root, layer, dir string) {
	at := filepath.Join(dir, promptsDir)
	files, err := root.Names(promptsDir, maxTexts)
	if err != nil {
		if l.unreadable(at, err) {
			l.holdAll(at, aPrompt)
		}
		return
	}
	for _, name := range files {
		if !templates.IsPromptFile(name) {
			if entries, err := root.Names(promptsDir+"/"+name, maxTexts); err == nil && len(entries) > 0 {
				l.nested(filepath.Join(at, name))
			}
			continue
		}
		data, err := root.Read(promptsDir+"/"+name, templates.MaxFile)
		if err != nil {
			if l.unreadable(filepath.Join(at, name), err) {
				l.hold(aPrompt, promptName(name), filepath.Join(at, name))
			}
			continue
		}
		l.prompt(promptName(name))(templates.ParsePrompt(name, data, layer, filepath.Join(at, name)))
	}
}

// projectPrompt takes a file of a project's folder of prompts or commands.
func (l *loader) projectPrompt(layout trust.Layout, f trust.File) {
	below := strings.TrimPrefix(f.Path, layout.Prompts+"/")
	first, _, deep := strings.Cut(below, "/")
	switch {
	case deep && !layout.Nested:
		if l.in.State == trust.Trusted {
			l.nested(l.inProject(layout.Prompts + "/" + first))
		}
	case !templates.IsPromptFile(path.Base(below)) || hidden(path.Dir(below)):
	case l.in.State != trust.Trusted:
		l.waits(below)
	case layout.Nested:
		l.prompt(promptName(below))(templates.ParseCommand(below, f.Data, trust.Project, l.inProject(f.Path)))
	default:
		l.prompt(promptName(below))(templates.ParsePrompt(below, f.Data, trust.Project, l.inProject(f.Path)))
	}
}

// hidden reports a path with a part that begins with a dot: nobody's business.
func hidden(dir string) bool { return dir != "." && strings.Contains("/"+dir, "/.") }

// waits names a prompt that would be there if its folder were trusted.
func (l *loader) waits(below string) {
	name := promptName(below)
	if _, err := names.ParseCommandName(name); err == nil {
		l.set.Waiting = once(l.set.Waiting, name)
	}
}

// nested says once that a folder below a folder of flat prompts is not looked
// into: its files have no names (SPEC X4). Hidden ones are nobody's business.
func (l *loader) nested(at string) {
	known := func(p fault.Problem) bool { return p.File == at }
	if strings.HasPrefix(filepath.Base(at), ".") || slices.ContainsFunc(l.set.Problems, known) {
		return
	}
	l.note(fault.Problem{
		File: at, Rule: "text/nested", Severity: fault.SeverityNote,
		Message: "a folder in prompts is not looked into", Hint: "move its prompts up, into " + filepath.Dir(at),
	})
}

// promptName is the name that a file below a folder of prompts would have, whether
// it can have it or not.
func promptName(below string) string {
	stem, ok := strings.CutSuffix(below, ".md")
	if !ok || strings.Contains(stem, ":") {
		return ""
	}
	return strings.ReplaceAll(stem, "/", ":")
}

// prompt takes what was made of the file of that name.
func (l *loader) prompt(name string) func(templates.Prompt, []fault.Problem, bool) {
	return func(p templates.Prompt, problems []fault.Problem, usable bool) {
		l.note(problems...)
		if !usable {
			l.hold(aPrompt, name, problems[0].File)
			return
		}
		found := Prompt{Prompt: p}
		for _, q := range l.set.Prompts {
			if q.Name == p.Name && q.ShadowedBy == "" {
				found.ShadowedBy = l.taken(aPrompt, name, p.File, q.Layer, q.File)
				break
			}
		}
		if found.ShadowedBy == "" {
			found.ShadowedBy = l.kept(aPrompt, name, p.File)
		}
		l.set.Prompts = append(l.set.Prompts, found)
	}
}
