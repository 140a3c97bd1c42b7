package mcp

import (
	"strconv"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// maxArguments of one prompt are taken.
const maxArguments = 100

// ReadPrompts reads the pages of a prompts/list, each a result object exactly as
// sent, as ReadTools reads tools: one bad prompt costs only itself, names that
// differ only in case are not offered, and the whole is bounded. A prompt whose
// argument cannot be named on a command line is not offered either.
func ReadPrompts(pages [][]byte) (PromptList, error) {
	var read []prompted
	size := 0
	for _, page := range pages {
		size += len(page)
		root, problems := strictjson.Decode(page, strictjson.Options{MaxBytes: MaxList, MaxValues: maxValues, AllowNull: true})
		if root == nil {
			return PromptList{}, fault.New(fault.Failed, "its list of prompts is not sound JSON: "+problems[0].Message)
		}
		items := root.Get("prompts")
		if k := items.Kind(); k != strictjson.KindArray && k != strictjson.KindNull {
			return PromptList{}, fault.New(fault.Failed, `its "prompts" are `+k.String()+", not a list")
		}
		for _, item := range items.Items() {
			read = append(read, readPrompt(item, len(read)+1))
		}
		if len(read) > MaxTools || size > MaxList {
			return PromptList{}, fault.New(fault.Failed, "its list of prompts is too long")
		}
	}
	return askable(read), nil
}

// prompted is one entry of the list; why is empty while it can be offered.
type prompted struct {
	prompt    Prompt
	name, why string
}

func readPrompt(v *strictjson.Value, n int) prompted {
	out := prompted{name: "prompt " + strconv.Itoa(n)}
	name, ok := v.Get("name").Text()
	if !ok {
		out.why = "it has no name"
		return out
	}
	out.name = shownTool(name)
	if !toolName(name) {
		out.why = "its name is not 1 to " + strconv.Itoa(maxToolName) + " letters, digits, dots, hyphens and underscores"
		return out
	}
	out.prompt.Name = name
	out.prompt.Description, _ = v.Get("description").Text()
	args := v.Get("arguments")
	if k := args.Kind(); k != strictjson.KindArray && k != strictjson.KindNull {
		out.why = "its arguments are " + k.String() + ", not a list"
	}
	for _, item := range args.Items() {
		arg, ok := readArgument(item)
		if _, twice := out.prompt.Argument(arg.Name); !ok || twice || len(out.prompt.Arguments) == maxArguments {
			out.why = "its arguments cannot be told apart by their names"
			break
		}
		out.prompt.Arguments = append(out.prompt.Arguments, arg)
	}
	return out
}

func readArgument(v *strictjson.Value) (PromptArgument, bool) {
	name, ok := v.Get("name").Text()
	a := PromptArgument{Name: name}
	a.Description, _ = v.Get("description").Text()
	a.Required, _ = v.Get("required").Bool()
	return a, ok && toolName(name)
}

// askable parts what can be asked for from what cannot.
func askable(read []prompted) PromptList {
	spelled := map[string][]string{}
	for _, p := range read {
		if n := p.prompt.Name; n != "" {
			spelled[strings.ToLower(n)] = append(spelled[strings.ToLower(n)], n)
		}
	}
	var l PromptList
	for _, p := range read {
		if clash := twin(p.prompt.Name, spelled[strings.ToLower(p.prompt.Name)]); clash != "" {
			p.why = clash
		}
		if p.why != "" {
			l.NotOffered = append(l.NotOffered, NotOffered{Name: p.name, Why: p.why})
			continue
		}
		l.Prompts = append(l.Prompts, p.prompt)
	}
	return l
}
