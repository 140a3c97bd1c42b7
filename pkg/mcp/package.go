package mcp

import (
	"strings"

	"usher/pkg/strictjson"
)

// readPackage reads package {npm | pypi, bin}: one exact version (SPEC P1).
func (e *entry) readPackage() {
	v := e.object("package", `write {"npm": "name@1.2.3"} or {"pypi": "name==1.2.3"}`, "npm", "pypi", "bin")
	if v == nil {
		return
	}
	npm, pypi := v.Get("npm"), v.Get("pypi")
	switch {
	case npm != nil && pypi != nil:
		e.fail(pypi.Place(), "mcp/package", "a package is from npm or from pypi, not both", "take one out")
	case npm != nil:
		e.packageSpec(npm, "npm", "@", npmName)
	case pypi != nil:
		e.packageSpec(pypi, "pypi", "==", pypiName)
	default:
		e.fail(v.Place(), "mcp/package", "package names neither npm nor pypi", `write {"npm": "name@1.2.3"} or {"pypi": "name==1.2.3"}`)
	}
	if bin := v.Get("bin"); bin != nil {
		s, ok := bin.Text()
		if !ok {
			e.wrongType(bin, "package.bin", "a text", "")
		} else if !packageWord(s) {
			e.fail(bin.Place(), "mcp/package", "package.bin is the name of one program in the package, not a path", "")
		}
		e.out.Package.Bin = s
	}
}

func (e *entry) packageSpec(v *strictjson.Value, kind, sep string, validName func(string) bool) {
	s, ok := v.Text()
	if !ok {
		e.wrongType(v, "package."+kind, "a text", "")
		return
	}
	name, version := s, ""
	if i := strings.LastIndex(s, sep); i > 0 {
		name, version = s[:i], s[i+len(sep):]
	}
	if !validName(name) || !exactVersion(version, kind) {
		e.fail(v.Place(), "mcp/package", "package."+kind+" must be a name and one exact version", "write name"+sep+"1.2.3; no range, tag or address")
	}
	e.out.Package.Kind, e.out.Package.Spec = kind, s
}

// npmName is name or @scope/name.
func npmName(s string) bool {
	if scoped, ok := strings.CutPrefix(s, "@"); ok {
		scope, name, ok := strings.Cut(scoped, "/")
		return ok && packageWord(scope) && packageWord(name)
	}
	return packageWord(s)
}

// pypiName is a name with optional [extras].
func pypiName(s string) bool {
	if open := strings.IndexByte(s, '['); open > 0 && strings.HasSuffix(s, "]") {
		for _, extra := range strings.Split(s[open+1:len(s)-1], ",") {
			if !packageWord(extra) {
				return false
			}
		}
		s = s[:open]
	}
	return packageWord(s)
}

// exactVersion is one version and no range: npm's has three numbers.
func exactVersion(s, kind string) bool {
	core := s
	if i := strings.IndexAny(s, "-+"); i >= 0 && kind == "npm" {
		core = s[:i]
	}
	if s == "" || s[0] < '0' || s[0] > '9' || strings.ContainsFunc(s, func(r rune) bool { return !wordRune(r) && r != '+' && r != '!' }) {
		return false
	}
	if kind != "npm" {
		return true
	}
	numbers := strings.Split(core, ".")
	for _, n := range numbers {
		if n == "" || strings.Trim(n, "0123456789") != "" {
			return false
		}
	}
	return len(numbers) == 3
}

// packageWord is letters, digits, dots, hyphens and underscores, not starting
// with a dot or a hyphen: never a path, a flag or an address.
func packageWord(s string) bool {
	return s != "" && len(s) <= 214 && s[0] != '.' && s[0] != '-' && !strings.ContainsFunc(s, func(r rune) bool { return !wordRune(r) })
}

func wordRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_'
}
