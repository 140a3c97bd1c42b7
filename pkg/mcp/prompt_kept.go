package mcp

import (
	"bytes"
	"strconv"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// Encode is the list as its state file holds it.
func (l PromptList) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(`{"version":` + strconv.Itoa(manifestVersion) + ",\n\"prompts\":[")
	for i, p := range l.Prompts {
		var args []string
		for _, a := range p.Arguments {
			args = append(args, string(object([]field{
				{"name", quote(a.Name)}, {"description", quote(a.Description)}, {"required", strconv.FormatBool(a.Required)},
			})))
		}
		b.WriteString(between(i))
		b.Write(object([]field{
			{"name", quote(p.Name)}, {"description", quote(p.Description)}, {"arguments", "[" + strings.Join(args, ",") + "]"},
		}))
	}
	b.WriteString("],\n\"notOffered\":[")
	for i, n := range l.NotOffered {
		b.WriteString(between(i))
		b.Write(object([]field{{"name", quote(n.Name)}, {"why", quote(n.Why)}}))
	}
	b.WriteString("]}\n")
	return b.Bytes()
}

// ParsePrompts reads what Encode wrote; anything else is an error, and never taken
// for an empty list (SPEC Q10).
func ParsePrompts(data []byte) (PromptList, error) {
	root, _ := strictjson.Decode(data, strictjson.Options{File: "-", MaxBytes: maxManifest, MaxDepth: 66, AllowNull: true})
	if v, ok := root.Get("version").Int(); !ok || v != manifestVersion || root.Get("prompts").Kind() != strictjson.KindArray {
		return PromptList{}, fault.New(fault.Failed, "the kept list of prompts is not one that this usher wrote")
	}
	var read []prompted
	for i, item := range root.Get("prompts").Items() {
		read = append(read, readPrompt(item, i+1))
	}
	l := askable(read)
	if len(l.NotOffered) > 0 {
		return PromptList{}, fault.New(fault.Failed, "the kept list of prompts holds one that cannot be asked for")
	}
	for _, n := range root.Get("notOffered").Items() { // none in a list that an older usher kept
		name, _ := n.Get("name").Text()
		why, _ := n.Get("why").Text()
		l.NotOffered = append(l.NotOffered, NotOffered{Name: name, Why: why})
	}
	return l, nil
}
