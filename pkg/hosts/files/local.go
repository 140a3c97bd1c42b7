package files

import (
	"slices"
	"strconv"

	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/strictjson"
)

// readLocal reads what a program on this computer is started with.
func (e *entry) readLocal() {
	for _, r := range [...]role{roleHeaders, roleHeaderEnv, roleToken, roleOAuth} {
		for _, m := range e.fields[r] {
			e.warn(m.at, "import/no-place", quoted(m.key)+" means nothing for a command and is left out", "")
		}
	}
	e.readEnv() // first, so that a variable's secret has the variable's name
	words, ok := e.words()
	if ok && len(words) > 0 {
		e.out.Command = e.plain(words[0].text, "command", words[0].at)
		e.readArgs(words)
	}
	e.readPackage()
	if s, m, ok := e.word(roleCwd); ok {
		e.out.Cwd = e.plain(s, "cwd", m.value.at)
	}
	e.readSandbox()
}

// word is one word of a command line, and where it stands.
type word struct {
	text  string
	field string // command, args[0]
	at    strictjson.Place
	runs  bool // it may be code itself
}

// words are the program and its arguments, whether they are one list or two.
func (e *entry) words() (out []word, ok bool) {
	m, has := e.one(roleCommand)
	if has {
		if s, isText := m.value.word(); isText {
			out = append(out, word{text: s, field: "command", at: m.value.at})
		} else if m.value.is(strictjson.KindArray) && len(m.value.items) > 0 {
			out = e.texts(m, nil)
		} else {
			e.wrongType(m, "a text or a list of texts that is not empty")
		}
	} else {
		out = append(out, word{}) // the program of a package
	}
	if args, has := e.one(roleArgs); has {
		out = e.texts(args, out)
	}
	for i := range out {
		out[i].field = "command"
		if i > 0 {
			out[i].field = "args[" + strconv.Itoa(i-1) + "]"
		}
	}
	return out, !e.failed
}

func (e *entry) texts(m member, out []word) []word {
	if !m.value.is(strictjson.KindArray) {
		e.wrongType(m, "a list of texts")
		return out
	}
	for i, item := range m.value.items {
		s, ok := item.scalar()
		if !ok {
			e.fail(item.at, "import/bad-type", m.key+"["+strconv.Itoa(i)+"] must be a text, got "+item.what(), "")
		}
		out = append(out, word{text: s, at: item.at})
	}
	return out
}

// commandWords are the words of an entry that has not been looked into.
func commandWords(v *node) (out []string, ok bool) {
	for _, key := range [...]string{"command", "cmd", "args"} {
		n := v.get(key)
		if s, isText := n.word(); isText {
			out = append(out, s)
		}
		for _, item := range n.orNothing().items {
			s, _ := item.scalar()
			out = append(out, s)
		}
	}
	return out, len(out) > 0
}

// plain is a text in which usher expands nothing.
func (e *entry) plain(s, field string, at strictjson.Place) string {
	parts, why, hint := e.pieces(s, false)
	switch {
	case why != "":
		e.fail(at, "import/reference", field+" "+why, hint)
	case slices.ContainsFunc(parts, func(p piece) bool { return p.kind != pieceText }):
		e.fail(at, "import/reference", field+" holds a variable, and usher expands nothing there", "write it out")
	case byForm(s):
		e.fail(at, "import/secret", field+" looks as if it held a secret, and usher has no place for one there", "pass it in env or in a header")
	}
	return s
}

// addEnv adds a variable once.
func (e *entry) addEnv(v mcp.EnvVar, at strictjson.Place) {
	if slices.ContainsFunc(e.out.Env, func(have mcp.EnvVar) bool { return have.Name == v.Name }) {
		e.fail(at, "import/both", "the variable "+string(v.Name)+" is given twice", "take one out")
		return
	}
	e.out.Env = append(e.out.Env, v)
	e.used[string(v.Name)] = e.used[string(v.Name)] || v.Passed // a secret of that name would be passed in its place (SPEC S9)
	if mcp.CodeLoading(string(v.Name)) {
		e.allow = append(e.allow, v.Name)
		e.warn(at, "import/code-loading-env", "it sets "+string(v.Name)+", which changes how programs load code and is for you to allow", "--allow-env "+string(v.Name))
	}
}

// passed is a variable taken from usher's own environment, as a map writes it.
func passed(name, from names.EnvName) mcp.EnvVar {
	return mcp.EnvVar{Name: name, Value: redact.New("${env:" + string(from) + "}")}
}
