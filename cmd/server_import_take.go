package cmd

import (
	"context"
	"slices"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/secrets"
)

// intake is what comes from another app's file or from a pasted piece, on its way
// into the person's mcp.json. Nothing of it is approved, allowed or marked on the
// way (SPEC M3).
type intake struct {
	*app
	g       ground
	verb    string   // usher server import
	line    string   // the command again, without the answer
	replace bool     // what is there may be replaced
	allow   []string // code-loading variables that may be set

	report files.Report
	from   string // the file's path, "" where it came by stdin or was typed
	kept   []secrets.Key
	equal  []names.SecretName // kept with the very value that comes
	rows   []*incoming
	shown  bool // the person has seen it all at the terminal
	done   bool // saved
	stored bool // secrets with it
	notes  []string
}

// incoming is one entry.
type incoming struct {
	files.Found
	name   string
	ok     bool // it is a server, and no refused entry
	result string
	why    string
	hints  []string
	more   []fault.Problem // what the entry's own notes do not say
	was    mcp.Server      // what it replaces
	allow  []names.EnvName // newly allowed
	typed  map[names.SecretName]redact.Value
	row    serverRow // once saved
	never  string    // why a policy keeps it from starting
	notes  []string
}

// Results of an entry.
const (
	importNew      = "new"
	importReplaces = "replaces"
	importSame     = "same"
	importExists   = "exists"
	importRefused  = "refused"
	importLeft     = "left"
)

func (s *incoming) taken() bool { return s.result == importNew || s.result == importReplaces }

func (s *incoming) refuse(result, why string, hints ...string) {
	s.result, s.why, s.hints = result, why, hints
}

// label is how messages name the entry.
func (s *incoming) label() string {
	if s.ok {
		return string(s.Server.ID)
	}
	return s.name
}

// taken are the servers that are to be saved.
func (in *intake) taken() []*incoming {
	return slices.DeleteFunc(slices.Clone(in.rows), func(s *incoming) bool { return !s.taken() })
}

// read takes what a file holds and judges each server by the mcp.json there is.
func (in *intake) read(ctx context.Context, report files.Report, from string) error {
	in.report, in.from = report, from
	if report.Unusable {
		return in.unusable()
	}
	for _, f := range report.Servers {
		in.rows = append(in.rows, &incoming{Found: f, name: f.Name, ok: true})
	}
	for _, r := range report.Refused {
		in.rows = append(in.rows, &incoming{name: r.Name, result: importRefused, more: r.Problems})
	}
	var err error
	if in.kept, err = in.keptSecrets(); err != nil {
		return err
	}
	if in.equal, err = in.equalSecrets(ctx); err != nil {
		return err
	}
	_, err = in.g.try(in.plan)
	if in.g.machine {
		in.clear()
	}
	return err
}

// unusable is a file of which nothing can be read.
func (in *intake) unusable() error {
	e := fault.New(fault.Refused, "nothing can be taken from it; nothing was saved")
	for _, p := range failing(in.report.Problems) {
		if len(e.Problems) == 0 {
			e.Message, e.Hints = p.Message+"; nothing was saved", sentences(p.Hint)
		}
		e.Problems = append(e.Problems, p)
	}
	if len(e.Problems) == 1 && e.Problems[0].Where() == "" {
		e.Problems = nil // the message says it
	}
	return e
}

// keptSecrets are the names of what is stored now; no keychain is asked.
func (in *intake) keptSecrets() ([]secrets.Key, error) {
	if in.g.machine || !slices.ContainsFunc(in.rows, func(s *incoming) bool { return len(s.Secrets) > 0 }) {
		return nil, nil
	}
	keys, _, err := in.secrets(in.g).List()
	return keys, err
}

func (in *intake) keeps(name names.SecretName) bool {
	return slices.Contains(in.kept, secrets.Secret(name))
}

// equalSecrets are those that are stored with the very value that comes: after a
// command that died before it wrote mcp.json, or in a file read again. An assistant
// learns nothing about what is stored, not even whether a guess is right.
func (in *intake) equalSecrets(ctx context.Context) ([]names.SecretName, error) {
	if in.noAssistant(in.line) != nil {
		return nil, nil
	}
	var out []names.SecretName
	for _, s := range in.rows {
		for _, secret := range s.Secrets {
			if secret.Value.Empty() || !in.keeps(secret.Name) {
				continue
			}
			same, err := in.secrets(in.g).Holds(ctx, secrets.Secret(secret.Name), secret.Value)
			switch {
			case ctx.Err() != nil:
				return nil, err
			case err != nil:
				return out, nil // a store that gives nothing out: each further one could take as long
			case same:
				out = append(out, secret.Name)
			}
		}
	}
	return out, nil
}

// clashes reports a secret whose value would take the place of another one.
func (in *intake) clashes(secret files.Secret) bool {
	return !secret.Value.Empty() && in.keeps(secret.Name) && !slices.Contains(in.equal, secret.Name)
}

// pick leaves out what nobody asked for: words are ids or names; without them it
// is every server, but for those of one folder unless all is said.
func (in *intake) pick(words []string, all bool) error {
	wanted := map[*incoming]bool{}
	for _, word := range words {
		hit := false
		for _, s := range in.rows {
			if word == s.name || s.ok && word == string(s.Server.ID) {
				wanted[s], hit = true, true
			}
		}
		if !hit {
			return fault.New(fault.Usage, "the file has no server of the id or name "+clean.Quote(word), "it has: "+list(in.labels()))
		}
	}
	for _, s := range in.rows {
		switch {
		case len(words) > 0 && !all && !wanted[s]:
			s.refuse(importLeft, "you did not name it")
		case len(words) == 0 && !all && s.Scope != "" && s.taken():
			s.refuse(importLeft, "it is for the folder "+s.Scope+" alone there, and would be yours everywhere", "to take it, name it, or all with --all")
		}
	}
	return nil
}

func (in *intake) labels() []string {
	var out []string
	for _, s := range in.rows {
		out = append(out, s.label())
	}
	return out
}

// allowed refuses an --allow-env that allows nothing.
func (in *intake) allowed() error {
	for _, name := range in.allow {
		switch {
		case !mcp.CodeLoading(name):
			return fault.New(fault.Usage, "what --allow-env names does not change how programs load code and needs no --allow-env", "leave it out")
		case !slices.ContainsFunc(in.rows, func(s *incoming) bool { return slices.Contains(s.AllowEnv, names.EnvName(name)) }):
			return fault.New(fault.Usage, "--allow-env "+name+" allows nothing: no server of the file sets that variable", "leave it out")
		}
	}
	return nil
}
