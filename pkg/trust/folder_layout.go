package trust

import "slices"

// Layout says where one kind of assistant keeps its definitions in a project
// (SPEC L6). Paths are relative and slash separated; "" where the layout has
// none.
type Layout struct {
	Name         string
	Servers      [2]string // files, the first one that defines a name wins
	Hooks        string    // a file
	Instructions string    // a file
	Skills       string    // a folder: everything below it belongs to the folder's digest
	Prompts      string    // a folder, likewise
	Nested       bool      // prompts in folders below Prompts have names too (SPEC X4)
}

// layouts are read in this order; the first one that defines a name wins. A row
// more changes every folder's digest, because absent names are part of it
// (SPEC Q3).
var layouts = [...]Layout{
	{
		Name: "usher", Servers: [2]string{".usher/mcp.json"}, Hooks: ".usher/hooks.json",
		Instructions: ".usher/instructions.md", Skills: ".usher/skills", Prompts: ".usher/prompts",
	},
	{
		Name: "kkss", Servers: [2]string{".kkss/assistant/mcp.json"}, Hooks: ".kkss/assistant/hooks.json",
		Instructions: ".kkss/assistant/instructions.md", Skills: ".kkss/assistant/skills", Prompts: ".kkss/assistant/prompts",
	},
	{
		Name: "kaitoi", Servers: [2]string{".kaitoi/mcp.json", ".mcp.json"}, Hooks: ".kaitoi/hooks.json",
		Skills: ".kaitoi/skills", Prompts: ".kaitoi/commands", Nested: true,
	},
	{Name: "claude", Skills: ".claude/skills", Prompts: ".claude/commands", Nested: true},
	{Name: "agents", Skills: ".agents/skills"},
}

// Layouts are all layouts usher reads, in the order of SPEC L6.
func Layouts() []Layout { return slices.Clone(layouts[:]) }

// definition is one name of a layout.
type definition struct {
	path   string
	part   Part
	layout string
	tree   bool // a folder that belongs to the digest with all that is in it
}

// definitions are all names of all layouts, sorted by nothing but the table.
func definitions() []definition {
	var out []definition
	for _, l := range layouts {
		for _, d := range []definition{
			{path: l.Servers[0], part: PartServers},
			{path: l.Servers[1], part: PartServers},
			{path: l.Hooks, part: PartHooks},
			{path: l.Instructions, part: PartInstructions},
			{path: l.Skills, part: PartSkill, tree: true},
			{path: l.Prompts, part: PartPrompt, tree: true},
		} {
			if d.path != "" {
				d.layout = l.Name
				out = append(out, d)
			}
		}
	}
	return out
}
