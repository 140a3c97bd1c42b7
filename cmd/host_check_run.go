package cmd

import (
	"context"
	"fmt"
	"strings"
	"time"

	"usher/pkg/clean"
	"usher/pkg/hosts/files"
	"usher/pkg/proc"
)

// hostChecking runs what stands in an assistant's files.
type hostChecking struct {
	*app
	site   hostSite
	host   hostApp
	terms  hostTerms
	reaper *proc.Reaper
	view   hostCheckView

	records hostRecords
	fileOff []hostOff // of the files of hooks themselves
}

const (
	probeTime   = 30 * time.Second
	probeOutput = 64 << 10
)

func (c *hostChecking) close() {
	if c.reaper != nil {
		c.reaper.Close()
	}
}

func (c *hostChecking) add(file, what string, proven bool, says string) {
	c.view.Probes = append(c.view.Probes, hostProbe{What: what, File: file, Proven: proven, Says: says})
}

// hooks probes each event of each file of hooks.
func (c *hostChecking) hooks(ctx context.Context) {
	switch {
	case !c.host.guards:
		return
	case len(c.site.hookFiles(c.host)) > 0:
		if c.leftOut(holdsHooks, "--no-hooks") {
			return
		}
	default:
		c.add(c.host.title(), holdsHooks, false, "the file that it keeps them in has to be named: "+c.again("usher host connect "+c.host.name)+" --hooks-file FILE")
	}
	w := c.terms.wiring(c.site.project)
	for _, f := range c.site.hookFiles(c.host) {
		path := c.site.hookPath(f)
		f.Path = path
		data, err := readHost(path)
		var is files.Wired
		if err == nil {
			is, err = f.Wired(data, w)
		}
		if err != nil {
			c.add(path, holdsHooks, false, err.Error())
			continue
		}
		if is.Off != "" {
			c.fileOff = append(c.fileOff, hostOff{What: holdsHooks, File: path, Setting: is.Off, Says: "turns hooks off (" + is.Off + ")"})
		}
		for _, e := range is.Events {
			what := "hook " + e.Word
			if e.Fires != e.Word {
				what += " (" + e.Fires + ")"
			}
			if e.Presence != files.Exact {
				c.add(path, what, false, notAsWritten(e.Presence))
				continue
			}
			proven, says := c.fire(ctx, e)
			c.add(path, what, proven, says)
		}
	}
}

func notAsWritten(p files.Presence) string {
	switch p {
	case files.Missing, files.Exact:
		return "usher is not there"
	case files.Moved:
		return "usher is there with another path or other folders, and was not run"
	case files.Changed:
		return "usher is there with something else beside it, and was not run"
	case files.Foreign:
	}
	return "something else has its place"
}

// fire runs one hook as the assistant would.
func (c *hostChecking) fire(ctx context.Context, e files.WiredEvent) (proven bool, says string) {
	broken := c.start(ctx, e.Command, `{"usher`)
	if why := didNotRun(broken); why != "" {
		return false, why
	}
	if e.Fires != preToolUseWord && e.Fires != promptWord {
		if broken.Code == 0 || !strings.Contains(string(broken.Stderr), "JSON") {
			return broken.Code == 0 && len(broken.Stderr) == 0, "an event that cannot be read is " + repliedOf(broken)
		}
		return true, "it runs, and says that an event cannot be read"
	}
	if !refuses(c.host.name, broken) {
		return false, "what cannot be read is not refused: " + repliedOf(broken)
	}
	if e.Fires == promptWord {
		return true, "a message that cannot be read is refused"
	}
	free := c.start(ctx, e.Command, hostSample(c.host.name, e.Word))
	switch why := didNotRun(free); {
	case why != "":
		return false, why
	case free.Code != 0 || !noOpinion(string(free.Stdout)):
		return false, "a call that cannot be read is refused, and so is a harmless one: " + repliedOf(free)
	}
	return true, "a call that cannot be read is refused, and a harmless one passes"
}

func (c *hostChecking) start(ctx context.Context, command []string, stdin string) proc.Result {
	if len(command) == 0 {
		return proc.Result{Why: "the file names no program"}
	}
	if c.reaper == nil {
		c.reaper = proc.NewReaper(proc.FindReaper(c.Self))
	}
	dir := c.site.home
	if c.site.project != "" {
		dir = c.site.project
	}
	return c.reaper.Run(ctx, proc.Spec{
		Path: command[0], Args: command[1:], Env: c.Environ, Dir: dir, Stdin: []byte(stdin),
		Timeout: probeTime, StdoutCap: probeOutput, StderrCap: probeOutput,
	})
}

func didNotRun(r proc.Result) string {
	switch {
	case r.Ending == proc.Exited:
		return ""
	case r.Why != "":
		return "it does not run: " + r.Why
	}
	return "it does not run: " + r.Ending.String()
}

// refuses reports an answer that the assistant takes for a refusal.
func refuses(name string, r proc.Result) bool {
	out := string(r.Stdout)
	switch name {
	case "antigravity":
		return strings.Contains(out, `"decision":"deny"`)
	case "cline":
		return strings.Contains(out, `"cancel":true`)
	}
	return r.Code == 2 && strings.TrimSpace(string(r.Stderr)) != ""
}

// noOpinion reports an answer after which the assistant's own permission flow goes on.
func noOpinion(stdout string) bool {
	switch strings.TrimSpace(stdout) {
	case "", "{}", `{"cancel":false}`:
		return true
	}
	return false
}

// repliedOf is a program's answer in a line.
func repliedOf(r proc.Result) string {
	text := strings.TrimSpace(string(r.Stderr))
	if text == "" {
		text = strings.TrimSpace(string(r.Stdout))
	}
	first, _, _ := strings.Cut(text, "\n")
	short, cut := clean.Cut(clean.Line(first), 300)
	if cut {
		short += "…"
	}
	return strings.TrimSuffix(fmt.Sprintf("answered with status %d, %s", r.Code, short), ", ")
}
