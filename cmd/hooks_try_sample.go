package cmd

import (
	"fmt"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/hooks"
)

// sampleTool is a tool that the one named hook covers, by the first of its
// alternatives that a tool could have; "" for several hooks, and for a pattern that
// hardly any tool is called by: to run such a hook would show a guard at work.
func sampleTool(named []hooks.Hook) string {
	if len(named) != 1 {
		return ""
	}
	for _, p := range named[0].Match.Alternatives() {
		switch pattern := p.String(); {
		case strings.Trim(pattern, "*") == "":
			return "sample__tool"
		case strings.Trim(pattern, toolSigns) == "":
			return strings.ReplaceAll(pattern, "*", "sample")
		}
	}
	return ""
}

// toolSigns are what the patterns of tools are made of.
const toolSigns = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:*"

// noTool says why no tool was made up.
func noTool(e hooks.Event, named []hooks.Hook) error {
	message := fmt.Sprintf("a %s event is about a tool, and none is named", e)
	hint := fmt.Sprintf("usher hooks test --event %s --tool server__tool", e)
	if len(named) == 1 {
		message = fmt.Sprintf("hardly a tool has a name that the match %s of hook %q covers, so none is made up", clean.Quote(named[0].Match.String()), named[0].Name)
		hint = fmt.Sprintf("mend the match, or name a tool: usher hooks test %s --tool server__tool", named[0].Name)
	}
	return fault.New(fault.Usage, message, hint)
}
