package files

import "strings"

// must is a text that has to be written whole.
func (x *exporter) must(field, s string) string {
	out, lost := x.rewrite(s, "")
	switch lost {
	case "":
	case lostMeant:
		x.fail("variable", field+" holds a text that "+x.info.Name+" would take for one of its variables", "")
	default:
		x.fail("variable", field+" holds "+lost+", which "+x.info.Name+" cannot express", "put usher itself there: usher host connect NAME")
	}
	return out
}

// text is a variable's or a header's; it is left out where it is a secret or cannot
// be said, and a person has to fill it in.
func (x *exporter) text(field, owner, s string) (string, bool) {
	out, lost := x.rewrite(s, owner)
	switch lost {
	case "":
		return out, true
	case lostSecret:
		x.warn("secret", field+" is a secret of usher's and is left out", "put it into "+x.info.Name+"'s own store, or into your environment")
	case lostMeant:
		x.fail("variable", field+" holds a text that "+x.info.Name+" would take for one of its variables", "")
	default:
		x.warn("variable", field+" holds "+lost+", which "+x.info.Name+" cannot express; it is left out", "")
	}
	return "", false
}

const (
	lostSecret = "a secret"
	lostMeant  = "a look-alike"
)

// rewrite puts ${env:NAME} and ${workspace} into the client's forms; lost says what
// has none, "" where all is said. owner is the variable or header that gets the text.
func (x *exporter) rewrite(s, owner string) (out, lost string) {
	var b strings.Builder
	for s != "" {
		text, rest, found := strings.Cut(s, "${")
		switch {
		case owner != "" && flagged(owner, text):
			return "", lostSecret
		case x.info.meant(text):
			return "", lostMeant
		}
		b.WriteString(text)
		if !found {
			break
		}
		body, after, closed := strings.Cut(rest, "}")
		if !closed {
			return "", "a ${ that is never closed"
		}
		ref, lost := x.reference(body, owner, after)
		if lost != "" {
			return "", lost
		}
		b.WriteString(ref)
		s = after
	}
	return b.String(), ""
}

// reference is one ${…} in the client's form.
func (x *exporter) reference(body, owner, after string) (ref, lost string) {
	if strings.HasPrefix(body, "secret:") {
		return "", lostSecret
	}
	if body == "workspace" {
		if ref, ok := x.info.workspace(); ok {
			return ref, ""
		}
		return "", "${workspace}"
	}
	name, fallback, has := strings.Cut(strings.TrimPrefix(body, "env:"), ":-")
	if has && flagged(owner, fallback) {
		return "", lostSecret
	}
	if ref, ok := x.info.variable(name, fallback, has, after); ok {
		return ref, ""
	}
	if has {
		return "", "${env:" + name + ":-…}"
	}
	return "", "${env:" + name + "}"
}
