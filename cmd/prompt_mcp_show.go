package cmd

import (
	"fmt"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/output"
)

// show is a server's prompt as it was last described. Its text is the server's to
// say, and nothing is started for it here (SPEC X6).
func (p serverPrompt) show(ps wording) (output.View, error) {
	if err := ps.told(); err != nil {
		return nil, err
	}
	expand := "usher prompt expand '" + p.typed() + "'"
	sv, ok := ps.Set.Find(p.server)
	if !ok {
		return nil, fault.New(fault.Usage, fmt.Sprintf("no server %q is defined%s", p.server, ps.nearID(string(p.server))), "usher server list")
	}
	l := ps.Set.Launch(sv)
	if ps.LedgerErr != nil || !ps.mayPrompt(sv, l) {
		return nil, fault.New(fault.Refused, fmt.Sprintf("server %q may not run as it is now, so none of its prompts is shown", p.server),
			"usher server show "+string(p.server))
	}
	list, asked := ps.knownPrompts(l)
	if !asked {
		return nil, fault.New(fault.Usage, fmt.Sprintf("the prompts of server %q are not known yet", p.server),
			"usher server tools "+string(p.server)+" --refresh", "to ask for the prompt itself: "+expand)
	}
	prompt, err := p.in(list)
	if err != nil {
		return nil, err
	}
	v := serverPromptShown{promptRow: serverPromptRow(string(sv.ID), sv.Layer, sv.Where(), prompt), Arguments: []shownArgument{}, expand: expand}
	v.Description = prompt.Description
	for _, a := range prompt.Arguments {
		v.Arguments = append(v.Arguments, shownArgument(a))
	}
	return v, nil
}

// halfNamed is a word that begins as a server's prompt does and names none.
func halfNamed(word string) (why string, half bool) {
	if _, whole := serverPromptOf(word); whole || !strings.HasPrefix(word, "mcp:") {
		return "", false
	}
	return fmt.Sprintf("%q names no prompt of a server; one is written /mcp:server:prompt", "/"+word), true
}

// noteHalfNamed says on stderr that a message that begins so is printed as typed.
func (a *app) noteHalfNamed(message string) {
	fields := strings.Fields(message)
	if len(fields) == 0 || !strings.HasPrefix(message, "/") {
		return
	}
	if why, half := halfNamed(strings.TrimPrefix(fields[0], "/")); half {
		a.note(why + "; the message is printed as typed")
	}
}

type shownArgument struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
}

type serverPromptShown struct {
	promptRow
	Arguments []shownArgument `json:"arguments"`

	expand string // the command that asks for the text
}

func (v serverPromptShown) JSON() any { return v }

func (v serverPromptShown) Text(w *output.Printer) {
	w.Line(strings.TrimSpace("/" + v.Name + " " + v.ArgumentHint))
	if v.Description != "" {
		w.Text(v.Description)
	}
	for _, a := range v.Arguments {
		line := a.Name
		if a.Required {
			line += " (required)"
		}
		if a.Description != "" {
			line += ": " + a.Description
		}
		w.Line(line)
	}
	w.Line("as the server last described it; to ask for its text: " + v.expand)
}
