package starter

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"usher/pkg/fault"
	"usher/pkg/names"
)

// meant refuses a match that the file's shape takes literally although it looks
// like alternatives or a regular expression: the hook would meet no tool, and look
// like a guard (SPEC H3). Such a name, should a tool have it, is written by hand.
func (e Entry) meant(object bool) error {
	p, err := names.ParsePattern(e.Match)
	if err != nil {
		return nil // none, or one that the reader of the file refuses
	}
	sign := ""
	switch {
	case !object && p.LooksLikeRegexp():
		sign = "what a regular expression would"
	case strings.Contains(e.Match, ","):
		sign = "a comma"
	case strings.ContainsFunc(e.Match, unicode.IsSpace):
		sign = "a blank"
	case len(e.Match) > 1 && strings.HasPrefix(e.Match, "/") && strings.HasSuffix(e.Match, "/"):
		sign = "slashes around it"
	default:
		return nil
	}
	what := "only * is special in a match, and everything else stands for itself"
	if object {
		what = "only * and | are special in a matcher, and everything else stands for itself"
	}
	return fault.New(fault.Refused, fmt.Sprintf("the match holds %s: %s, so it would cover hardly a tool; nothing was written", sign, what), e.instead(object)...)
}

// instead is what to write for a match that is not taken as it was meant.
func (e Entry) instead(object bool) []string {
	alternatives := plainly(e.Match)
	switch {
	case len(alternatives) == 0:
		return []string{"write tools' names, with * for any run of characters"}
	case len(alternatives) == 1 || object:
		return []string{e.line(string(e.Name), strings.Join(alternatives, "|"))}
	}
	first := e.line(string(e.Name)+"-1", alternatives[0])
	return []string{
		"write an entry for each: " + first + "; and so on",
		`or write the file in the object shape, where | stands between alternatives: {"hooks": {}}, or usher hooks convert --write`,
	}
}

func (e Entry) line(name, match string) string {
	return fmt.Sprintf("usher hooks new %s --match '%s'", name, match)
}

// plainly are the patterns that alternatives were likely meant for; none where
// that cannot be told.
func plainly(match string) []string {
	inner := strings.Trim(match, "/^$()")
	alternatives := strings.FieldsFunc(inner, func(r rune) bool { return r == '|' || r == ',' || unicode.IsSpace(r) })
	for i, a := range alternatives {
		alternatives[i] = strings.NewReplacer(".*", "*", `\.`, ".").Replace(strings.Trim(a, "^$()"))
	}
	if slices.ContainsFunc(alternatives, func(a string) bool { return strings.Trim(a, toolSigns) != "" || a == "" }) {
		return nil
	}
	return alternatives
}

// toolSigns are what patterns of tools are made of.
const toolSigns = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.*"
