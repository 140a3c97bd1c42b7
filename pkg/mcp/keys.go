package mcp

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// entryKeys are what an entry may hold (SPEC S3): a local server's, a remote
// one's, those of both, and, last, the id, which has its place elsewhere in the
// mcpServers shape.
var entryKeys = [...]string{
	"command", "args", "env", "cwd", "sandbox", "package",
	"url", "headers", "tokenEnv", "oauth",
	"type", "disabled", "timeoutMs", "protocol", "description",
	"id",
}

func localKeys() []string  { return entryKeys[:6] }
func remoteKeys() []string { return entryKeys[6:10] }

// foreignKeys are other apps' own, passed over with a message in their shape (SPEC F2).
var foreignKeys = [...]string{
	"timeout", "alwaysLoad", "alwaysAllow", "autoApprove", "trust", "tools", "includeTools", "excludeTools",
	"disabledTools", "enabled_tools", "version", "gallery", "metadata", "icon",
}

// meant are the words people write for ours, where spelling alone does not lead there.
var meant = [...][2]string{
	{"environment", "env"}, {"envs", "env"}, {"vars", "env"}, {"cmd", "command"}, {"program", "command"}, {"executable", "command"},
	{"arguments", "args"}, {"argv", "args"}, {"workingdirectory", "cwd"}, {"workdir", "cwd"}, {"dir", "cwd"},
	{"endpoint", "url"}, {"serverurl", "url"}, {"httpurl", "url"}, {"uri", "url"}, {"http_headers", "headers"},
	{"token", "tokenEnv"}, {"bearertoken", "tokenEnv"}, {"bearer_token_env_var", "tokenEnv"}, {"transport", "type"},
	{"transporttype", "type"}, {"protocolversion", "protocol"}, {"mcpversion", "protocol"}, {"enabled", "disabled"}, {"startup_timeout_sec", "timeoutMs"}, {"name", "id"},
}

// markKeys are words for what only the person decides (SPEC M3, S6).
var markKeys = [...]string{
	"marks", "mark", "grants", "grant", "allow", "alwaysallow", "autoapprove", "approved", "approve", "trust", "trusted", "readonly",
}

// knownKeys are the keys of an entry in the shape it stands in.
func (e *entry) knownKeys() []string {
	if e.shape == ShapeServers {
		return entryKeys[:]
	}
	return entryKeys[:len(entryKeys)-1]
}

// strayKeys reports what the entry may not hold: an unknown key drops it, other
// apps' own are passed over with a message (SPEC F2, S6).
func (e *entry) strayKeys() {
	known := e.knownKeys()
	for _, s := range strictjson.Strays(e.members, known) {
		if e.shape == ShapeMcpServers && slices.Contains(foreignKeys[:], s.Member.Key) {
			e.note(fault.SeverityWarning, s.Member.Place, "mcp/ignored-key", quoted(s.Member.Key)+" is another app's and is ignored", keyHint(s.Member.Key))
			continue
		}
		e.stray(s, "", known)
	}
}

// stray reports an unknown key of the entry, or of the object under a key of it.
func (e *entry) stray(s strictjson.Stray, under string, known []string) {
	worded := s.Problem(decoding(""), "")
	if under != "" {
		worded.Message = "in " + under + ", " + worded.Message
	}
	hint := keyHint(s.Member.Key)
	if near := nearest(s, known); hint == "" && near != "" {
		hint = "did you mean " + quoted(near) + "?"
	}
	e.fail(s.Member.Place, worded.Rule, worded.Message, hint)
}

func nearest(s strictjson.Stray, known []string) string {
	word := strings.ToLower(s.Member.Key)
	for _, m := range meant {
		if word == m[0] && slices.Contains(known, m[1]) {
			return m[1]
		}
	}
	return s.Nearest
}

// keyHint is a way out where the nearest key would not help.
func keyHint(key string) string {
	if key == "timeout" {
		return `usher's own is "timeoutMs", in milliseconds`
	}
	if slices.Contains(markKeys[:], strings.ToLower(key)) {
		return "a file holds no mark, grant or approval; you make them: usher server mark, usher grant set, usher server approve"
	}
	return ""
}
