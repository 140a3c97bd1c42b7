package hooks

import (
	"strconv"
	"strings"
	"unicode"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/names"
)

// readMatcher takes a group's matcher (SPEC H3). Where it is not one the group's
// hooks count as guards of every tool (SPEC H13).
func (e *entry) readMatcher() {
	v := e.get("matcher")
	if v == nil {
		return
	}
	s, ok := e.text("matcher")
	if e.hook.Event != "" && !e.hook.Event.OnTool() {
		e.matcherOfNoTool(s, ok)
		return
	}
	if !ok || s == "" {
		return
	}
	p, rule, message, hint := parseMatcher(s)
	if rule != "" {
		e.fail(v.Place(), rule, message, hint)
		return
	}
	e.hook.Match, e.hook.HasMatch = p, true
	if c := clean.Hidden(s); c != "" {
		e.warn(v.Place(), "hidden-pattern", "matcher holds a character that cannot be seen: "+c, "type it anew")
	} else if what, hint := oddMatch(s); what != "" {
		if strings.Contains(s, ",") {
			hint = "write | between tools"
		} else if strings.ContainsFunc(s, unicode.IsSpace) {
			hint = "take it out; between tools write |, without blanks"
		}
		e.warn(v.Place(), "odd-pattern", "matcher "+quote(s)+" "+what+", which stands for itself; hardly a tool is called so", hint)
	}
}

// matcherOfNoTool is a matcher where there is no tool to match. One that means all
// means no other there, so that what other assistants write keeps its guard.
func (e *entry) matcherOfNoTool(s string, ok bool) {
	at, event := e.member("matcher").Place, string(e.hook.Event)
	if ok && (s == "" || s == "*") {
		e.add(fault.SeverityNote, at, "match-on-event", event+" is not about a tool; matcher "+quote(s)+" means all and changes nothing", "take matcher out")
		return
	}
	e.fail(at, "match-on-event", event+" is not about a tool and has no matcher", "take matcher out: these hooks run on every "+event)
}

// parseMatcher reads a matcher that is not empty. rule is "" when it is one.
func parseMatcher(s string) (p names.Pattern, rule, message, hint string) {
	if _, err := names.ParsePattern(s); err != nil {
		return p, "long-match", "matcher is not usable: " + err.Error(), "write a shorter one; * is any run of characters"
	}
	var all []names.Pattern
	for one := range strings.SplitSeq(s, "|") {
		star := literal(one)
		if star == "" {
			return p, "empty-match", "matcher " + quote(s) + " has an empty alternative", `take the | out; for every tool write "*"`
		}
		if sign := regexpSign(star); sign != "" {
			return p, "regexp-pattern", "matcher " + quote(s) + " holds " + sign + " of a regular expression; here * is any run of characters, | stands between alternatives, and everything else for itself", instead(s)
		}
		pattern, err := names.ParsePattern(star)
		if err != nil {
			return p, "long-match", "matcher is not usable: " + err.Error(), "write a shorter one"
		}
		all = append(all, pattern)
	}
	return names.Either(all...), "", "", ""
}

// literal takes off what a regular expression needs and a pattern has anyway: the
// outer ^ and $, and the dot of a trailing .*.
func literal(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "^"), "$")
	if rest, ok := strings.CutSuffix(s, ".*"); ok {
		return rest + "*"
	}
	return s
}

// regexpSign is what in a pattern only a regular expression would hold; a dot
// alone is part of tool names.
func regexpSign(s string) string {
	if strings.Contains(s, ".*") {
		return ".*"
	}
	if i := strings.IndexAny(s, `[](){}+?\^$`); i >= 0 {
		return s[i : i+1]
	}
	return ""
}

// instead is the hint with the pattern to write, where one can be told.
func instead(s string) string {
	all := strings.Split(s, "|")
	if inner, ok := strings.CutPrefix(strings.TrimSuffix(strings.TrimPrefix(s, "^"), "$"), "("); ok && strings.HasSuffix(inner, ")") {
		all = strings.Split(strings.TrimPrefix(strings.TrimSuffix(inner, ")"), "?:"), "|")
	}
	plain := strings.NewReplacer(".*?", "*", ".+?", "*", ".*", "*", ".+", "*", `\w+`, "*", `\w*`, "*", `\.`, ".", `\b`, "", `\-`, "-")
	for i, one := range all {
		all[i] = plain.Replace(literal(one))
		if all[i] == "" || regexpSign(all[i]) != "" {
			return "write each tool's name, | between them, * for any run of characters"
		}
	}
	return "write " + strconv.QuoteToASCII(strings.Join(all, "|"))
}
