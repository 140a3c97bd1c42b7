package cmd

import (
	"fmt"
	"strconv"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/hooks"
	"usher/pkg/policy"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// card is everything a folder brings, on one screen (SPEC A3, T6): the digest,
// every file, every server and hook, what cannot be covered, and what is unusual.
func (o *trustGrantOptions) card(s shown, set *effective.Set) term.CardData {
	c := term.CardData{Title: "Trust this project folder?", Rows: []term.Row{
		{Label: "folder", Values: []string{s.folder.Path}},
		{Label: "now", Values: []string{string(s.state)}, Words: true},
		{Label: "digest", Values: []string{string(s.folder.Digest)}, Words: true},
	}}
	c.Rows = append(append(c.Rows, fileRows(s)...), textRows(s)...)
	from := o.sources(s.ground)
	from.reach = looking{o.app, s.ground, set, s.folder.Path, true}.at
	for _, sv := range projectServers(set) {
		if sv.ShadowedBy != "" {
			c.Rows = append(c.Rows, term.Row{Label: "server", Words: true,
				Values: []string{string(sv.ID) + ", which never starts: a server of that name is " + holder(set, sv)}})
			continue
		}
		c.Rows = append(c.Rows, serverRows(set, sv, from)...)
		if s.Policy.TrustServers == policy.Each && !forbidden(set, sv) {
			c.Rows = append(c.Rows, term.Row{Label: "", Values: []string{"it waits: it does not start until you approve it too, with usher server approve"}, Words: true})
		}
		if sv.Disabled {
			c.Rows = append(c.Rows, term.Row{Label: "disabled", Values: []string{"it does not start while its entry says so"}, Words: true})
		}
		c.Warnings = append(c.Warnings, serverWarnings(set, sv, from)...)
	}
	for _, h := range projectHooks(set) {
		c.Rows = append(c.Rows, hookRows(h)...)
	}
	for _, f := range set.Waiting {
		c.Rows = append(c.Rows, term.Row{Label: "hooks file", Values: []string{f.Path}}, term.Row{Label: "", Values: []string{waitsWords}, Words: true})
		for _, h := range f.Hooks {
			c.Rows = append(c.Rows, hookRows(h)...)
		}
	}
	for _, u := range s.folder.Uncovered {
		c.Rows = append(c.Rows, term.Row{Label: "not covered", Values: []string{u.Path}}, term.Row{Label: "", Values: []string{"it " + u.Why}, Words: true})
	}
	c.Warnings = append(c.Warnings, folderWarnings(s, set)...)
	return c
}

const waitsWords = "it waits: nothing of it runs until you accept it too, with usher hooks accept"

// fileRows are the folder's files by what became of them since it was trusted.
func fileRows(s shown) []term.Row {
	old, _, _ := s.copied() // without a copy every file is new
	by, told := map[trust.Change][]string{}, 0
	for _, f := range trust.CompareFolders(old, s.folder) {
		by[f.Change] = append(by[f.Change], f.Path)
		if f.Change != trust.FileGone && toldBy(f) {
			told++
		}
	}
	var rows []term.Row
	for _, c := range [...]struct {
		change trust.Change
		label  string
	}{{trust.FileNew, "new files"}, {trust.FileChanged, "changed files"}, {trust.FileGone, "gone files"}, {trust.FileSame, "same files"}} {
		if len(by[c.change]) > 0 {
			rows = append(rows, term.Row{Label: c.label, Values: by[c.change], Listed: true})
		}
	}
	if told > 0 {
		rows = append(rows, term.Row{Label: "texts", Words: true,
			Values: []string{strconv.Itoa(told) + " of these files may be told to an assistant: instructions, prompts, skills"}})
	}
	return rows
}

// hookRows are one hook: what it is asked about and the command line it runs.
func hookRows(h hooks.Hook) []term.Row {
	about := string(h.Event)
	switch {
	case h.Parked:
		about += ", parked: it does not run"
	case h.Event == hooks.PreToolUse && h.Warn:
		about += ", and when it fails the call goes on"
	case h.ModelOutput:
		about += ", and an assistant is told what it prints"
	}
	rows := []term.Row{{Label: "hook", Values: []string{string(h.Name)}, Words: true}, {Label: "runs on", Values: []string{about}, Words: true}}
	if h.Event.OnTool() {
		rows = append(rows, term.Row{Label: "tools", Values: []string{h.Match.String()}})
	}
	rows = append(rows, term.Row{Label: "command", Values: []string{h.Command}}, term.Row{Label: "arguments", Values: h.Args, Numbered: true})
	if h.Shell {
		rows = append(rows, term.Row{Label: "", Values: []string{"read by a shell: it is a script, not one program"}, Words: true})
	}
	return rows
}

// folderWarnings say what is unusual about a folder as a whole.
func folderWarnings(s shown, set *effective.Set) []string {
	var says []string
	for _, f := range set.Faults {
		if f.Layer == trust.Project {
			says = append(says, clean.Quote(f.Path)+" cannot be used: while this folder is trusted, every call here is refused")
		}
	}
	for _, d := range set.Guards {
		if d.Layer == trust.Project {
			says = append(says, fmt.Sprintf("the hook entry %s cannot be used: while this folder is trusted, every call that it could match is refused", clean.Quote(entryName(d))))
		}
	}
	if n := dropped(set); n > 0 {
		says = append(says, strconv.Itoa(n)+" of its server entries cannot be used and do not start: usher trust show names them")
	}
	if len(projectHooks(set))+len(set.Waiting) > 0 {
		says = append(says, "hooks run outside any sandbox, with your permissions")
	}
	if s.definitionsOnly() {
		says = append(says, "only the definitions are covered: the files that they name can change without asking you")
	} else if len(s.folder.Uncovered) > 0 {
		says = append(says, "what is not covered can change without asking you")
	}
	return says
}

func entryName(d hooks.Dropped) string {
	if d.Name != "" {
		return d.Name
	}
	return d.Problem.Entry
}

// dropped counts the project's server entries that do not load.
func dropped(set *effective.Set) int {
	n := 0
	for _, d := range set.Dropped {
		if d.Layer == trust.Project {
			n++
		}
	}
	return n
}
