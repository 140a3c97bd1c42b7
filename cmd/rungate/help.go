package rungate

import (
	"slices"
	"strings"
)

// Help is what usher-gate --help shows.
func Help() string {
	return `usher-gate reads one tool call on stdin and answers allow, ask or deny on stdout.

Usage: usher-gate [<flags>] < call.json

` + usage() + `
EXIT STATUS
  0  allow
  2  deny, and every failure (this help too: it is no decision)
  3  ask a person first; only with --can-ask or "canAsk": true
  With --client they are what that assistant reads: 0 or 2.
`
}

// usage lists the flags by name, in the form that usher's help has.
func usage() string {
	sorted := slices.Clone(flags[:])
	slices.SortFunc(sorted, func(a, b flag) int { return strings.Compare(a.name, b.name) })
	left, wide := make([]string, len(sorted)), 0
	for i, f := range sorted {
		left[i] = f.left()
		wide = max(wide, len(left[i]))
	}
	var b strings.Builder
	for i, f := range sorted {
		b.WriteString(left[i] + strings.Repeat(" ", wide-len(left[i])+3) + strings.ReplaceAll(f.usage, "`", "") + "\n")
	}
	return b.String()
}

// left is a flag as it is written: "  -q, --quiet[=true|false]".
func (f flag) left() string {
	s := "      --" + f.name
	if f.short != "" {
		s = "  -" + f.short + ", --" + f.name
	}
	_, value, named := strings.Cut(f.usage, "`")
	value, _, _ = strings.Cut(value, "`")
	switch _, isBool := f.at(&Options{}).(*bool); {
	case isBool:
		return s + "[=true|false]"
	case named:
		return s + " " + value
	}
	return s + " string"
}
