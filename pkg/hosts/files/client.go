package files

// Client is another assistant whose config file is known, by its id: "vscode".
// "" is none in particular.
type Client string

const (
	ClaudeDesktop Client = "claude-desktop"
	ClaudeCode    Client = "claude-code"
	Cursor        Client = "cursor"
	VSCode        Client = "vscode"
	Copilot       Client = "copilot"
	Codex         Client = "codex"
	Gemini        Client = "gemini"
	Qwen          Client = "qwen"
	Antigravity   Client = "antigravity"
	Windsurf      Client = "windsurf"
	Devin         Client = "devin"
	Zed           Client = "zed"
	OpenCode      Client = "opencode"
	Goose         Client = "goose"
	Continue      Client = "continue"
	Amp           Client = "amp"
	Kiro          Client = "kiro"
	Cline         Client = "cline"
	Roo           Client = "roo"
	LMStudio      Client = "lmstudio"
	Trae          Client = "trae"
	Qoder         Client = "qoder"
	Kimi          Client = "kimi"
	Factory       Client = "factory"
	AmazonQ       Client = "amazonq"
	Vibe          Client = "vibe"
	Crush         Client = "crush"
	Kaitoi        Client = "kaitoi"
	Kkss          Client = "kkss"
)

// Format is how a file is written. The zero value is none that is known.
type Format uint8

const (
	FormatNone  Format = iota
	FormatJSON         // comments are read all the same (SPEC F2)
	FormatJSONC        // JSON in which the client itself keeps comments
	FormatTOML
	FormatYAML
)

// String is the format's usual name.
func (f Format) String() string {
	switch f {
	case FormatJSON:
		return "JSON"
	case FormatJSONC:
		return "JSON with comments"
	case FormatTOML:
		return "TOML"
	case FormatYAML:
		return "YAML"
	case FormatNone:
	}
	return "unknown"
}

// Info is one row of the catalogue: where a client's files stand and how an
// entry in them is written.
type Info struct {
	Client Client
	Name   string // as people call it
	Format Format
	Root   string // the key over the servers; "amp.mcpServers" is one key with a dot
	List   bool   // the servers are a list and each has a name of its own
	Shape  Shape
	Refs   []string // the forms of its variables, NAME standing for the name; none where nothing is expanded

	user, machine, project places
	maxBytes               int // 0 is a definition file's limit
}

// Shape is how an entry is written.
type Shape struct {
	Command     string // the key of the program
	CommandList bool   // program and arguments are one list
	Env         string // the key of the variables
	URL         string // the key of a streamable HTTP address; "" where there is none
	Headers     string
	Type        string // the key that says what kind it is; "" where none does
	Local       string // its word for a program, "" where left out
	Remote      string // its word for streamable HTTP, "" where left out
}
