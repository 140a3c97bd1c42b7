package texts

import (
	"path/filepath"
	"slices"

	"usher/pkg/safefile"
	"usher/pkg/trust"
)

// layer reads the texts of a layer's own folder: the administrator's, or the
// person's.
func (l *loader) layer(name, dir string, who safefile.Owner) {
	if dir == "" {
		return
	}
	l.at = name
	root, err := safefile.OpenRoot(dir, who)
	if err != nil {
		if l.unreadable(dir, err) {
			l.holdAll(dir, aPrompt, aSkill)
		}
		return
	}
	defer func() { _ = root.Close() }()
	at := filepath.Join(dir, instructionsFile)
	if data, err := root.Read(instructionsFile, trust.MaxFile); err != nil {
		l.unreadable(at, err)
	} else {
		l.instructions(name, instructionsFile, at, data)
	}
	l.skills(root, name, skillsDir, filepath.Join(dir, skillsDir), skillsDir)
	l.prompts(root, name, dir)
}

// shared reads the folder of skills that a person's assistants have in common.
func (l *loader) shared() {
	if l.in.Shared == "" {
		return
	}
	l.at = trust.Yours
	root, err := safefile.OpenRoot(l.in.Shared, safefile.Self)
	if err != nil {
		l.unreadable(l.in.Shared, err)
		return
	}
	defer func() { _ = root.Close() }()
	if l.in.Home != "" && root.Path() == filepath.Join(trust.RealPath(l.in.Home), skillsDir) {
		return // the person's own folder of skills, read above
	}
	l.skills(root, trust.Yours, "", l.in.Shared, ".kaitoi/skills")
}

// project takes the texts of the project folder, by layout.
func (l *loader) project() {
	l.at = trust.Project
	layouts := trust.Layouts()
	for _, f := range l.in.Project.InOrder() {
		i := slices.IndexFunc(layouts, func(layout trust.Layout) bool { return layout.Name == f.Layout })
		switch {
		case i < 0: // no layout of ours
		case f.Part == trust.PartPrompt:
			l.projectPrompt(layouts[i], f)
		case f.Part == trust.PartInstructions && l.in.State == trust.Trusted:
			l.instructions(trust.Project, f.Path, l.inProject(f.Path), f.Data)
		case f.Part == trust.PartInstructions:
			l.set.WaitingInstructions = append(l.set.WaitingInstructions, l.inProject(f.Path))
		}
	}
	for _, layout := range layouts {
		if layout.Skills != "" {
			l.projectSkills(layout)
		}
	}
}

// inProject is where a file of the project is.
func (l *loader) inProject(below string) string {
	return filepath.Join(l.in.Project.Path, filepath.FromSlash(below))
}
