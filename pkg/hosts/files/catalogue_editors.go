package files

const globalStorage = "{app}/Code/User/globalStorage/"

// editors are editors and what is installed in them.
func editors() []Info {
	return append([]Info{
		{Client: Cursor, Name: "Cursor", Format: FormatJSON, Root: mcpServers, Shape: claude(), Refs: []string{"${env:NAME}"},
			user: everywhere("{home}/.cursor/mcp.json"), project: everywhere(".cursor/mcp.json")},
		{Client: VSCode, Name: "VS Code", Format: FormatJSONC, Root: "servers", Shape: typed("type", "stdio", "http"),
			Refs: []string{"${input:NAME}", "${env:NAME}", "${workspaceFolder}"},
			user: everywhere("{app}/Code/User/mcp.json"), project: everywhere(".vscode/mcp.json")},
		{Client: Windsurf, Name: "Windsurf", Format: FormatJSON, Root: mcpServers, Shape: addressed("serverUrl"), Refs: []string{"${env:NAME}"},
			user: everywhere("{home}/.codeium/windsurf/mcp_config.json", "{home}/.codeium/mcp_config.json")},
		{Client: Devin, Name: "Devin Local", Format: FormatJSON, Root: mcpServers, Shape: addressed("serverUrl"),
			user: everywhere("{xdg}/devin/mcp_config.json"), project: everywhere(".devin/mcp_config.json", ".devin/mcp_config.local.json")},
		{Client: Antigravity, Name: "Antigravity", Format: FormatJSON, Root: mcpServers, Shape: addressed("serverUrl"),
			user:    everywhere("{home}/.gemini/config/mcp_config.json", "{home}/.gemini/antigravity/mcp_config.json"),
			project: everywhere(".agents/mcp_config.json")},
		{Client: Zed, Name: "Zed", Format: FormatJSONC, Root: "context_servers", Shape: claude(),
			user: bySystem("{xdg}/zed/settings.json", "{home}/.config/zed/settings.json", "{roaming}/Zed/settings.json"), project: everywhere(".zed/settings.json")},
	}, moreEditors()...)
}

func moreEditors() []Info {
	return []Info{
		{Client: Continue, Name: "Continue", Format: FormatYAML, Root: mcpServers, List: true, Shape: typed("type", "stdio", "streamable-http"),
			Refs: []string{"${{ secrets.NAME }}"}, user: everywhere("{home}/.continue/config.yaml")},
		{Client: Kiro, Name: "Kiro", Format: FormatJSON, Root: mcpServers, Shape: claude(), Refs: []string{"${NAME}"},
			user: everywhere("{home}/.kiro/settings/mcp.json"), project: everywhere(".kiro/settings/mcp.json")},
		{Client: Cline, Name: "Cline", Format: FormatJSON, Root: mcpServers, Shape: typed("type", "stdio", "streamableHttp"),
			user: everywhere(globalStorage+"saoudrizwan.claude-dev/settings/cline_mcp_settings.json", "{home}/.cline/data/settings/cline_mcp_settings.json")},
		{Client: Roo, Name: "Roo Code", Format: FormatJSON, Root: mcpServers, Shape: typed("type", "stdio", "streamable-http"), Refs: []string{"${env:NAME}"},
			user: everywhere(globalStorage + "rooveterinaryinc.roo-cline/settings/mcp_settings.json"), project: everywhere(".roo/mcp.json")},
		{Client: Trae, Name: "Trae", Format: FormatJSON, Root: mcpServers, Shape: claude(), user: everywhere("{app}/Trae/User/mcp.json")},
		{Client: Qoder, Name: "Qoder", Format: FormatJSON, Root: mcpServers, Shape: claude(), user: everywhere("{home}/.qoder/mcp.json")},
	}
}
