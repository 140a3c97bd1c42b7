package cmd

import (
	"path/filepath"
	"strconv"
	"unicode/utf8"

	"usher/pkg/output"
	"usher/pkg/policy"
	"usher/pkg/term"
	"usher/pkg/texts"
	"usher/pkg/trust"
)

// trustText is a text of the folder that an assistant is told, or can ask for.
type trustText struct {
	Kind       string `json:"kind"` // instructions, skill or prompt
	Name       string `json:"name,omitempty"`
	Path       string `json:"path"`
	Characters int    `json:"characters"`           // of the text itself
	Cut        bool   `json:"cut"`                  // instructions longer than what is sent
	Announced  bool   `json:"announced"`            // goes with every message: instructions, or a skill's line
	ShadowedBy string `json:"shadowedBy,omitempty"` // the layer that has the name

	holder string // where the text that has the name stands
}

// trustWeight is how much of the folder's text goes with every message (SPEC X2, X3).
type trustWeight struct {
	Characters int `json:"characters"`
	Tokens     int `json:"tokens"` // roughly
}

// textsOf are the folder's texts as they would count once it is trusted, and what
// they add to every message.
func (s shown) textsOf() (texts.Set, []trustText, trustWeight) {
	in := texts.Input{
		Machine: s.at.Machine, Home: s.at.Home, Project: s.folder, State: trust.Trusted,
		ProjectFirst: s.Policy.TextsPrecedence == policy.PrecedenceProject,
	}
	if s.userHome != "" {
		in.Shared = filepath.Join(s.userHome, ".kaitoi", "skills")
	}
	with := texts.Load(in)
	in.Project, in.State = trust.Folder{}, trust.None
	without := texts.Load(in)
	out := []trustText{}
	for _, t := range with.Instructions {
		if t.Layer == trust.Project {
			out = append(out, trustText{Kind: "instructions", Path: s.inFolder(t.File), Characters: t.Characters, Cut: t.Cut, Announced: true})
		}
	}
	for _, k := range with.Skills {
		if k.Layer == trust.Project {
			t := trustText{Kind: "skill", Name: string(k.Name), Path: s.inFolder(k.File), Characters: utf8.RuneCountInString(k.Body), Announced: k.Announced, ShadowedBy: k.ShadowedBy}
			if first, ok := with.Skill(t.Name); ok && t.ShadowedBy != "" {
				t.holder = first.File
			}
			out = append(out, t)
		}
	}
	for _, p := range with.Prompts {
		if p.Layer == trust.Project {
			t := trustText{Kind: "prompt", Name: string(p.Name), Path: s.inFolder(p.File), Characters: utf8.RuneCountInString(p.Body), ShadowedBy: p.ShadowedBy}
			if first, ok := with.Prompt(t.Name); ok && t.ShadowedBy != "" {
				t.holder = first.File
			}
			out = append(out, t)
		}
	}
	return with, out, weight(with.Context(), without.Context())
}

// weight is what one text has more than another.
func weight(with, without string) trustWeight {
	return trustWeight{
		Characters: max(0, utf8.RuneCountInString(with)-utf8.RuneCountInString(without)),
		Tokens:     max(0, texts.Tokens(with)-texts.Tokens(without)),
	}
}

// inFolder is a file's path below the folder, with slashes.
func (s shown) inFolder(file string) string {
	rel, err := filepath.Rel(s.folder.Path, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}

// textRows are what the folder's texts cost and which of them count for nothing, for
// a card; nothing where there are none.
func textRows(s shown) []term.Row {
	_, told, weight := s.textsOf()
	if len(told) == 0 {
		return nil
	}
	rows := []term.Row{{Label: "each message", Values: []string{weight.words()}, Words: true}}
	for _, t := range told {
		if t.ShadowedBy != "" {
			rows = append(rows, term.Row{Label: "not used", Values: []string{t.Path}}, term.Row{Label: "", Values: []string{t.hidden()}, Words: true})
		}
	}
	return rows
}

// hidden says who has the name of a shadowed text (SPEC L7).
func (t trustText) hidden() string { return "that name is " + whose(t.ShadowedBy) + ", in " + t.holder }

// text is one text on its line.
func (t trustText) text(w *output.Printer) {
	switch {
	case t.ShadowedBy != "":
		w.Line("hides    " + t.what() + " is not used: " + t.hidden())
	case t.Kind == "instructions":
		line := "tells    the assistant what " + t.Path + " says, with every message: " + strconv.Itoa(t.Characters) + " characters"
		if t.Cut {
			line += ", of which the first " + strconv.Itoa(texts.MaxInstructions) + " are sent"
		}
		w.Line(line)
	case t.Kind == "skill" && !t.Announced:
		w.Line("offers   " + t.what() + ", which is not announced: the catalogue is full")
	default:
		w.Line("offers   " + t.what())
	}
}

func (t trustText) what() string {
	name := t.Name
	if t.Kind == "prompt" {
		name = "/" + name
	}
	return "the " + t.Kind + " " + name + " of " + t.Path
}

// words say what the folder's texts cost.
func (t trustWeight) words() string {
	return strconv.Itoa(t.Characters) + " characters of this folder go with every message, roughly " + strconv.Itoa(t.Tokens) + " tokens"
}
