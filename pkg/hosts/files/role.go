package files

import "strings"

// role is what a key of an entry means, whoever wrote it.
type role uint8

const (
	roleUnknown role = iota
	roleCommand
	roleArgs
	roleEnv
	roleEnvNames // names passed on
	roleEnvAsked // names kept in the client's own secret store
	roleCwd
	roleURL
	roleHeaders
	roleHeaderEnv // header name to variable name
	roleToken
	roleOAuth
	roleType
	roleDisabled
	roleEnabled
	roleTimeout
	roleDescription
	roleName
	roleSandbox
	rolePackage
	roleNested // an object that holds the entry's own keys
	roleApproval
	roleDeny
	roleNoPlace
)

// roleOf knows the words of every client in the catalogue.
func roleOf(key string) role {
	switch key {
	case "command", "cmd":
		return roleCommand
	case "args", "arguments":
		return roleArgs
	case "env", "environment", "envs":
		return roleEnv
	case "env_vars":
		return roleEnvNames
	case "env_keys":
		return roleEnvAsked
	case "cwd", "workingDirectory", "working_directory", "workdir":
		return roleCwd
	case "url", "httpUrl", "serverUrl", "uri":
		return roleURL
	case "headers", "http_headers":
		return roleHeaders
	case "env_http_headers":
		return roleHeaderEnv
	case "tokenEnv", "bearer_token_env_var":
		return roleToken
	case "oauth":
		return roleOAuth
	case "type", "transport", "transportType":
		return roleType
	case "requestInit":
		return roleNested
	}
	return roleOfRest(key)
}

func roleOfRest(key string) role {
	switch key {
	case "disabled":
		return roleDisabled
	case "enabled", "isActive":
		return roleEnabled
	case "timeout", "timeoutMs", "startup_timeout_sec", "startup_timeout_ms", "startupTimeout", "tool_timeout_sec", "initTimeout", "connectionTimeout":
		return roleTimeout
	case "description":
		return roleDescription
	case "id", "name":
		return roleName
	case "sandbox":
		return roleSandbox
	case "package":
		return rolePackage
	case "alwaysAllow", "autoApprove", "trust", "trusted", "tools", "includeTools", "enabled_tools", "available_tools", "allowedTools",
		"default_tools_approval_mode", "approved", "autoAllow", "permissions":
		return roleApproval
	case "disabledTools", "excludeTools", "disabled_tools":
		return roleDeny
	case "envFile", "sandboxEnabled", "headersHelper", "version", "gallery", "metadata", "icon", "dev", "source", "settings", "display_name",
		"bundled", "alwaysLoad", "required", "supports_parallel_tool_calls", "autoStart", "tags", "note", "notes", "$schema":
		return roleNoPlace
	}
	return roleUnknown
}

// knownKeys are the words a look-alike is compared with.
var knownKeys = [...]string{
	"command", "cmd", "args", "arguments", "env", "environment", "envs", "env_vars", "env_keys", "cwd", "workingDirectory",
	"working_directory", "workdir", "url", "httpUrl", "serverUrl", "uri", "headers", "http_headers", "env_http_headers", "tokenEnv",
	"bearer_token_env_var", "oauth", "type", "transport", "transportType", "disabled", "enabled", "isActive", "timeout", "timeoutMs",
	"description", "id", "name", "sandbox", "package",
}

// why says what becomes of a key that usher takes nothing from.
func why(key string) (rule, message, hint string) {
	switch r := roleOf(key); {
	case r == roleApproval:
		return "import/approval", "says what may run without asking, or which tools are offered; that is never imported",
			"you make marks yourself: usher server mark, usher grant set"
	case r == roleDeny:
		return "import/approval", "turns tools off; no mark is ever imported, and usher asks for a tool without one",
			"to refuse a tool: usher grant set ID TOOL --deny"
	}
	switch key {
	case "envFile":
		return "import/no-place", "names a file of variables, which usher does not read", "name each variable in env"
	case "headersHelper":
		return "import/no-place", "names a program that makes headers, which usher does not run", "write the header with ${secret:NAME}"
	case "sandboxEnabled":
		return "import/no-place", "is another app's sandbox and is not taken over", ""
	}
	if roleOf(key) == roleNoPlace {
		return "import/no-place", "has no place in usher and is left out", ""
	}
	return "import/unknown-key", "is not known and is left out", ""
}

// lowered is for words whose case people mix: stdio, streamableHttp.
func lowered(s string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(s))
}
