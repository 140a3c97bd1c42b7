package files

// Catalogue lists the clients, one row each, in the order people are shown them.
func Catalogue() []Info {
	return append(append(desktops(), terminals()...), editors()...)
}

// Find is a client's row.
func Find(c Client) (Info, bool) {
	for _, i := range Catalogue() {
		if i.Client == c {
			return i, true
		}
	}
	return Info{}, false
}

const mcpServers = "mcpServers"

// claude is the entry most clients write.
func claude() Shape { return Shape{Command: "command", Env: "env", URL: "url", Headers: "headers"} }

func typed(key, local, remote string) Shape {
	s := claude()
	s.Type, s.Local, s.Remote = key, local, remote
	return s
}

func addressed(url string) Shape {
	s := claude()
	s.URL = url
	return s
}

func everywhere(paths ...string) places { return places{all: paths} }

// bySystem is one file for each of linux, darwin and windows.
func bySystem(linux, darwin, windows string) places {
	return places{linux: []string{linux}, darwin: []string{darwin}, windows: []string{windows}}
}

// desktops are programs with windows that are no editors.
func desktops() []Info {
	return []Info{
		{Client: ClaudeDesktop, Name: "Claude Desktop", Format: FormatJSON, Root: mcpServers,
			Shape: Shape{Command: "command", Env: "env"}, user: everywhere("{app}/Claude/claude_desktop_config.json")},
		{Client: LMStudio, Name: "LM Studio", Format: FormatJSON, Root: mcpServers, Shape: claude(), user: everywhere("{home}/.lmstudio/mcp.json")},
		{Client: Goose, Name: "Goose", Format: FormatYAML, Root: "extensions",
			Shape: Shape{Command: "cmd", Env: "envs", URL: "uri", Headers: "headers", Type: "type", Local: "stdio", Remote: "streamable_http"},
			user:  bySystem("{xdg}/goose/config.yaml", "{xdg}/goose/config.yaml", "{roaming}/Block/goose/config/config.yaml")},
	}
}

// terminals are assistants of the command line.
func terminals() []Info {
	return append([]Info{
		{Client: ClaudeCode, Name: "Claude Code", Format: FormatJSON, Root: mcpServers, Shape: typed("type", "stdio", "http"),
			Refs: []string{"${NAME}", "${NAME:-default}"}, user: everywhere("{claude-home}/.claude.json"), project: everywhere(".mcp.json"),
			machine:  bySystem("/etc/claude-code/managed-mcp.json", "/Library/Application Support/ClaudeCode/managed-mcp.json", `C:\Program Files\ClaudeCode\managed-mcp.json`),
			maxBytes: 16 << 20}, // its one file also holds what was said in every project
		{Client: Copilot, Name: "Copilot CLI", Format: FormatJSON, Root: mcpServers, Shape: typed("type", "local", "http"),
			user: everywhere("{copilot}/mcp-config.json"), project: everywhere(".github/mcp.json", ".mcp.json")},
		{Client: Codex, Name: "Codex", Format: FormatTOML, Root: "mcp_servers",
			Shape: Shape{Command: "command", Env: "env", URL: "url", Headers: "http_headers"},
			user:  everywhere("{codex}/config.toml"), project: everywhere(".codex/config.toml")},
		{Client: Gemini, Name: "Gemini CLI", Format: FormatJSONC, Root: mcpServers, Shape: addressed("httpUrl"), Refs: []string{"$NAME", "${NAME}"},
			user: everywhere("{home}/.gemini/settings.json"), machine: places{linux: []string{"/etc/gemini-cli/settings.json"}},
			project: everywhere(".gemini/settings.json")},
		{Client: Qwen, Name: "Qwen Code", Format: FormatJSONC, Root: mcpServers, Shape: addressed("httpUrl"), Refs: []string{"$NAME", "${NAME}"},
			user: everywhere("{home}/.qwen/settings.json"), project: everywhere(".qwen/settings.json")},
		{Client: OpenCode, Name: "opencode", Format: FormatJSONC, Root: "mcp", Refs: []string{"{env:NAME}"},
			Shape: Shape{Command: "command", CommandList: true, Env: "environment", URL: "url", Headers: "headers", Type: "type", Local: "local", Remote: "remote"},
			user:  everywhere("{xdg}/opencode/opencode.json", "{xdg}/opencode/opencode.jsonc"), project: everywhere("opencode.json", "opencode.jsonc")},
		{Client: Amp, Name: "Amp", Format: FormatJSONC, Root: "amp.mcpServers", Shape: claude(),
			user: bySystem("{xdg}/amp/settings.json", "{xdg}/amp/settings.json", "{roaming}/amp/settings.json")},
		{Client: AmazonQ, Name: "Amazon Q", Format: FormatJSON, Root: mcpServers, Shape: claude(),
			user: everywhere("{home}/.aws/amazonq/mcp.json"), project: everywhere(".amazonq/mcp.json")},
	}, smallTerminals()...)
}

func smallTerminals() []Info {
	return []Info{
		{Client: Kimi, Name: "Kimi", Format: FormatJSON, Root: mcpServers, Shape: claude(), user: everywhere("{home}/.kimi/mcp.json")},
		{Client: Factory, Name: "Factory", Format: FormatJSON, Root: mcpServers, Shape: typed("type", "stdio", "http"),
			user: everywhere("{home}/.factory/mcp.json"), project: everywhere(".factory/mcp.json")},
		{Client: Vibe, Name: "Mistral Vibe", Format: FormatTOML, Root: "mcp_servers", List: true, Shape: typed("transport", "stdio", "streamable-http"),
			user: everywhere("{home}/.vibe/config.toml")},
		{Client: Crush, Name: "Crush", Format: FormatJSON, Root: "mcp", Shape: typed("type", "stdio", "http"), Refs: []string{"$NAME"},
			user: bySystem("{xdg}/crush/crush.json", "{xdg}/crush/crush.json", "{local}/crush/crush.json"), project: everywhere(".crush.json", "crush.json")},
		{Client: Kaitoi, Name: "Kaitoi Code", Format: FormatJSONC, Root: mcpServers, Shape: claude(),
			Refs: []string{"${secret:NAME}", "${env:NAME}", "${workspace}"}, project: everywhere(".mcp.json", ".kaitoi/mcp.json")},
		{Client: Kkss, Name: "KKSS", Format: FormatJSONC, Root: "servers", List: true, Shape: claude(), project: everywhere(".kkss/assistant/mcp.json")},
	}
}
