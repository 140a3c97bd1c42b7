package mcp

// PlainSecrets names the fields of a server that hold in plain text what looks
// like a secret: args[0], env.NAME, headers.NAME, url. It looks as at a project's
// file (SPEC S6); what is typed on a command line is refused by it, because it
// stays in the shell's history (SPEC S9). What stands behind ${…} is no text.
func PlainSecrets(s Server) []string {
	var out []string
	before := ""
	for i, arg := range s.Args {
		if secretArg(before, plainParts(arg)) {
			out = append(out, index("args", i))
		}
		before = arg
	}
	for _, v := range s.Env {
		if secretValue(string(v.Name), plainParts(v.Value.Reveal())) {
			out = append(out, "env."+shownName(string(v.Name)))
		}
	}
	for _, h := range s.Headers {
		if secretValue(h.Name, plainParts(h.Value.Reveal())) {
			out = append(out, "headers."+shownName(h.Name))
		}
	}
	if s.Remote() && secretURL(s.URL) {
		out = append(out, "url")
	}
	return out
}

// plainParts takes a text whose ${…} cannot be read for one text.
func plainParts(text string) []part {
	parts, why, _ := parseParts(text, false)
	if why != "" {
		parts = []part{{text: text}}
	}
	return parts
}
