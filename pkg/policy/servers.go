package policy

import (
	"fmt"
	"net/netip"
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
}

// Refusal is why a server never starts: the key, whose it is, and the place of the
// pattern that covers it. Pattern is "" where a servers.allow list covers it not;
// then Place is the list's.
type Refusal struct{ Key, Layer, Place, Pattern string }

// Says is the refusal in words that follow its key and place.
func (r Refusal) Says() string {
	if r.Pattern == "" {
		return "no pattern of this list covers what the server launches, so it never starts"
	}
	return fmt.Sprintf("the pattern %q covers what the server launches, so it never starts", r.Pattern)
}

// Words name the key and its place too, for a listing.
func (r Refusal) Words() string {
	why := "no pattern of the list covers it"
	if r.Pattern != "" {
		why = fmt.Sprintf("the pattern %q covers it", r.Pattern)
	}
	return "refused by policy " + r.Key + " (" + r.Place + "): " + why
}

// Refusing says which list keeps a server from starting, the machine's before the
// person's and servers.deny first. servers.deny looks past case, servers.allow does
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
				return Refusal{keys[serversDeny].full(), r.Layer, r.Place, r.Pattern.String()}, true
			}
		}
	}
	texts := l.texts()
	for layer, rules := range allow {
		if len(rules) > 0 && !slices.ContainsFunc(rules, func(r Rule) bool { return covers(r.Pattern, texts) }) {
			o := p.from[serversAllow].by[layer]
			return Refusal{Key: keys[serversAllow].full(), Layer: o.layer, Place: o.place}, true
		}
	}
	return Refusal{}, false
}

// folded is covers without regard to case, and with the file behind the program.
func (l Launched) folded(p names.Pattern) bool {
	low, err := names.ParsePattern(strings.ToLower(p.String()))
	if err != nil { // a small letter that is longer than the limit: the pattern as it is
		low = p
	}
	texts := append(l.texts(), l.Real)
	for i, t := range texts {
		texts[i] = strings.ToLower(t)
	}
	return covers(low, texts)
}

func covers(p names.Pattern, texts []string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return t != "" && p.MatchText(t) })
}

// texts are what a pattern may cover: each of them the whole of it.
func (l Launched) texts() []string {
	return []string{l.Command, l.Program, l.URL, plainURL(l.URL), l.Package}
}

// plainURL is a URL in the one spelling that patterns can rely on: scheme and host
// in small letters, no port that goes without saying, an address in its shortest
// form, and a path.
func plainURL(raw string) string {
	scheme, rest, ok := strings.Cut(raw, "://")
	if !ok {
		return ""
	}
	scheme = strings.ToLower(scheme)
	host, path := strings.ToLower(rest), "/"
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		host, path = strings.ToLower(rest[:i]), rest[i:]
		if path[0] == '?' {
			path = "/" + path
		}
	}
	host = strings.TrimSuffix(host, map[string]string{"https": ":443", "http": ":80"}[scheme])
	if inner, port, bracket := strings.Cut(strings.TrimPrefix(host, "["), "]"); bracket {
		if ip, err := netip.ParseAddr(inner); err == nil {
			host = "[" + ip.String() + "]" + port
		}
	}
	return scheme + "://" + host + path
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
