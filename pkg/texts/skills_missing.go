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
)

// unread tells of an entry among the skills whose SKILL.md cannot be read: it has
// none under that very name, it is a file itself, or err.
func (l *loader) unread(root *safefile.Root, entry, at, shown string, err error) {
	name := path.Base(entry)
	in, notListed := root.Names(entry, maxTexts)
	if notListed == nil && !slices.Contains(in, skillFile) {
		l.noSkill(name, shown, at, below(root, entry))
		return
	}
	if _, notRead := root.Read(entry, templates.MaxFile); notListed != nil && notRead == nil {
		l.stray(name, shown, at)
		return
	}
	if l.unreadable(filepath.Join(at, skillFile), err) {
		l.hold(aSkill, name, filepath.Join(at, skillFile))
	}
}

// below is what there is in a skill's folder and in the folders in it, as far as
// it takes to say where its SKILL.md may be.
func below(root *safefile.Root, dir string) []string {
	const folders, deep = 64, 4
	var found []string
	queue := []string{""}
	for n := 0; n < len(queue) && n < folders; n++ {
		in, err := root.Names(path.Join(dir, queue[n]), maxTexts)
		if err != nil {
			continue // a file
		}
		for _, name := range in {
			found = append(found, path.Join(queue[n], name))
			if strings.Count(queue[n], "/") < deep && !strings.HasPrefix(name, ".") {
				queue = append(queue, path.Join(queue[n], name))
			}
		}
	}
	return found
}

// noSkill names a folder among the skills that has no SKILL.md, with what it has
// instead: paths below it.
func (l *loader) noSkill(name, shown, at string, below []string) {
	p := fault.Problem{
		File: at, Entry: name, Rule: "text/no-skill", Severity: fault.SeverityWarning,
		Message: "no " + skillFile + " in " + path.Join(shown, name), Hint: "write it, or move the folder away",
	}
	for _, b := range below {
		first, deeper := path.Split(b)
		switch {
		case first == "" && strings.EqualFold(b, skillFile):
			p.Message += " (found " + b + ")"
			p.Hint, p.Severity = "rename it to "+skillFile, fault.SeverityError
		case first == skillFile+"/":
			p.Message += " (it is a folder)"
			p.Severity = fault.SeverityError
		case deeper == skillFile:
			p.Message += " (found deeper ones)"
			p.Hint, p.Severity = "move each skill up: "+path.Join(shown, "NAME", skillFile), fault.SeverityError
		default:
			continue
		}
		break
	}
	l.note(p)
	if p.Severity == fault.SeverityError {
		l.hold(aSkill, name, at)
	}
}

// stray tells of a text right in the folder of skills, where none is read, or of a
// file that has a skill's name.
func (l *loader) stray(name, shown, at string) {
	if _, err := names.ParseTextName(name); err == nil || templates.IsPromptFile(name) {
		l.note(fault.Problem{
			File: at, Entry: name, Rule: "text/no-skill", Severity: fault.SeverityNote,
			Message: "a file right in " + shown + " is no skill", Hint: "move it to " + path.Join(shown, "NAME", skillFile) + " if it is to be one",
		})
	}
}
