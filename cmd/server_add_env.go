package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// changeEnv sets and passes variables, name by name. A file says either which
// ones are listed or what each is: where both are wanted, a listed one becomes
// ${secret:ID/NAME} where that is stored or asked for, else ${env:NAME}, which is
// what a list means (SPEC S9).
func (w *wanted) changeEnv(s *mcp.Server) error {
	said := map[names.EnvName]bool{}
	add := func(v mcp.EnvVar) error {
		if said[v.Name] {
			return fault.New(fault.Usage, "the variable "+string(v.Name)+" is given twice", "give it once")
		}
		said[v.Name] = true
		if at := slices.IndexFunc(s.Env, func(have mcp.EnvVar) bool { return have.Name == v.Name }); at >= 0 {
			s.Env[at] = v
		} else {
			s.Env = append(s.Env, v)
		}
		return nil
	}
	for _, text := range w.env {
		v, err := setVariable(text)
		if err == nil {
			err = add(v)
		}
		if err != nil {
			return err
		}
	}
	for _, text := range w.pass {
		name, err := names.ParseEnvName(text)
		if err == nil {
			err = add(mcp.EnvVar{Name: name, Passed: true})
		} else {
			err = fault.New(fault.Usage, "--pass-env takes a name alone: "+err.Error(), "--pass-env NAME, or --env 'NAME=${env:OTHER}'")
		}
		if err != nil {
			return err
		}
	}
	if slices.ContainsFunc(s.Env, passed) && slices.ContainsFunc(s.Env, func(v mcp.EnvVar) bool { return !v.Passed }) {
		return w.mapEnv(s)
	}
	return nil
}

// mapEnv writes what is listed as texts.
func (w *wanted) mapEnv(s *mcp.Server) error {
	own := w.askedFor(s.ID)
	if w.stored != nil {
		stored, err := w.stored()
		if err != nil {
			return err
		}
		own = append(own, stored...)
	}
	for i, v := range s.Env {
		if !v.Passed {
			continue
		}
		name := mcp.OwnSecretName(s.ID, string(v.Name))
		s.Env[i] = mcp.EnvVar{Name: v.Name, Value: redact.New("${env:" + string(v.Name) + "}")}
		if slices.Contains(own, name) {
			s.Env[i].Value = reference(name)
		}
	}
	return nil
}

// setVariable reads NAME=TEXT, or NAME alone for one whose text is asked for. No
// message repeats what may be a secret.
func setVariable(text string) (mcp.EnvVar, error) {
	word, value, assigned := strings.Cut(text, "=")
	name, err := names.ParseEnvName(word)
	switch {
	case err != nil:
		return mcp.EnvVar{}, fault.New(fault.Usage, "--env is not usable: "+err.Error(), "--env 'NAME=${env:OTHER}'")
	case !assigned:
		return mcp.EnvVar{Name: name, Passed: true}, nil
	}
	return mcp.EnvVar{Name: name, Value: redact.New(value)}, nil
}

// variables are the names in this program's environment.
func (a *app) variables() []string {
	var out []string
	for _, line := range a.Environ {
		name, _, _ := strings.Cut(line, "=")
		if _, err := names.ParseEnvName(name); err == nil && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// loading are the code-loading variables that a server sets.
func loading(s mcp.Server) []names.EnvName {
	var out []names.EnvName
	for _, v := range s.Env {
		if mcp.CodeLoading(string(v.Name)) {
			out = append(out, v.Name)
		}
	}
	return out
}

// allowances are the names that --allow-env lets a server set and that it was not
// allowed before (SPEC S5). A name that needs none, or that the server does not
// set, is a slip; one that it sets and nobody allowed is refused.
func (w *wanted) allowances(s mcp.Server, before []names.EnvName) ([]names.EnvName, error) {
	sets := loading(s)
	var out []names.EnvName
	for _, text := range w.allow {
		name, err := names.ParseEnvName(text)
		switch {
		case err != nil:
			return nil, fault.New(fault.Usage, "--allow-env takes a name alone: "+err.Error(), "--allow-env NAME")
		case !mcp.CodeLoading(text):
			return nil, fault.New(fault.Usage, "the variable "+text+" does not change how programs load code and needs no --allow-env", "leave it out")
		case !slices.Contains(sets, name):
			return nil, fault.New(fault.Usage, "--allow-env "+text+" allows nothing: the server does not set that variable", "say what it is too: --env '"+text+"=${env:OTHER}'")
		case !slices.Contains(before, name) && !slices.Contains(out, name):
			out = append(out, name)
		}
	}
	for _, name := range sets {
		if !slices.Contains(before, name) && !slices.Contains(out, name) {
			return nil, fault.New(fault.Refused, fmt.Sprintf("the variable %s changes how programs load code, and a server sets it only if you allow it by name", name),
				"if you mean it, repeat the command with --allow-env "+string(name))
		}
	}
	return out, nil
}

// mayAllow admits --allow-env: a person at their terminal, or a script where
// policy approve.unattended lets one approve (SPEC S5, A4, A5). It approves
// nothing: the variable stands in red on the card of the launch. line is the
// command without --allow-env.
func (a *app) mayAllow(g ground, allow []names.EnvName, line string) error {
	if len(allow) == 0 {
		return nil
	}
	for _, name := range allow {
		line += " --allow-env " + string(name)
	}
	if err := a.noAssistant(line); err != nil {
		return err
	}
	why, person := term.LookAtPerson(a.Getenv, a.Stdin)
	if person || g.decidesAlone() {
		return nil
	}
	apart, hint := g.notAlone()
	if apart == "" {
		hint = "a script may where policy approve.unattended is true"
	}
	return fault.New(fault.NeedsPerson, fmt.Sprintf("to let a server set %s is for a person to decide, and %s", allow[0], strings.Join(sentences(why, apart), "; ")),
		"in a terminal of your own: "+a.again(line), hint)
}

// allowedIn are the allowances that count for a file that is checked: what was
// allowed is a matter of the person's own mcp.json, and of no other.
func (a *app) allowedIn(path string) []string {
	at, err := a.places()
	if err != nil {
		return nil
	}
	own, err := os.Stat(filepath.Join(at.Home, effective.ServersFile))
	if err != nil {
		return nil
	}
	if this, err := os.Stat(path); err != nil || !os.SameFile(own, this) {
		return nil
	}
	ledger, err := trust.ReadLedger(at.State)
	if err != nil {
		return nil
	}
	return ledger.AllowedEnv()
}
