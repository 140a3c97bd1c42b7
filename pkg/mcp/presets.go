package mcp

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/redact"
)

// Preset is a ready-made server (SPEC S14). It is data: adding one saves an
// entry that needs a person's approval like any other.
type Preset struct {
	ID          names.ServerID
	Title       string
	Group       string // a heading: Creative apps
	Description string
	Steps       []string        // what the person does first, in order; nothing of it is done for them
	Inputs      []PresetInput   // what only the person knows
	SignIn      bool            // it asks for a sign-in afterwards (SPEC O1)
	AllowEnv    []names.EnvName // code-loading variables it sets, which the person must allow (SPEC S5)

	server Server // with {name} where an input goes
}

// PresetInput is a word the entry cannot do without.
type PresetInput struct {
	Name    string // version, folder, …
	Prompt  string
	Example string
}

// FindPreset is the preset of an id.
func FindPreset(id string) (Preset, bool) {
	for _, p := range Presets() {
		if string(p.ID) == id {
			return p, true
		}
	}
	return Preset{}, false
}

// Server is the entry with the person's answers in it, checked as one's own file
// is. An answer that is missing, unknown, empty or of no use there is a
// *fault.Error that names the input and not what was given.
func (p Preset) Server(answers map[string]string) (Server, error) {
	for name := range answers {
		if !slices.ContainsFunc(p.Inputs, func(in PresetInput) bool { return in.Name == name }) {
			return Server{}, fault.New(fault.Usage, "the preset "+string(p.ID)+" asks for nothing of that name", "usher server presets")
		}
	}
	for _, in := range p.Inputs {
		if answers[in.Name] == "" {
			return Server{}, fault.New(fault.Usage, "the preset "+string(p.ID)+" needs its "+in.Name+": "+in.Prompt, "for example "+in.Example)
		}
	}
	data, err := With(nil, p.filled(answers))
	if err != nil {
		return Server{}, err
	}
	rules := Rules{Layer: "yours"}
	for _, name := range p.AllowEnv {
		rules.AllowEnv = append(rules.AllowEnv, string(p.ID)+"/"+string(name))
	}
	f := ParseFile(data, Source{}, rules)
	if len(f.Servers) == 1 {
		return f.Servers[0], nil
	}
	e := fault.New(fault.Usage, "the preset "+string(p.ID)+" cannot be made with these answers")
	for _, problem := range f.Problems {
		if problem.Severity == fault.SeverityError {
			e.Message, e.Hints = problem.Message, []string{problem.Hint}
			break
		}
	}
	return Server{}, e
}

// filled puts the answers where they go, each as it is.
func (p Preset) filled(answers map[string]string) Server {
	var pairs []string
	for _, in := range p.Inputs {
		pairs = append(pairs, "{"+in.Name+"}", answers[in.Name])
	}
	fill := strings.NewReplacer(pairs...).Replace
	s := p.server.clone()
	s.ID, s.Description = p.ID, p.Description
	s.Command, s.Package.Spec = fill(s.Command), fill(s.Package.Spec)
	for _, list := range [][]string{s.Args, s.Reach.Read, s.Reach.Write} {
		for i := range list {
			list[i] = fill(list[i])
		}
	}
	for i, v := range s.Env {
		s.Env[i].Value = redact.New(fill(v.Value.Reveal()))
	}
	return s
}

// Entry is the server as a listing shows it, with {name} where an answer goes.
func (p Preset) Entry() Server { return p.server.clone() }
