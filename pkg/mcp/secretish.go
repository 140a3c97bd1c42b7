package mcp

import (
	"strings"
	"unicode"
)

// Secretish reports a value that looks like a secret (SPEC S6). It is a guess
// that leans to yes; whoever meant something else writes ${env:NAME}. It says
// yes to
//
//   - a token of a known make: sk-…, ghp_…, github_pat_…, glpat-…, xoxb-…,
//     AKIA…, AIza…, npm_…, hf_… and the like, and at least 8 characters more;
//   - a JSON web token (eyJ…, two dots) and a PEM private key;
//   - Bearer, Basic or Token and something after it, at the start or behind : = or a quote;
//   - a URL that carries name:password@;
//   - a run of 20 or more letters, digits, _ + = and - that changes between
//     lower case, upper case, digits and marks at every fourth character or more
//     often, as random text does and words do not.
//
// Text inside ${…} is no part of a value: see joinParts for who strips it.
func Secretish(value string) bool {
	if secretByForm(value) {
		return true
	}
	for _, run := range strings.FieldsFunc(value, notInRun) {
		if len(run) >= 20 && randomLooking(run) {
			return true
		}
	}
	return false
}

// secretByForm is Secretish without the look for random text: for arguments and
// paths, where commit ids and digests are ordinary.
func secretByForm(value string) bool {
	if strings.Contains(value, "-----BEGIN ") && strings.Contains(value, "PRIVATE KEY") {
		return true
	}
	if carriesPassword(value) {
		return true
	}
	for _, clause := range strings.FieldsFunc(value, betweenClauses) {
		scheme, rest, _ := strings.Cut(strings.TrimSpace(clause), " ")
		if authScheme(scheme) && strings.TrimSpace(rest) != "" {
			return true
		}
	}
	for _, word := range strings.FieldsFunc(value, betweenWords) {
		if knownToken(word) {
			return true
		}
	}
	return false
}

func authScheme(s string) bool {
	switch strings.ToLower(s) {
	case "bearer", "basic", "token":
		return true
	}
	return false
}

// carriesPassword finds scheme://name:password@ in a text.
func carriesPassword(s string) bool {
	for {
		_, rest, ok := strings.Cut(s, "://")
		if !ok {
			return false
		}
		authority := rest
		if end := strings.IndexAny(rest, "/?# "); end >= 0 {
			authority = rest[:end]
		}
		if at := strings.LastIndex(authority, "@"); at >= 0 && strings.Contains(authority[:at], ":") {
			return true
		}
		s = rest
	}
}

// tokenBeginnings are how the tokens of well-known services start.
var tokenBeginnings = [...]string{
	"sk-", "sk_", "rk_live_", "pk_live_", "whsec_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_",
	"glpat-", "gldt-", "glrt-", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xapp-", "AKIA", "ASIA", "AIza", "ya29.",
	"npm_", "pypi-", "hf_", "SG.", "shpat_", "shpss_", "dop_v1_", "lin_api_", "secret_", "ntn_", "figd_",
	"PMAK-", "NRAK-", "sq0atp-", "r8_", "gsk_", "tvly-", "pplx-", "AGE-SECRET-KEY-", "hvs.", "atlasv1.",
}

func knownToken(word string) bool {
	for _, begin := range tokenBeginnings {
		if strings.HasPrefix(word, begin) && len(word) >= len(begin)+8 {
			return true
		}
	}
	return strings.HasPrefix(word, "eyJ") && len(word) >= 20 && strings.Count(word, ".") == 2
}

func betweenClauses(r rune) bool { return strings.ContainsRune(`"':=,;`, r) }

func betweenWords(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(`"'=:/,;&?()[]{}<>|@#`, r)
}

func notInRun(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_+=-", r))
}

// randomLooking counts how often the class of the characters changes.
func randomLooking(run string) bool {
	changes, digits, letters := 0, false, false
	for i := 0; i < len(run); i++ {
		c := class(run[i])
		digits = digits || c == 'd'
		letters = letters || c == 'l' || c == 'u'
		if i > 0 && c != class(run[i-1]) {
			changes++
		}
	}
	return digits && letters && changes*4 >= len(run)
}

func class(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z':
		return 'l'
	case c >= 'A' && c <= 'Z':
		return 'u'
	case c >= '0' && c <= '9':
		return 'd'
	}
	return 'm'
}
