package term

import (
	"fmt"
	"os"

	"usher/pkg/clean"
)

// maxRelays bounds terminals within terminals (sudo in sudo in …).
const maxRelays = 8

// unseen is the reason where nobody can be named.
const unseen = "usher cannot see which program made this terminal; a terminal window, ssh, tmux or screen is known as a person's"

// notAPerson looks at the processes (SPEC A5): why the one at this terminal is
// not a person, "" where nothing speaks against it.
func (w World) notAPerson() string {
	p, pid := procfs(w.Proc), w.Pid
	if p == "" {
		p = "/proc"
	}
	if pid == 0 {
		pid = os.Getpid()
	}
	self, ok := p.read(pid)
	if !ok {
		return "usher cannot see its own process in " + string(p)
	}
	for _, from := range [...]int{pid, self.session} {
		if why := startedBy(p.chain(from)); why != "" {
			return why
		}
	}
	why, _ := p.terminal(self, 0)
	return why
}

// startedBy is why a line of processes is not a person's.
func startedBy(chain []process) string {
	for _, q := range chain {
		switch k, name := q.kind(); k {
		case assistant:
			return called(name, q) + ", an assistant, started this command"
		case forger:
			return called(name, q) + ", which can answer in a person's place, started this command"
		case unknown, person, relay, interpreter:
		}
	}
	return ""
}

// terminal judges who made the terminal of a process: "" for a person's. known
// is false where the reason is only that the maker is not one usher knows.
func (p procfs) terminal(in process, depth int) (why string, known bool) {
	major, _ := device(in.tty)
	index, isPTY := ptyIndex(in.tty)
	switch {
	case in.tty == 0:
		return "there is no terminal to ask at", true
	case major == oldPTYMajor || depth > maxRelays:
		return unseen, false
	case !isPTY:
		return "", true // a console or a serial line: only root makes others
	}
	masters := p.masters(index, in.pid)
	if len(masters) == 0 {
		return p.leaderParent(in)
	}
	doubt, fine := "", false
	for _, pid := range masters {
		why, known := p.maker(pid, depth)
		switch {
		case why != "" && known:
			return why, true
		case why != "":
			doubt = why
		default:
			fine = true
		}
	}
	if fine {
		return "", true
	}
	return doubt, false
}

// maker judges one process that made a terminal, or holds it.
func (p procfs) maker(pid, depth int) (why string, known bool) {
	chain := p.chain(pid)
	if len(chain) == 0 {
		return unseen, false
	}
	q := chain[0]
	if why := startedBy(chain[1:]); why != "" {
		return why, true
	}
	k, name := q.kind()
	switch k {
	case person:
		return "", true
	case relay:
		return p.terminal(q, depth+1)
	case assistant, forger, interpreter:
		return called(name, q) + " made this terminal, so a program may be answering", true
	case unknown:
	}
	return "this terminal was made by " + called(name, q) + ", which usher does not know as a person's; " +
		"a terminal window, ssh, tmux or screen is", false
}

// leaderParent judges a terminal whose maker may not be looked into: ssh and
// xterm are such, and they are what started the session's first process. Where
// that one can be looked into, it is not the maker.
func (p procfs) leaderParent(in process) (why string, known bool) {
	leader, ok := p.read(in.session)
	if !ok || !p.hidden(leader.parent) {
		return unseen, false
	}
	return p.maker(leader.parent, maxRelays)
}

// called is a process's name for a message: foreign text, cleaned and cut.
func called(name string, q process) string {
	const longest = 40
	name, cut := clean.Cut(name, longest)
	if cut {
		name += "…"
	}
	return fmt.Sprintf("%s (process %d)", clean.Line(name), q.pid)
}
