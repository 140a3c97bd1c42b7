package sandbox

// Describe says in plain words what a server of this reach can touch, one
// sentence a line, the widest first (SPEC B3, B6). Folder names in it are as the
// file wrote them: clean them before they reach a terminal.
func Describe(r Reach) []string {
	if r.Engine != "" {
		return []string{"not sandboxed by usher: " + r.Engine +
			" runs it, and it can reach whatever the command gives it, such as the folders it mounts"}
	}
	if r.Off {
		return []string{"no sandbox: it runs with your full permissions and can read, change and send everything you can"}
	}
	lines := []string{network(r)}
	for _, dir := range distinct(r.Write) {
		lines = append(lines, "can read and change "+folder(dir))
	}
	for _, dir := range distinct(r.Read) {
		lines = append(lines, "can read "+folder(dir))
	}
	if len(r.Read)+len(r.Write) == 0 {
		lines = append(lines, "none of your folders")
	}
	return append(lines,
		"can read and change its own data folder, and read the system's folders",
		"never your home folder as a whole, other servers' data, usher's own files, agent and keychain sockets, or other processes")
}

func network(r Reach) string {
	switch r.Network {
	case NetworkOn:
		if r.Runner != "" {
			return "full network: " + r.Runner + " may download what it runs when it starts"
		}
		return "full network"
	case NetworkLocalhost:
		return "network to this computer only"
	case NetworkOff:
	}
	return "no network"
}

func folder(dir string) string {
	if dir == Workspace {
		return "the trusted project folder"
	}
	return dir
}
