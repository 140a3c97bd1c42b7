package hooks

// topHint is for keys of a whole settings file of another assistant, where
// hooks is one member among others.
func topHint(key string) string {
	switch key {
	case "permissions", "env", "model", "mcpServers", "statusLine", "apiKeyHelper", "includeCoAuthoredBy", "cleanupPeriodDays",
		"outputStyle", "enableAllProjectMcpServers", "enabledMcpjsonServers", "disabledMcpjsonServers", "enabledPlugins",
		"extraKnownMarketplaces", "disableAllHooks", "allowedHttpHookUrls", "sandbox", "language", "theme", "tools", "context",
		"general", "ui", "security", "attribution", "alwaysThinkingEnabled", "forceLoginMethod", "awsAuthRefresh", "$schema", "version":
		return `keep only the "hooks" member in this file: {"hooks": …}`
	}
	return ""
}
