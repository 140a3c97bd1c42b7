package mcp

import "strings"

// CodeLoading reports a variable that changes how programs load code, whom they
// trust or where they look: the families of SPEC S5, in any case.
func CodeLoading(name string) bool {
	n := strings.ToUpper(name)
	switch n {
	case "ENV", "PATH", "HOME", "TMPDIR", "EDITOR", "SHELL":
		return true
	case "SHELLOPTS", "BASHOPTS", "PS4": // bash reads them as it reads BASH_ENV
		return true
	}
	if strings.HasSuffix(n, "_PROXY") || strings.HasSuffix(n, "JAVA_OPTIONS") { // _JAVA_OPTIONS, IBM_JAVA_OPTIONS
		return true
	}
	for _, family := range [...]string{
		"LD_", "DYLD_", "NODE_", "PYTHON", "PERL", "RUBY", "JAVA", "JDK_", "BASH_", "GIT_", "SSH_", "OPENSSL_",
		"SSL_", "NPM_", "UV_", "PIP_", "GCONV", "GLIBC", "DOTNET", "DBUS_", "XDG_", "USHER_",
	} {
		if strings.HasPrefix(n, family) {
			return true
		}
	}
	return false
}
