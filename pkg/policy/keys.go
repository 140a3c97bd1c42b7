package policy

import (
	"slices"
	"strings"

	"usher/pkg/strictjson"
)

// index of a key in keys, in SPEC C4's order.
const (
	approveUnattended = iota
	trustServers
	trustHooks
	trustDigests
	hooksEnabled
	hooksOnError
	hooksPinned
	textsEnabled
	textsPrecedence
	serversAllow
	serversDeny
	toolsDeny
	toolsAsk
	sandboxRequired
	sandboxMinimum
	projectsEnabled
	serveAllowed
	serveResources
	servePrompts
	auditFile
	auditRequired
	keyCount
)

// shape of a key's value.
type shape uint8

const (
	flag     shape = iota // true or false
	choice                // one of a few words
	patterns              // a list of tool patterns; the layers' lists add up
	launches              // a list of patterns on what a server launches; each layer's list counts by itself
	digests               // a list of digests, which only the machine's file may hold
	openings              // a list of tool patterns that let more through; the layers' lists add up, but for a lock
	filePath              // the absolute path of a file, or "" for none
)

// list reports a value that several layers fill together: none replaces another's.
func (s shape) list() bool { return s == patterns || s == launches || s == digests || s == openings }

// lockable reports a value that counts no more where the machine locks its key. A list
// that can only tighten stays.
func (s shape) lockable() bool { return !s.list() || s == openings }

type key struct {
	group, name string
	shape       shape
	standard    string   // JSON text of the built-in default
	words       []string // of a choice
}

func (k key) full() string { return k.group + "." + k.name }

// keys are all that this usher enforces. A key that is not here refuses every
// call (SPEC C4), so a key enters together with the code that obeys it.
var keys = [keyCount]key{
	approveUnattended: {group: "approve", name: "unattended", shape: flag, standard: "false"},
	trustServers:      {group: "trust", name: "servers", shape: choice, standard: `"with-folder"`, words: []string{WithFolder, Each}},
	trustHooks:        {group: "trust", name: "hooks", shape: choice, standard: `"with-folder"`, words: []string{WithFolder, Each}},
	trustDigests:      {group: "trust", name: "digests", shape: digests, standard: "[]"},
	hooksEnabled:      {group: "hooks", name: "enabled", shape: flag, standard: "true"},
	hooksOnError:      {group: "hooks", name: "onError", shape: choice, standard: `"deny"`, words: []string{OnErrorDeny, OnErrorWarn}},
	hooksPinned:       {group: "hooks", name: "pinned", shape: flag, standard: "false"},
	textsEnabled:      {group: "texts", name: "enabled", shape: flag, standard: "true"},
	textsPrecedence:   {group: "texts", name: "precedence", shape: choice, standard: `"user"`, words: []string{PrecedenceUser, PrecedenceProject}},
	serversAllow:      {group: "servers", name: "allow", shape: launches, standard: "[]"},
	serversDeny:       {group: "servers", name: "deny", shape: launches, standard: "[]"},
	toolsDeny:         {group: "tools", name: "deny", shape: patterns, standard: "[]"},
	toolsAsk:          {group: "tools", name: "ask", shape: patterns, standard: "[]"},
	sandboxRequired:   {group: "sandbox", name: "required", shape: flag, standard: "false"},
	sandboxMinimum:    {group: "sandbox", name: "minimum", shape: choice, standard: `"namespaces"`, words: []string{MinimumNamespaces, MinimumLandlock}},
	projectsEnabled:   {group: "projects", name: "enabled", shape: flag, standard: "true"},
	serveAllowed:      {group: "serve", name: "allowedTools", shape: openings, standard: "[]"},
	serveResources:    {group: "serve", name: "resources", shape: flag, standard: "false"},
	servePrompts:      {group: "serve", name: "prompts", shape: flag, standard: "false"},
	auditFile:         {group: "audit", name: "file", shape: filePath, standard: `""`},
	auditRequired:     {group: "audit", name: "required", shape: flag, standard: "false"},
}

// later are the keys of SPEC C4 that other versions of usher enforce.
var later = [...]string{
	"install.minAgeDays", "install.npmRegistry", "install.pypiIndex", "http.caFile",
}

// Keys are the policy keys this usher enforces, in a fixed order.
func Keys() []string {
	all := make([]string, 0, keyCount)
	for _, k := range keys {
		all = append(all, k.full())
	}
	return all
}

// find is a key's index by its full name, exact to the byte; -1 for none.
func find(full string) int {
	group, name, _ := strings.Cut(full, ".")
	return findIn(group, name)
}

// findIn is find for a key's two parts; no group has a dot in it.
func findIn(group, name string) int {
	for i, k := range keys {
		if k.group == group && k.name == name {
			return i
		}
	}
	return -1
}

func isLater(full string) bool {
	return slices.Contains(later[:], full)
}

// groups are the top-level keys.
func groups() []string {
	var all []string
	for _, k := range keys {
		if len(all) == 0 || all[len(all)-1] != k.group {
			all = append(all, k.group)
		}
	}
	return all
}

// namesIn are the keys inside a group, without it.
func namesIn(group string) []string {
	var all []string
	for _, k := range keys {
		if k.group == group {
			all = append(all, k.name)
		}
	}
	return all
}

// meant is the hint for a key nobody knows.
func meant(full string) string {
	if n := strictjson.Nearest(full, Keys()); n != "" {
		return `did you mean "` + n + `"?`
	}
	return "the keys are " + strings.Join(Keys(), ", ")
}
