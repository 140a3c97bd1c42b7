package mcp

import (
	"strings"
	"testing"
)

// SPEC S6: a project's file holds no secret, in whatever field.
func TestProjectFileHoldsNoSecret(t *testing.T) {
	const token = "ghp_0123456789abcdefghij"
	for _, data := range []string{
		local(`"env":{"A":"b"}`), // names only in this shape
		theirs(`"command":"x","env":{"A":"` + token + `"}`),
		theirs(`"command":"x","env":{"API_KEY":"plainword"}`),
		theirs(`"command":"x","env":{"dbPassword":"plainword"}`),
		theirs(`"command":"x","env":{"A":"${B:-` + token + `}"}`),
		theirs(`"command":"x","env":{"A":"x${B}` + token + `"}`),
		theirs(`"url":"https://h/","headers":{"Authorization":"Bearer abc"}`),
		theirs(`"url":"https://h/","headers":{"X-Api-Key":"plainword"}`),
		theirs(`"url":"https://h/","headers":{"Cookie":"sid=plainword"}`),
		theirs(`"url":"https://h/?api_key=plainword"`),
		theirs(`"url":"https://h/` + token + `/mcp"`),
		theirs(`"url":"https://h/?x=a8F3kQ9zL0pW7mR2tY5v"`),
		remote(`"headers":{"X-A":"` + token + `"}`),
		local(`"args":["${secret:A}"]`),
		local(`"args":["` + token + `"]`),
		local(`"args":["--key=` + token + `"]`),
		local(`"args":["--token","a8F3kQ9zL0pW7mR2tY5v"]`),
		local(`"args":["--api-key=a8F3kQ9zL0pW7mR2tY5v"]`),
		local(`"args":["postgres://u:pw@h/db"]`),
		local(`"args":["-H","Authorization: Bearer abc"]`),
	} {
		dropsWith(t, data, project(data), "mcp/secret-in-project")
		if f := own(data); len(f.Servers) != 1 {
			t.Errorf("%s: must load as one's own\n%s", data, text(f))
		}
	}
}

// SPEC S6, S7: names of secrets and variables, and plain values, are allowed.
func TestProjectFileMayNameThings(t *testing.T) {
	for _, data := range []string{
		local(`"env":["API_KEY","LAB_TOKEN"]`),
		remote(`"tokenEnv":"LAB_TOKEN"`),
		remote(`"headers":{"Authorization":"Bearer ${secret:LAB}","X-Region":"eu-west-1"}`),
		theirs(`"command":"x","env":{"API_KEY":"${secret:A}","TOKEN":"${env:B}","LOG":"debug","PORT":"8080","KEY_FILE":"keys/a.pem","TOKEN_LIMIT":"4096"}`),
		theirs(`"command":"x","env":{"AUTH_TOKEN_2":"${A:-}","AUTH":"none","SECRET_DIR":"/run/secrets","PWD":"x"}`),
		theirs(`"url":"https://h/mcp?project=lab&api_key="`),
		local(`"args":["--key","name","9fceb02d0ae598e95dc970b74767f19372d61af8","@scope/server-filesystem@2026.8.31"]`),
	} {
		if f := project(data); len(f.Servers) != 1 {
			t.Errorf("%s\n%s", data, text(f))
		}
	}
}

// SPEC S7: only a person's own server may have a secret in its arguments.
func TestSecretInArgsIsForOnesOwnServerOnly(t *testing.T) {
	data := local(`"args":["${secret:A}"]`)
	for layer, loads := range map[string]int{"yours": 1, "machine": 0, "project": 0} {
		f := ParseFile([]byte(data), Source{Path: "mcp.json"}, Rules{Layer: layer, Project: layer == "project"})
		if len(f.Servers) != loads {
			t.Errorf("%s: %d load, want %d", layer, len(f.Servers), loads)
		}
	}
}

// SPEC S6: what looks like a secret, and what does not.
func TestSecretish(t *testing.T) {
	for value, want := range map[string]bool{
		"sk-live-abc": true, "ghp_0123456789abcdef": true, "AKIAIOSFODNN7EXAMPLE": true, "xoxb-123456789": true,
		"eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2Q": true,
		"-----BEGIN RSA PRIVATE KEY-----\nMII":               true, "Bearer x": true, "basic dXNlcg==": true,
		"https://u:p@h/": true, "key=sk_test_12345678": true, `{"token":"ghp_0123456789abcdef"}`: true,
		"a8F3kQ9zL0pW7mR2tY5v": true, "550e8400-e29b-41d4-a716-446655440000": true,
		"9fceb02d0ae598e95dc970b74767f19372d61af8": true,
		"": false, "Bearer": false, "Bearer ": false, "sk-": false, "debug": false, "8080": false, "/usr/local/share/lab": false,
		"eu-west-1": false, "@modelcontextprotocol/server-filesystem@2026.8.31": false, "https://lab.example/mcp?x=1": false,
		"postgres://localhost/db": false, "user@example.com": false, "2026-11-30T10:59:00Z": false, "a long sentence of plain words": false,
		"C:\\Program Files\\Lab\\bin": false, "averyveryverylongwordwithoutanydigit": false, "12345678901234567890": false,
	} {
		if got := Secretish(value); got != want {
			t.Errorf("Secretish(%q) = %v, want %v", value, got, want)
		}
	}
}

// SPEC S5: the families, in any case, and nothing beside them.
func TestCodeLoadingFamilies(t *testing.T) {
	for _, name := range strings.Fields(`LD_PRELOAD ld_preload DYLD_X NODE_OPTIONS PYTHONPATH PYTHON PERL5LIB PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS
		JDK_JAVA_OPTIONS BASH_ENV ENV env GIT_SSH_COMMAND SSH_AUTH_SOCK OPENSSL_CONF SSL_CERT_FILE HTTPS_PROXY no_proxy ALL_PROXY npm_config_registry
		NPM_CONFIG_REGISTRY UV_INDEX_URL PIP_INDEX_URL GCONV_PATH GLIBC_TUNABLES DOTNET_STARTUP_HOOKS DBUS_SESSION_BUS_ADDRESS XDG_CONFIG_HOME
		USHER_HOME PATH Path HOME TMPDIR EDITOR SHELL _JAVA_OPTIONS SHELLOPTS BASHOPTS PS4`) {
		if !CodeLoading(name) {
			t.Errorf("CodeLoading(%s) = false", name)
		}
	}
	for _, name := range strings.Fields(`LAB_API_URL LANG TERM ENVIRONMENT MYPATH PATHS PROXY PROXY_URL LDX GITHUB_TOKEN SSHX SHELLS USER NODE UV PIP`) {
		if CodeLoading(name) {
			t.Errorf("CodeLoading(%s) = true", name)
		}
	}
}
