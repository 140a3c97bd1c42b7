package cmd

import (
	"path/filepath"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/term"
)

// serverRows say what one server would run and reach, for a card. Everything the
// launch digest covers is in them but those texts of variables and headers that look
// like secrets: of these the names (SPEC A1, A3).
func serverRows(set *effective.Set, sv effective.Server, from sources) []term.Row {
	l := set.Launch(sv)
	rows := []term.Row{{Label: "server", Values: []string{string(sv.ID)}, Words: true}, {Label: "defined at", Values: []string{sv.Where()}}}
	if sv.Remote() {
		rows = append(rows, remoteRows(sv, from)...)
	} else {
		rows = append(rows, localRows(sv, l)...)
	}
	rows = append(rows, envRows(sv, from)...)
	rows = append(rows, secretRows(sv, from)...)
	s := from.reach(sv)
	if rows = append(rows, s.rows()...); s.why != "" {
		rows = append(rows, term.Row{Label: "cannot start", Values: []string{s.why}, Red: true})
	}
	if r, never := set.Refusal(sv); never {
		rows = append(rows, term.Row{Label: "never starts", Values: []string{r.Words()}, Words: true, Red: true})
	}
	if l.Why != "" {
		return append(rows, term.Row{Label: "cannot start", Values: []string{l.Why}, Red: true})
	}
	return append(rows, term.Row{Label: "launch", Values: []string{string(l.Key.Digest)}, Words: true})
}

func remoteRows(sv effective.Server, from sources) []term.Row {
	var headers []string
	for _, h := range sv.Headers {
		headers = append(headers, h.Name+": "+origin(h.Name, h.Value, from, map[names.EnvName]bool{}))
	}
	rows := []term.Row{{Label: "url", Values: []string{sv.URL}}, {Label: "headers", Values: headers, Quoted: true}}
	if sv.TokenEnv != "" {
		rows = append(rows, term.Row{Label: "token", Values: []string{string(sv.TokenEnv) + ", " + setNow(sv.TokenEnv, from.Getenv)}, Words: true})
	}
	if sv.OAuth.ClientID != "" {
		rows = append(rows, term.Row{Label: "sign-in as", Values: []string{sv.OAuth.ClientID}})
	}
	if len(sv.OAuth.Scopes) > 0 {
		rows = append(rows, term.Row{Label: "scopes", Values: sv.OAuth.Scopes})
	}
	return rows
}

// localRows are the command line and where it leads: the program that would be
// started, the file it really is, and the script that it would read.
func localRows(sv effective.Server, l effective.Launch) []term.Row {
	rows := []term.Row{{Label: "command", Values: []string{sv.Command}}, {Label: "arguments", Values: sv.Args, Numbered: true}}
	if sv.Package.Kind != "" {
		rows[0] = term.Row{Label: "package", Values: []string{sv.Package.Kind + ":" + sv.Package.Spec, sv.Package.Bin}}
	}
	if l.Program.Path != "" {
		rows = append(rows, term.Row{Label: "program", Values: []string{l.Program.Path}})
		if l.Program.Real != l.Program.Path {
			rows = append(rows, term.Row{Label: "which is", Values: []string{l.Program.Real}})
		}
	}
	if l.WorkDir == "" {
		return rows
	}
	if script := scriptOf(sv.Command, sv.Args); script != "" && !filepath.IsAbs(script) {
		rows = append(rows, term.Row{Label: "script", Values: []string{filepath.Join(l.WorkDir, script)}})
	}
	return append(rows, term.Row{Label: "runs in", Values: []string{l.WorkDir}})
}

// envRows name every variable the server gets or is built from, and say whether
// those of the person's environment are set now. Those that change how programs
// load code stand apart, in red (SPEC S5).
func envRows(sv effective.Server, from sources) []term.Row {
	var plain, loading []string
	named := map[names.EnvName]bool{sv.TokenEnv: true}
	for _, v := range sv.Env {
		words := string(v.Name) + ": " + variableOrigin(sv, v, from, named)
		if mcp.CodeLoading(string(v.Name)) {
			loading = append(loading, words)
		} else {
			plain = append(plain, words)
		}
	}
	for _, n := range sv.EnvNames() {
		if !named[n] {
			plain = append(plain, string(n)+": read for the command line or a header, "+setNow(n, from.Getenv))
		}
	}
	rows := []term.Row{{Label: "environment", Values: plain, Quoted: true}}
	if len(loading) > 0 {
		rows = append(rows, term.Row{Label: "code-loading", Values: loading, Quoted: true, Red: true})
	}
	return rows
}

// variableOrigin says where a variable's text comes from; the names it takes it from
// are added to named.
func variableOrigin(sv effective.Server, v mcp.EnvVar, from sources, named map[names.EnvName]bool) string {
	if !v.Passed {
		return origin(string(v.Name), v.Value, from, named)
	}
	named[v.Name] = true
	if own, ok := ownStored(sv, v, from); ok {
		return "from the secret " + string(own)
	}
	return "from your environment, " + setNow(v.Name, from.Getenv)
}

// ownStored is the stored secret that a listed variable is taken from.
func ownStored(sv effective.Server, v mcp.EnvVar, from sources) (names.SecretName, bool) {
	own, ok := sv.OwnSecret(v)
	return own, ok && from.stored(own) == isStored
}

// origin is a text that stands in the file, quoted, and where what it names comes
// from; of a text that looks like a secret it says only that there is one.
func origin(name string, value redact.Value, from sources, named map[names.EnvName]bool) string {
	var words []string
	switch shown := mcp.Show(name, value); {
	case shown.Hidden:
		words = append(words, "a text that stands in the file, not shown because it looks like a secret")
	case shown.Literal:
		words = append(words, clean.Quote(shown.Text))
	}
	one := mcp.Server{Env: []mcp.EnvVar{{Value: value}}}
	for _, n := range one.EnvNames() {
		named[n] = true
		words = append(words, "from your "+string(n)+", "+setNow(n, from.Getenv))
	}
	for _, n := range one.SecretNames() {
		words = append(words, "from the secret "+string(n))
	}
	return strings.Join(words, "; ")
}

func setNow(name names.EnvName, getenv func(string) string) string {
	if getenv(string(name)) == "" {
		return "not set now"
	}
	return "set now"
}
