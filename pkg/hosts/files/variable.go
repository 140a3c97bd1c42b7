package files

import (
	"strings"

	"usher/pkg/names"
)

// variable reads what stands inside one.
func (e *entry) variable(open, body string) (p piece, why, hint string) {
	word, rest, colon := strings.Cut(body, ":")
	switch {
	case open == "$(":
		return p, "holds $(…), which runs a shell, and usher runs none", refForms
	case open == "${{":
		kind, name, _ := strings.Cut(strings.TrimSpace(body), ".")
		if kind == "secrets" || kind == "inputs" {
			return piece{pieceAsked, name}, "", ""
		}
		return p, "holds a ${{ … }} that is not known", refForms
	case open == "{" && word == "file":
		return p, "holds {file:…}, and usher reads no file there", "store its text: usher secret set ID/NAME"
	case body == "workspace", word == "workspaceFolder", word == "workspaceRoot":
		return piece{pieceRef, "${workspace}"}, "", ""
	case body == "userHome":
		return piece{pieceRef, "${env:HOME}"}, "", ""
	case colon && word == "input":
		return piece{pieceAsked, rest}, "", ""
	case colon && word == "secret":
		if _, err := names.ParseSecretName(rest); err != nil {
			return p, "holds a ${secret:…} with a name that is none", refForms
		}
		return piece{pieceRef, "${secret:" + rest + "}"}, "", ""
	case colon && word == "env":
		return environment(rest)
	}
	return environment(body)
}

// environment reads NAME or NAME:-default.
func environment(s string) (p piece, why, hint string) {
	name, fallback, has := strings.Cut(s, ":-")
	switch _, err := names.ParseEnvName(name); {
	case err != nil:
		return p, "holds a variable that is not known", refForms
	case strings.Contains(fallback, "${"):
		return p, "holds a variable inside another", refForms
	case has:
		return piece{pieceRef, "${env:" + name + ":-" + fallback + "}"}, "", ""
	}
	return piece{pieceRef, "${env:" + name + "}"}, "", ""
}

// shellNames says whether the client takes $NAME for a variable.
func (e *entry) shellNames() bool { return e.im.client.twoAddresses() || e.im.client == Crush }

// dollarName is NAME of $NAME or of Bearer $NAME, "" for anything else: no app
// means that text itself, and it must never be sent.
func dollarName(s string) (before, name string) {
	before, name, found := strings.Cut(s, "$")
	scheme := strings.TrimSpace(before)
	if !found || strings.ContainsAny(scheme, " :") || len(name) < 2 || nameLength(name) != len(name) || strings.ToUpper(name) != name {
		return "", ""
	}
	if before != "" && !strings.HasSuffix(before, " ") {
		return "", ""
	}
	return before, name
}
