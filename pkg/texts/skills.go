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

// skills reads a folder of skills, dir below root and at on the disk; shown is
// what messages call it.
func (l *loader) skills(root *safefile.Root, layer, dir, at, shown string) {
	found, err := root.Names(dir, maxTexts)
	if err != nil {
		if l.unreadable(at, err) {
			l.holdAll(at, aSkill)
		}
		return
	}
	for _, name := range found {
		if strings.HasPrefix(name, ".") {
			continue
		}
		file := filepath.Join(at, name, skillFile)
		if data, err := root.Read(path.Join(dir, name, skillFile), templates.MaxFile); err == nil {
			l.skill(name)(templates.ParseSkill(name, data, layer, file))
		} else {
			l.unread(root, path.Join(dir, name), filepath.Join(at, name), shown, err)
		}
	}
}

// projectSkills takes the skills of one layout of the project, in the order of
// their names.
func (l *loader) projectSkills(layout trust.Layout) {
	files := map[string][]trust.File{} // by the first part of their path below the folder
	var found []string
	for _, f := range l.in.Project.Files {
		if f.Part != trust.PartSkill || f.Layout != layout.Name {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(f.Path, layout.Skills+"/"), "/")
		if files[name] == nil && !strings.HasPrefix(name, ".") {
			found = append(found, name)
		}
		files[name] = append(files[name], f)
	}
	slices.Sort(found)
	for _, name := range found {
		l.projectSkill(layout, name, files[name])
	}
}

func (l *loader) projectSkill(layout trust.Layout, name string, files []trust.File) {
	folder := layout.Skills + "/" + name
	i := slices.IndexFunc(files, func(f trust.File) bool { return f.Path == folder+"/"+skillFile })
	switch {
	case l.in.State != trust.Trusted:
		if _, err := names.ParseTextName(name); err == nil && i >= 0 {
			l.set.Waiting = once(l.set.Waiting, name)
			l.set.WaitingSkills = once(l.set.WaitingSkills, name)
		}
	case i >= 0:
		l.skill(name)(templates.ParseSkill(name, files[i].Data, trust.Project, l.inProject(files[i].Path)))
	case files[0].Path == folder:
		l.stray(name, layout.Skills, l.inProject(folder))
	default:
		var below []string
		for _, f := range files {
			below = append(below, strings.TrimPrefix(f.Path, folder+"/"))
		}
		l.noSkill(name, layout.Skills, l.inProject(folder), below)
	}
}

// skill takes what was made of the file of the skill of that name.
func (l *loader) skill(name string) func(templates.Skill, []fault.Problem, bool) {
	return func(k templates.Skill, problems []fault.Problem, usable bool) {
		l.note(problems...)
		if !usable {
			l.hold(aSkill, name, problems[0].File)
			return
		}
		found := Skill{Skill: k}
		if first, ok := l.set.Skill(name); ok {
			found.ShadowedBy = l.taken(aSkill, name, k.File, first.Layer, first.File)
		} else {
			found.ShadowedBy = l.kept(aSkill, name, k.File)
		}
		l.set.Skills = append(l.set.Skills, found)
	}
}

// once is list with name in it.
func once(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}
