package files

import (
	"strings"
)

// readArgs takes the arguments over. A secret leaves one only where the rest of
// it still says what it is: the value of a flag or of NAME=, the password of an
// address, what stands behind Authorization: Bearer. An argument that could be
// what runs is never hidden from the approval card (SPEC Q8).
func (e *entry) readArgs(words []word) {
	line := make([]string, len(words))
	for i, w := range words {
		line[i] = w.text
	}
	code := codeArgs(line)
	for i, w := range words[1:] {
		flag := ""
		if i+1 > code && strings.HasPrefix(line[i], "-") && !strings.Contains(line[i], "=") {
			flag = line[i]
		}
		w.runs = runs(line, i+1, code)
		e.out.Args = append(e.out.Args, e.arg(w, flag))
	}
}

// arg is one argument in usher's terms; flag is the one ahead of it, "" where
// that names no value.
func (e *entry) arg(w word, flag string) string {
	parts, why, hint := e.pieces(w.text, e.shellNames())
	if why != "" {
		e.fail(w.at, "import/reference", w.field+" "+why, hint)
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		switch p.kind {
		case pieceAsked:
			b.WriteString(e.asked(p.text, w.field, w.at))
		case pieceRef:
			if _, fallback, has := strings.Cut(strings.TrimSuffix(p.text, "}"), ":-"); has && flagged("", fallback) {
				e.fail(w.at, "import/secret", w.field+" has a default that looks like a secret, and usher cannot take it out without hiding what runs", "pass it in env instead")
				continue
			}
			b.WriteString(e.reference(p.text, "", w.field, w.at))
		case pieceText:
			b.WriteString(e.argText(p.text, flag, w))
		}
	}
	return b.String()
}

// argText moves a secret out of the literal text of an argument.
func (e *entry) argText(text, flag string, w word) string {
	if flag != "" && named(flag, text) {
		if movable(text, w) {
			return e.store(strings.TrimLeft(flag, "-"), w.field, text, "", w.at)
		}
		e.stuck(text, w)
		return text
	}
	if name, value := assigned(text); named(name, value) && !strings.Contains(name, "://") {
		if movable(value, w) {
			return name + "=" + e.store(lastWord(name), w.field, value, "", w.at)
		}
		if plainName(lastWord(name)) {
			e.stuck(value, w)
			return text
		}
	}
	if out, ok := e.headerArg(text, w); ok {
		return out
	}
	text = e.addressArg(text, w)
	if e.failed {
		return text
	}
	if byForm(text) {
		e.fail(w.at, "import/secret", w.field+" looks as if it held a secret, and usher cannot take it out without hiding what runs", "pass it in env instead")
	} else if tokenLike(text) && !strings.ContainsAny(text, "@:/.") && flagged("", text) {
		e.warn(w.at, "import/maybe-secret", w.field+" looks random and stays in the entry: it may be a secret, or say what runs", "a secret is better passed in env")
	}
	return text
}

// assigned cuts NAME=VALUE, also behind a flag: --env=NAME=VALUE.
func assigned(text string) (name, value string) {
	name, value, _ = strings.Cut(text, "=")
	if second, rest, ok := strings.Cut(value, "="); ok && strings.HasPrefix(name, "-") && !named(name, value) && plainName(second) {
		return name + "=" + second, rest
	}
	return name, value
}

// plainName reports a name as flags, variables and headers have one.
func plainName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !wordRune(r) && r != '=' })
}

// movable reports a value that can leave: one that is no code for anybody, or one
// that a person is to fill in.
func movable(value string, w word) bool { return tokenLike(value) || placeholder(value) && !w.runs }

// stuck refuses a secret by its name that a shell or an interpreter could take for
// code: it can neither move out nor stay in clear. What is code itself, and only
// names a secret, stays and is told.
func (e *entry) stuck(value string, w word) {
	switch {
	case authScheme(value) || !strings.ContainsFunc(value, func(r rune) bool { return wordRune(r) || r > 0x7f }):
	case w.runs:
		e.warn(w.at, "import/maybe-secret", w.field+" says what runs and names a secret; it stays in the entry", "a secret is better passed in env")
	default:
		e.fail(w.at, "import/secret", w.field+" holds a secret, and usher cannot take it out without hiding what runs", "pass it in env instead")
	}
}

// named reports a value that is a secret by the name it stands under. A value
// that only looks like one is not enough: behind --from= stands what runs.
func named(name, value string) bool {
	return flagged(lastWord(name), value) && flagged(lastWord(name), "a word")
}

// lastWord is the name in -e or --flag forms.
func lastWord(name string) string { return strings.TrimLeft(name, "-/") }

// headerArg is Name: value, as bridges to remote servers take it.
func (e *entry) headerArg(text string, w word) (string, bool) {
	name, rest, ok := strings.Cut(text, ":")
	if !ok || name == "" || strings.ContainsFunc(name, func(r rune) bool { return !wordRune(r) }) || strings.HasPrefix(rest, "//") {
		return "", false
	}
	value := strings.TrimLeft(rest, " ")
	blanks := rest[:len(rest)-len(value)]
	scheme, credential, two := strings.Cut(value, " ")
	if !two || named(name, value) && !authScheme(scheme) && !strings.HasSuffix(strings.ToLower(name), "authorization") {
		scheme, credential = "", value
	} else {
		scheme += " "
	}
	secret := named(name, value) || authScheme(scheme)
	if secret && credential != "" && !tokenLike(credential) {
		e.stuck(credential, w)
		return text, true
	}
	if !secret || credential == "" || strings.ContainsFunc(scheme, func(r rune) bool { return !wordRune(r) && r != ' ' }) {
		return "", false
	}
	return name + ":" + blanks + scheme + e.store(name, w.field, credential, "", w.at), true
}

// addressArg takes the password and the secret query values out of an address.
func (e *entry) addressArg(text string, w word) string {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		return text
	}
	authority := rest
	if end := strings.IndexAny(rest, "/?# "); end >= 0 {
		authority = rest[:end]
	}
	if at := strings.LastIndex(authority, "@"); at >= 0 {
		user, password, has := strings.Cut(authority[:at], ":")
		switch {
		case has && password != "" && !tokenLike(password):
			e.stuck(password, w)
		case has && password != "":
			rest = user + ":" + e.store("PASSWORD", w.field, password, "", w.at) + rest[at:]
		}
	}
	before, query, has := strings.Cut(rest, "?")
	if !has {
		return scheme + "://" + rest
	}
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		if name, value, ok := strings.Cut(pair, "="); ok && named(name, value) {
			if !tokenLike(value) {
				e.stuck(value, w)
				continue
			}
			pairs[i] = name + "=" + e.store(name, w.field, value, "", w.at)
		}
	}
	return scheme + "://" + before + "?" + strings.Join(pairs, "&")
}
