package mcp

import (
	"slices"
	"strings"

	"usher/pkg/strictjson"
)

const (
	projectHint = "name it instead: ${secret:NAME} or ${env:NAME}"
	projectRule = "mcp/secret-in-project"
)

// projectValue refuses a literal env or header value of a project's file that
// looks like a secret, by itself or by its name (SPEC S6).
func (e *entry) projectValue(name string, parts []part, what string, at strictjson.Place) {
	if e.p.rules.Project && secretValue(name, parts) {
		e.fail(at, projectRule, what+" looks like a secret; a project file cannot hold one", projectHint)
	}
}

func secretValue(name string, parts []part) bool {
	return slices.ContainsFunc(literals(parts), func(text string) bool {
		return Secretish(text) || secretName(name) && worthHiding(text)
	})
}

// projectArg refuses an argument of a project's file that holds a secret.
func (e *entry) projectArg(before string, parts []part, what string, at strictjson.Place) {
	if e.p.rules.Project && secretArg(before, parts) {
		e.fail(at, projectRule, what+" looks like a secret; a project file cannot hold one", "pass it in env instead")
	}
}

// secretArg reports an argument that holds a secret: by its form, or as the value
// of a flag whose name says so. before is the argument ahead of it.
func secretArg(before string, parts []part) bool {
	return slices.ContainsFunc(literals(parts), func(text string) bool {
		flag, value, assigned := strings.Cut(text, "=")
		named := assigned && secretName(flag) && Secretish(value)
		follows := strings.HasPrefix(before, "-") && secretName(before) && Secretish(text)
		return secretByForm(text) || named || follows
	})
}

// projectURL refuses a URL of a project's file whose path or query holds one.
func (e *entry) projectURL(raw string, at strictjson.Place) {
	if e.p.rules.Project && secretURL(raw) {
		e.fail(at, projectRule, "url looks as if it held a secret; a project file cannot hold one", "send it in a header: ${secret:NAME}")
	}
}

func secretURL(raw string) bool {
	_, query, _ := strings.Cut(raw, "?")
	secret := secretByForm(raw)
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		secret = secret || Secretish(value) || secretName(name) && worthHiding(value)
	}
	return secret
}

// secretName reports a variable's, header's or flag's name that says its value
// is a secret: DB_PASSWORD_2, dbPassword, X-Auth-Token, --api-key. The weaker
// words count only at the end: TOKEN_LIMIT and KEY_FILE hold no secret.
func secretName(name string) bool {
	words := nameWords(name)
	for i, w := range words {
		switch w {
		case "password", "passwd", "passphrase", "secret", "apikey", "credential", "credentials":
			return true
		case "key", "token", "pass", "pw", "pwd", "pat", "auth", "authorization", "cookie", "bearer", "jwt", "signature":
			if i == len(words)-1 || i == len(words)-2 && strings.Trim(words[i+1], "0123456789") == "" {
				return name != "PWD" // the working directory
			}
		}
	}
	return false
}

// nameWords splits a name at _ - . and where a capital follows a small letter.
func nameWords(name string) []string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.FieldsFunc(strings.ToLower(b.String()), func(r rune) bool { return strings.ContainsRune("_-. $", r) })
}

// worthHiding reports a text that could be a secret under such a name: not
// empty, no yes or no, no path and no address, and not just a word for the kind
// of authentication.
func worthHiding(text string) bool {
	text = strings.TrimSpace(text)
	switch strings.ToLower(text) {
	case "", "true", "false", "yes", "no", "on", "off", "none", "0", "1", "bearer", "basic", "token", "oauth", "oauth2":
		return false
	}
	return !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "./") && !strings.Contains(text, "://")
}
