package mcp

import (
	"slices"
	"strings"
)

// TypedSecrets is PlainSecrets for what is typed on a command line. There a text in
// args counts by the name that it stands under alone, as one in env does: behind a
// flag, NAME= or Header: whose name says so (SPEC S9).
func TypedSecrets(s Server) []string {
	out := PlainSecrets(s)
	before := ""
	for i, arg := range s.Args {
		if at := index("args", i); namedArg(before, arg) && !slices.Contains(out, at) {
			out = append(out, at)
		}
		before = arg
	}
	return out
}

// namedArg reports an argument whose literal text stands under the name of a
// secret; before is the argument ahead of it.
func namedArg(before, arg string) bool {
	owner := ""
	if strings.HasPrefix(before, "-") && !strings.Contains(before, "=") && !strings.HasPrefix(arg, "-") {
		owner = before
	}
	header := owner == "-H" || strings.HasSuffix(owner, "-header")
	for _, p := range plainParts(arg) {
		text := p.text
		switch {
		case p.kind != partText && !p.hasFallback:
			continue
		case p.kind != partText:
			text = p.fallback
		default:
			owner, text = underName(owner, text, header)
		}
		if secretName(owner) && worthHiding(text) {
			return true
		}
	}
	return false
}

// underName goes down to the last NAME= of a text, of an address to those of its
// query, and into Name: value. One that is no secret's ends nothing: -e NAME=.
func underName(owner, text string, header bool) (name, value string) {
	if address, query, ok := strings.Cut(text, "?"); ok && strings.Contains(address, "://") {
		for pair := range strings.SplitSeq(query, "&") {
			if name, value, _ := strings.Cut(pair, "="); secretName(name) {
				return name, value
			}
		}
		return owner, text
	}
	for !secretName(owner) {
		name, rest, ok := strings.Cut(text, "=")
		if !ok || strings.ContainsAny(name, " \t\n/:") {
			break
		}
		owner, text = name, rest
	}
	if name, rest, ok := strings.Cut(text, ":"); ok && !strings.ContainsAny(name, " \t\n/") && (header || strings.HasPrefix(rest, " ")) && secretName(name) {
		return name, withoutScheme(rest)
	}
	return owner, text
}

// withoutScheme leaves Bearer and the like off: what follows may be ${…}.
func withoutScheme(text string) string {
	scheme, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	if authScheme(scheme) {
		return rest
	}
	return text
}
