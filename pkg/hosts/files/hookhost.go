package files

// HookHost is an assistant that runs commands at fixed points of its loop.
type HookHost struct {
	Name   string // what --client calls it
	Client Client // its row of the catalogue
	Events []HookEvent
	Notes  []string // what a person has to know or do: "run /hooks in Codex and trust them"
	Silent bool     // it skips what nobody trusted there without a word (Codex)

	style         hookStyle
	user, project []hookPlace
}

// HookEvent is one point of its loop and what usher does there. One word may stand
// twice: Stop is usher's Stop and its TurnEnd.
type HookEvent struct {
	Word  string // the assistant's: BeforeTool
	Fires string // usher's: PreToolUse
}

// HookFile is one file that an assistant reads hooks from.
type HookFile struct {
	Host       HookHost
	Path       string // absolute; of a project relative to it, with slashes
	Project    bool
	Own        bool // holds nothing but usher's: to be removed where Unwire leaves nothing
	Executable bool // is run itself
	Existing   bool // is used only where it exists already
	goos       string
	event      string // the only one it is for
}

// HookHosts are the assistants whose hooks are known.
func HookHosts() []HookHost { return nil }

// FindHooks is the assistant that --client, or the catalogue, calls so.
func FindHooks(name string) (HookHost, bool) { return HookHost{}, false }

// WithoutHooks says why an assistant of the catalogue has none that usher can be
// put into, "" where it has.
func WithoutHooks(c Client) string { return "" }

// HookFiles are the files of the person's own settings and those of a project. Of
// several, the first that exists is meant, else the first that is not Existing; all
// of them where each is for an event of its own (Each).
type HookFiles struct {
	User, Project []HookFile
	Each          bool
}

// Files says where its hooks stand, see Info.Files; getenv is also asked for
// COPILOT_HOME.
func (h HookHost) Files(goos, home string, getenv func(string) string) HookFiles { return HookFiles{} }

// At is a file that a person names, such as an agent's of Kiro.
func (h HookHost) At(goos, path string) HookFile { return HookFile{} }

type hookStyle struct{}

type hookPlace struct{}
