package sandbox

// Line is one sentence of what a server can touch; Path in the middle of it is
// foreign text, to be cleaned or quoted before it reaches a terminal. Always says that
// it is so of every server in a sandbox.
type Line struct {
	Says, Path, More string
	Always           bool
}

// String is the sentence as it is.
func (l Line) String() string { return l.Says + l.Path + l.More }

// Describe says in plain words what a server of this reach can touch, the widest
// first (SPEC B3, B6). p is the plan of its sandbox as far as it is known, nil where
// it is not: then the folders are as the file wrote them, and what the program
// brings is left out.
func Describe(r Reach, p *Plan) []Line {
	switch {
	case r.Engine != "":
		return []Line{{Says: "not sandboxed by usher: " + r.Engine + " runs it, and it can reach whatever the command gives it, such as the folders it mounts"}}
	case r.Off:
		return []Line{{Says: "no sandbox: it runs with your full permissions and can read, change and send everything you can"}}
	}
	lines := []Line{{Says: network(r)}}
	write, read := distinct(r.Write), distinct(r.Read)
	if p != nil {
		write, read = distinct(p.Write), distinct(p.Read)
	}
	for _, dir := range write {
		lines = append(lines, folder("can read and change ", dir))
	}
	for _, dir := range read {
		lines = append(lines, folder("can read ", dir))
	}
	if len(read)+len(write) == 0 {
		lines = append(lines, Line{Says: "none of your folders"})
	}
	lines = append(lines, brought(p)...)
	lines = append(lines, Line{Says: "can read the system's folders", Always: true},
		Line{Always: true, Says: "never your home folder as a whole, other servers' data, usher's own files, agent and keychain sockets, or other processes"})
	if p != nil && len(p.Protect) > 0 {
		lines = append(lines, Line{Says: "in a folder that it may change: not the git repositories that are there, nor a project's definitions"})
	}
	return lines
}

// brought is what the program and its command line bring, and its own folder.
func brought(p *Plan) []Line {
	if p == nil {
		return []Line{{Says: "can read and change its own data folder"}}
	}
	var lines []Line
	for _, path := range p.Files {
		lines = append(lines, Line{Says: "can read the one file ", Path: path})
	}
	for _, dir := range p.Runtimes {
		lines = append(lines, Line{Says: "can read ", Path: dir, More: ", where its program lives"})
	}
	return append(lines, Line{Says: "can read and change its own data folder ", Path: p.Data})
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

func folder(says, dir string) Line {
	if dir == Workspace {
		return Line{Says: says + "the trusted project folder"}
	}
	return Line{Says: says, Path: dir}
}
