package mcp

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

// maxURI bytes of a resource's address are offered.
const maxURI = 8 << 10

// Listed is an entry of a list of prompts or resources, and why it is kept from
// assistants; Why is "" where every client can read it (SPEC V5, Q7).
type Listed struct {
	Name string // cleaned, as NotOffered has it
	Why  string
}

// UnfitPrompts looks at the prompts of one server, all pages together.
func UnfitPrompts(items []*strictjson.Value) []Listed {
	spelled := map[string][]string{}
	for _, v := range items {
		if name, ok := v.Get("name").Text(); ok {
			spelled[strings.ToLower(name)] = append(spelled[strings.ToLower(name)], name)
		}
	}
	shape := append(pieces{{key: "arguments", fault: listOf(pieces{
		{key: "name", must: true, fault: aText}, {key: "title", fault: shownText}, {key: "description", fault: shownText}, {key: "required", fault: yesOrNo},
	}.inside)}}, withName()...)
	out := make([]Listed, len(items))
	for i, v := range items {
		name, _ := v.Get("name").Text()
		out[i] = Listed{Name: entryName("prompt", i, name), Why: shape.fault(v)}
		if out[i].Why == "" && !toolName(name) {
			out[i].Why = "its name is not 1 to " + strconv.Itoa(maxToolName) + " letters, digits, dots, hyphens and underscores"
		}
		if clash := twin(name, spelled[strings.ToLower(name)]); out[i].Why == "" && clash != "" {
			out[i].Why = clash
		}
	}
	return out
}

// UnfitResources looks at resources, or at templates of them: address is the member
// that holds where one is, uri or uriTemplate.
func UnfitResources(items []*strictjson.Value, address string) []Listed {
	shape := append(pieces{
		{key: address, must: true, fault: anAddress}, {key: "mimeType", fault: aText}, {key: "size", fault: ofKind(strictjson.KindNumber, "a number")},
		{key: "annotations", fault: pieces{
			{key: "audience", fault: listOf(oneOf("user", "assistant"))}, {key: "priority", fault: priority}, {key: "lastModified", fault: moment},
		}.inside},
	}, withName()...)
	out := make([]Listed, len(items))
	for i, v := range items {
		at, _ := v.Get(address).Text()
		out[i] = Listed{Name: entryName("resource", i, at), Why: shape.fault(v)}
	}
	return out
}

func entryName(what string, i int, name string) string {
	if name == "" {
		return what + " " + strconv.Itoa(i+1)
	}
	return shownTool(name)
}

// anAddress is an address with a scheme, or the template of one.
func anAddress(v *strictjson.Value) string {
	s, ok := v.Text()
	scheme, _, found := strings.Cut(s, ":")
	switch {
	case !ok:
		return "is " + v.Kind().String() + ", not a text"
	case len(s) > maxURI:
		return "is larger than " + strconv.Itoa(maxURI>>10) + " KiB"
	case strings.ContainsAny(s, " \t\r\n") || clean.Line(s) != s:
		return "holds characters that an address has not"
	case !found:
		return "has no scheme"
	}
	if u, err := url.Parse(scheme + ":x"); err != nil || !strings.EqualFold(u.Scheme, scheme) || scheme == "" {
		return "has no scheme"
	}
	return ""
}

func priority(v *strictjson.Value) string {
	if n, err := strconv.ParseFloat(string(v.Raw()), 64); v.Kind() != strictjson.KindNumber || err != nil || n < 0 || n > 1 {
		return "is no number from 0 to 1"
	}
	return ""
}

func moment(v *strictjson.Value) string {
	s, _ := v.Text()
	if _, err := time.Parse(time.RFC3339, s); err != nil {
		return "is no time as 2006-01-02T15:04:05Z"
	}
	return ""
}
