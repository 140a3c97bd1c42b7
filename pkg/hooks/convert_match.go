package hooks

import (
	"strings"

	"usher/pkg/names"
)

// matcher is the hook's pattern as the object shape can hold it.
func (c *converter) matcher(h Hook) names.Pattern {
	p := wider(h.Match)
	if p != h.Match {
		c.warn(h, "wider-match", "its match "+quote(h.Match.String())+" would be read otherwise there; it becomes "+quote(p.String())+", which may cover more tools")
	}
	return p
}

// wider is a pattern that the object shape can hold and that covers all that p
// does; p itself where it can be written.
func wider(p names.Pattern) names.Pattern {
	if same, rule, _, _ := parseMatcher(p.String()); rule == "" && same == p {
		return p
	}
	return widened(p.String())
}

// widened puts * for what only a regular expression would hold. A star after the
// dot of mcp.server. is written in the server's other spelling.
func widened(s string) names.Pattern {
	if id, ok := strings.CutPrefix(s, "mcp."); ok {
		if id, ok = strings.CutSuffix(id, ".*"); ok {
			if server, err := names.ParseServerID(id); err == nil {
				s = string(server) + "__*"
			}
		}
	}
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`|[](){}+?\^$`, r) {
			return '*'
		}
		return r
	}, s)
	for _, pair := range [...][2]string{{".*", "*"}, {"**", "*"}} {
		for strings.Contains(s, pair[0]) {
			s = strings.ReplaceAll(s, pair[0], pair[1])
		}
	}
	p, err := names.ParsePattern(s)
	if err != nil {
		return names.Any()
	}
	return p
}
