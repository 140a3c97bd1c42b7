package texts

import (
	"path/filepath"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/safefile"
	"usher/pkg/templates"
	"usher/pkg/trust"
)

// skills reads a layer's own folder of skills.
func (l *loader) skills(root *safefile.Root, layer, at, dir string) {
	found, err := root.Names(dir, maxTexts)
	if err != nil {
		l.unreadable(at, err)
		return
	}
	for _, name := range found {
		path := strings.TrimPrefix(dir+"/"+name+"/"+skillFile, "/")
		data, err := root.Read(path, templates.MaxFile)
		if err != nil {
			l.unreadable(filepath.Join(at, name, skillFile), err)
			continue
		}
		l.skill(templates.ParseSkill(name, data, layer, filepath.Join(at, name, skillFile)))
	}
}

func (l *loader) projectSkills() {
	for _, layout := range trust.Layouts() {
		for _, f := range l.in.Project.Files {
			below, ok := strings.CutPrefix(f.Path, layout.Skills+"/")
			name, rest, _ := strings.Cut(below, "/")
			if !ok || rest != skillFile || l.in.State != trust.Trusted {
				continue
			}
			l.skill(templates.ParseSkill(name, f.Data, trust.Project, l.inProject(f.Path)))
		}
	}
}

func (l *loader) skill(k templates.Skill, problems []fault.Problem, usable bool) {
	l.note(problems...)
	if !usable {
		return
	}
	found := Skill{Skill: k}
	if first, ok := l.set.Skill(string(k.Name)); ok {
		found.ShadowedBy = l.taken("skill", string(k.Name), k.File, first.Layer, first.File)
	}
	l.set.Skills = append(l.set.Skills, found)
}
