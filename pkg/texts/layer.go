package texts

import (
	"path/filepath"

	"usher/pkg/safefile"
	"usher/pkg/trust"
)

// layer reads the texts of a layer's own folder: the administrator's, or the
// person's.
func (l *loader) layer(name, dir string, who safefile.Owner) {
	if dir == "" {
		return
	}
	root, err := safefile.OpenRoot(dir, who)
	if err != nil {
		l.unreadable(dir, err)
		return
	}
	defer func() { _ = root.Close() }()
	at := filepath.Join(dir, instructionsFile)
	if data, err := root.Read(instructionsFile, trust.MaxFile); err != nil {
		l.unreadable(at, err)
	} else {
		l.instructions(name, instructionsFile, at, data)
	}
	l.skills(root, name, filepath.Join(dir, skillsDir), skillsDir)
	l.prompts(root, name, dir)
}

// shared reads the folder of skills that a person's assistants have in common.
func (l *loader) shared() {
	if l.in.Shared == "" {
		return
	}
	root, err := safefile.OpenRoot(l.in.Shared, safefile.Self)
	if err != nil {
		l.unreadable(l.in.Shared, err)
		return
	}
	defer func() { _ = root.Close() }()
	l.skills(root, trust.Yours, l.in.Shared, "")
}

// project takes the texts of the project folder, by layout.
func (l *loader) project() {
	layouts := map[string]trust.Layout{}
	for _, layout := range trust.Layouts() {
		layouts[layout.Name] = layout
	}
	for _, f := range l.in.Project.InOrder() {
		layout := layouts[f.Layout]
		switch {
		case f.Part == trust.PartPrompt:
			l.projectPrompt(layout, f)
		case f.Part == trust.PartInstructions && l.in.State == trust.Trusted:
			l.instructions(trust.Project, f.Path, l.inProject(f.Path), f.Data)
		case f.Part == trust.PartInstructions:
			l.set.WaitingInstructions = append(l.set.WaitingInstructions, l.inProject(f.Path))
		}
	}
	l.projectSkills()
}

// inProject is where a file of the project is.
func (l *loader) inProject(below string) string {
	return filepath.Join(l.in.Project.Path, filepath.FromSlash(below))
}
