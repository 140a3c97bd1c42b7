package policy

import (
	"usher/pkg/strictjson"
)

// Known is the error for a key that is not one, of kind Usage with the nearest; nil
// for a key.
func Known(full string) error {
	if find(full) < 0 {
		return unknownKey(full)
	}
	return nil
}

// IsList reports a key that every layer adds to, and that can only tighten,
// so that no layer can lock the others' part of it away.
func IsList(full string) bool {
	i := find(full)
	return i >= 0 && !keys[i].shape.lockable()
}

// Words are what a key may be set to, where it is one of a few words.
func Words(full string) []string {
	i := find(full)
	switch {
	case i < 0 || keys[i].shape.list():
		return nil
	case keys[i].shape == flag:
		return []string{"true", "false"}
	}
	return keys[i].words
}

// Sets reports whether the bytes of a policy file set a key, whatever they set it to.
func Sets(data []byte, full string) bool {
	i := find(full)
	if i < 0 {
		return false
	}
	root, _ := strictjson.Decode(data, strictjson.Options{Comments: true})
	return root.Get(keys[i].group).Get(keys[i].name) != nil
}

// Loosened says in words what is less forbidden once a key is looser.
func Loosened(full string) string {
	switch find(full) {
	case approveUnattended:
		return "a script may approve servers and marks without you"
	case trustServers:
		return "the servers of a folder may start as soon as you trust it"
	case trustDigests:
		return "folders of these contents are trusted without a decision of anybody else"
	case trustHooks:
		return "the hooks of a folder run as soon as you trust it"
	case hooksEnabled:
		return "your own and projects' hooks guard nothing any more"
	case hooksOnError:
		return "a hook that fails lets the call go on"
	case hooksPinned:
		return "your hooks.json may change without your acceptance"
	case textsEnabled:
		return "instructions, skills and prompts reach assistants again"
	case textsPrecedence:
		return "skills and commands of a trusted folder take the place of your own"
	case projectsEnabled:
		return "the project folders that you trusted count again"
	case serversAllow, serversDeny:
		return "more servers may start"
	case serveAllowed:
		return "an assistant may call more tools through usher serve, where you allowed them"
	case serveResources:
		return "what your servers offer to read reaches assistants through usher serve"
	case servePrompts:
		return "the prompts of your servers reach assistants through usher serve"
	case auditFile:
		return "decisions are no longer recorded where they were"
	case auditRequired:
		return "a call that could not be recorded is made all the same"
	case toolsDeny:
		return "tools that were refused may be called"
	case toolsAsk:
		return "tools that were asked about may run without a question"
	case sandboxRequired:
		return "a server may start without a sandbox again, where its definition says so"
	case sandboxMinimum:
		return "a server may start in the weaker sandbox, which hides less"
	}
	return "less is forbidden"
}
