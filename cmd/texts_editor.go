package cmd

import (
	"fmt"
	"os"
	"path/filepath"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/proc"
	"usher/pkg/term"
)

// edit opens a file in the person's editor and waits for its end. Where there is no
// terminal or no editor the file's path is the answer, and why says which it was.
func (a *app) edit(g ground, file string) (why string, err error) {
	variable, line, why := a.editor()
	if why != "" {
		return why, nil
	}
	in, _ := a.Stdin.(*os.File)
	out, _ := a.Stdout.(*os.File)
	errs, ok := a.Stderr.(*os.File)
	if !ok {
		errs = out
	}
	words, err := names.SplitLine(line)
	if err != nil || len(words) == 0 {
		return "", fault.New(fault.Refused, fmt.Sprintf("the editor that $%s names cannot be read: %v", variable, err), "put its name and its options there; quotes group")
	}
	dir := filepath.Dir(file)
	program, why := proc.LookPath(words[0], dir, a.Getenv("PATH"), g.at.Project)
	if why != "" {
		return "", fault.New(fault.Failed, fmt.Sprintf("the editor that $%s names cannot be started: %s", variable, why), "edit it with another: "+file)
	}
	// The person's own program, in their own terminal, has their whole environment.
	r := proc.Foreground(proc.Spec{Path: program, Argv0: words[0], Args: append(words[1:], file), Env: a.Environ, Dir: dir}, in, out, errs)
	switch {
	case r.Ending == proc.Exited && r.Code == 0:
		return "", nil
	case r.Ending == proc.Exited:
		return "", fault.New(fault.Failed, fmt.Sprintf("the editor %s ended with status %d", program, r.Code), "the file is as it left it: "+file)
	}
	return "", fault.New(fault.Failed, "the editor failed: "+r.Why, "the file is as it left it: "+file)
}

// editor is the variable that names the editor and its text, or why none is opened.
func (a *app) editor() (variable, line, why string) {
	if !term.IsTerminal(a.Stdin) || !term.IsTerminal(a.Stdout) {
		return "", "", "there is no terminal here"
	}
	for _, name := range [...]string{"VISUAL", "EDITOR"} {
		if line := a.Getenv(name); line != "" {
			return name, line, ""
		}
	}
	return "", "", "neither $VISUAL nor $EDITOR names an editor"
}

// opens reports that an editor will be opened.
func (a *app) opens() bool {
	_, _, why := a.editor()
	return why == ""
}

// editedView is a file that was edited, or that is to be edited: its path alone, so
// that a shell can use it.
type editedView struct {
	File     string          `json:"file"`
	Edited   bool            `json:"edited"` // an editor was opened
	Problems []fault.Problem `json:"problems"`
	Notes    []string        `json:"notes"`
}

func (v editedView) JSON() any { return v }

func (v editedView) Text(w *output.Printer) {
	if !v.Edited {
		w.Line(v.File)
		return
	}
	w.Problems(v.Problems)
}

// edited opens a file of text and says what is wrong with it afterwards.
func (a *app) edited(g ground, file string, notes ...string) (output.View, error) {
	why, err := a.edit(g, file)
	if err != nil {
		return nil, err
	}
	if why == "" && g.machine { // an editor may have put another file in its place
		if err := g.reread(file); err != nil {
			return nil, err
		}
	}
	v := editedView{File: file, Edited: why == "", Problems: []fault.Problem{}, Notes: append([]string{}, notes...)}
	if !v.Edited {
		v.Notes = append([]string{"no editor is opened: " + why}, v.Notes...)
	}
	if a.format() == output.Text {
		for _, n := range v.Notes {
			a.note(n)
		}
	}
	if !v.Edited {
		return v, nil
	}
	w, err := a.wording()
	if err != nil {
		return nil, err
	}
	for _, p := range w.said.Problems {
		if p.File == file {
			v.Problems = append(v.Problems, p)
		}
	}
	return v, nil
}
