package mcp

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/sandbox"
	"usher/pkg/strictjson"
)

const maxFolders = 100

// readReach reads sandbox and fills in what the command decides (SPEC B1-B3).
func (e *entry) readReach() {
	v := e.object("sandbox", `write {"enabled": false}, or {"read": [], "write": [], "network": "off"}`, "enabled", "read", "write", "network")
	r := &e.out.Reach
	r.Runner, r.Engine = sandbox.Starter(e.out.Command, e.out.Args)
	r.Network = defaultNetwork(r.Runner)
	if on := v.Get("enabled"); on != nil {
		b, ok := on.Bool()
		if !ok {
			e.wrongType(on, "sandbox.enabled", "true or false", "")
		}
		r.Off = ok && !b
	}
	r.Read = e.folders(v.Get("read"), "sandbox.read")
	r.Write = e.folders(v.Get("write"), "sandbox.write")
	if network := v.Get("network"); network != nil {
		e.readNetwork(network)
	}
	e.reachWithout(v)
}

// defaultNetwork is none, but for a package runner all of it (SPEC B1, B3).
func defaultNetwork(runner string) sandbox.Network {
	if runner != "" {
		return sandbox.NetworkOn
	}
	return sandbox.NetworkOff
}

// reachWithout says what has no effect where no sandbox of usher's is.
func (e *entry) reachWithout(v *strictjson.Value) {
	why := ""
	switch r := e.out.Reach; {
	case r.Off:
		why = " has no effect: the sandbox is off"
	case r.Engine != "":
		why = " has no effect: " + r.Engine + " runs the server, outside usher's sandbox"
	default:
		return
	}
	for _, key := range [...]string{"read", "write", "network"} {
		if set := v.Get(key); set != nil {
			e.note(fault.SeverityWarning, set.Place(), "mcp/sandbox", "sandbox."+key+why, "")
		}
	}
}

func (e *entry) readNetwork(v *strictjson.Value) {
	s, ok := v.Text()
	if !ok {
		e.wrongType(v, "sandbox.network", "off, localhost or on", "")
		return
	}
	n, ok := sandbox.ParseNetwork(s)
	r := &e.out.Reach
	if !ok {
		hint := "write off, localhost or on"
		if near := strictjson.Nearest(s, sandbox.Networks()); near != "" {
			hint = "did you mean " + quoted(near) + "?"
		}
		e.fail(v.Place(), "mcp/sandbox", "sandbox.network must be off, localhost or on, got "+quoted(s), hint)
		return
	}
	if r.Runner != "" && !r.Off && n != sandbox.NetworkOn {
		e.fail(v.Place(), "mcp/sandbox", "sandbox.network is "+s+", but "+r.Runner+" downloads the server when it starts", "install it once instead: usher server add ID --npm NAME@VERSION or --pypi NAME==VERSION")
	}
	r.Network = n
}

// folders reads a list of folders: absolute, the word workspace, or a path that
// begins with a ${…} (SPEC S7, B1).
func (e *entry) folders(v *strictjson.Value, what string) []string {
	if v == nil {
		return nil
	}
	items, _ := e.texts(v, what, `write a list: ["/data"]`, maxFolders)
	var out []string
	for _, it := range items {
		name := index(what, it.index)
		parts, ok := e.expandable(it.text, name, it.at)
		if !ok || !e.visible(it.text, "", name, it.at) {
			continue
		}
		folder := joinParts(parts)
		if rest, ok := strings.CutPrefix(folder, "${workspace}"); ok && (rest == "" || rest[0] == '/') {
			folder = sandbox.Workspace + rest
		}
		if why, hint := folderFault(folder); why != "" {
			e.fail(it.at, "mcp/sandbox", name+" "+why, hint)
			continue
		}
		out = append(out, folder)
	}
	return out
}

func folderFault(folder string) (why, hint string) {
	slashed := strings.TrimRight(strings.ReplaceAll(folder, `\`, "/"), "/")
	drive := len(slashed) >= 2 && slashed[1] == ':'
	switch {
	case folder == "":
		return "may not be empty", ""
	case slashed == "" || drive && len(slashed) == 2:
		return "is the whole disk", "name the folders the server needs"
	case slashed == "${env:HOME}" || slashed == "${env:USERPROFILE}":
		return "is your home folder itself", "name a folder below it"
	case strings.HasPrefix(folder, "~"):
		return "begins with ~, which is not expanded", "write ${env:HOME}/…"
	case strings.Contains(slashed+"/", "/../"):
		return "holds .., which hides where it leads", "write the folder itself"
	case slashed == sandbox.Workspace, strings.HasPrefix(slashed, sandbox.Workspace+"/"), strings.HasPrefix(slashed, "/"),
		strings.HasPrefix(slashed, "${"), drive && len(slashed) > 2 && slashed[2] == '/':
		return "", ""
	}
	return "must be an absolute folder or workspace", "a relative folder would depend on where usher is started"
}
