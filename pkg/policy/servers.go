package policy

import (
	"fmt"
	"slices"
	"strings"

	"usher/pkg/names"
)

// Launched is what a server starts or connects to, as servers.allow and
// servers.deny see it (SPEC C4). Its arguments are no part of it. An empty text is
// none.
type Launched struct {
	Machine bool // the machine's own server: only the machine's lists bind it (SPEC L8)

	Command string // as written
	Program string // the absolute path that would be started
	Real    string // the file it really is, behind links; servers.deny alone looks there
	URL     string // as written, and one that mcp.CheckURL passed
	Package string // its spec: name@version or name==version

	Unsandboxed string // why usher's sandbox does not hold it, in words: "its sandbox is off"; "" where it does
}

// Refusal is why a server never starts: the key, whose it is, and the place of the
// pattern that covers it. Pattern is "" where a servers.allow list covers it not;
// then Place is the list's. Unsandboxed is Launched's, where the key is sandbox.required.
type Refusal struct{ Key, Layer, Place, Pattern, Unsandboxed string }

// Says is the refusal in words that follow its key and place.
func (r Refusal) Says() string {
	switch {
	case r.Unsandboxed != "":
		return "no server starts without a sandbox, and " + r.Unsandboxed
	case r.Pattern == "":
		return "no pattern of this list covers what the server launches, so it never starts"
	}
	return fmt.Sprintf("the pattern %q covers what the server launches, so it never starts", r.Pattern)
}

// Words name the key and its place too, for a listing.
func (r Refusal) Words() string {
	why := "no pattern of the list covers it"
	switch {
	case r.Unsandboxed != "":
		why = r.Unsandboxed
	case r.Pattern != "":
		why = fmt.Sprintf("the pattern %q covers it", r.Pattern)
	}
	return "refused by policy " + r.Key + " (" + r.Place + "): " + why
}

// Refusing says which key keeps a server from starting: sandbox.required, which binds
// the machine's own servers too, or a list, the machine's before the person's and
// servers.deny first. servers.deny looks past case, servers.allow does
// not: where file names ignore it, a guard must not be walked around, and a list of
// what may start is not widened.
func (p Policy) Refusing(l Launched) (Refusal, bool) {
	deny, allow := [][]Rule{p.ServersDeny.Machine}, [][]Rule{p.ServersAllow.Machine}
	if !l.Machine {
		deny, allow = append(deny, p.ServersDeny.Yours), append(allow, p.ServersAllow.Yours)
	}
	for _, rules := range deny {
		for _, r := range rules {
			if l.folded(r.Pattern) {
				return Refusal{Key: keys[serversDeny].full(), Layer: r.Layer, Place: r.Place, Pattern: r.Pattern.String()}, true
			}
		}
	}
	if p.SandboxRequired && l.Unsandboxed != "" {
		o := p.from[sandboxRequired].effective(flag)
		return Refusal{Key: keys[sandboxRequired].full(), Layer: o.layer, Place: o.place, Unsandboxed: l.Unsandboxed}, true
	}
	for layer, rules := range allow {
		if len(rules) > 0 && !slices.ContainsFunc(rules, func(r Rule) bool { return l.covered(r.Pattern) }) {
			o := p.from[serversAllow].by[layer]
			return Refusal{Key: keys[serversAllow].full(), Layer: o.layer, Place: o.place}, true
		}
	}
	return Refusal{}, false
}

// folded is covers without regard to case, in every spelling, under every name of
// this computer, and with the file behind the program. The pattern of a URL counts in
// its own settled spelling too.
func (l Launched) folded(p names.Pattern) bool {
	texts := append([]string{
		l.Command, settledFile(l.Command), l.Program, settledFile(l.Program), l.Real, l.URL, plainURL(l.URL), settledURL(l.URL), l.Package,
	}, hereURLs(l.URL)...)
	for i, t := range texts {
		texts[i] = strings.ToLower(t)
	}
	for _, spelled := range []string{strings.ToLower(p.String()), strings.ToLower(settledURL(p.String())), p.String()} {
		if low, err := names.ParsePattern(spelled); err == nil && covers(low, texts) { // none, or a small letter that is longer than the limit
			return true
		}
	}
	return false
}

func covers(p names.Pattern, texts []string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return t != "" && p.MatchText(t) })
}

// covered reports an allow pattern that covers a server. A URL or a program in a
// roundabout spelling is covered by what covers where it leads, or by a pattern that
// is that very spelling; never by what covers only how it begins.
func (l Launched) covered(p names.Pattern) bool {
	texts := []string{settledFile(l.Program), settledURL(l.URL), l.Package}
	if l.Program == "" || !strings.Contains(l.Command, "..") { // behind a link, .. is not what the text says
		texts = append(texts, settledFile(l.Command))
	}
	if straightURL(l.URL) {
		texts = append(texts, l.URL, plainURL(l.URL))
	}
	if exact := p.String(); !strings.Contains(exact, "*") && (exact == l.Command || exact == l.URL) {
		return exact != ""
	}
	return covers(p, texts)
}

// meansHint is how to write a pattern of this key.
func (k key) meansHint() string {
	if k.shape == launches {
		return "name a command, a URL or a package, or use * for any run of characters"
	}
	return "name one tool, or use * for any run of characters"
}

// regexp reports a pattern that was likely meant as a regular expression. What
// looks like one in the name of a tool is common in a path or a URL.
func (k key) regexp(p names.Pattern) bool {
	if k.shape != launches {
		return p.LooksLikeRegexp()
	}
	text := p.String()
	return strings.HasPrefix(text, ".*") || strings.Contains(text, "/.*") || strings.Contains(text, `\.`) || strings.HasPrefix(text, "^") || strings.HasSuffix(text, "$")
}
