package gateway

import "context"

// method is what an assistant may ask for.
type method struct {
	do    func(*request, context.Context) ([]byte, error)
	era   era
	early bool // before initialize
	brief bool // ends by itself, soon
	quick bool // waits for nobody
}

type era uint8

const (
	both   era = iota
	before     // of the versions with sessions only
	since      // of 2026-07-28 only
)

// table is everything an assistant may ask for. Nothing in it adds, approves or trusts
// anything (SPEC Q9); TestMethods pins it.
func table() map[string]method {
	return map[string]method{
		"initialize":               {do: (*request).initialize, era: before, early: true, brief: true, quick: true},
		"ping":                     {do: (*request).ping, era: before, early: true, brief: true, quick: true},
		"server/discover":          {do: (*request).discover, era: since, brief: true},
		"logging/setLevel":         {do: (*request).setLevel, era: before, brief: true, quick: true},
		"tools/list":               {do: (*request).listTools, brief: true},
		"tools/call":               {do: (*request).callTool},
		"prompts/list":             {do: (*request).listPrompts, brief: true},
		"prompts/get":              {do: (*request).getPrompt},
		"resources/list":           {do: (*request).listResources, brief: true},
		"resources/templates/list": {do: (*request).listTemplates, brief: true},
		"resources/read":           {do: (*request).readResource},
		"resources/subscribe":      {do: (*request).subscribe, era: before},
		"resources/unsubscribe":    {do: (*request).unsubscribe, era: before},
		"completion/complete":      {do: (*request).complete},
		"subscriptions/listen":     {do: (*request).listen, era: since},
	}
}
