package cmd

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/trust"
)

// ignored are files of a project folder that look like definitions and are none:
// nothing of them is read, which whoever wrote them may not know (SPEC F4).
func ignored(folder string) []fault.Problem {
	var out []fault.Problem
	known := map[string][]string{} // of each folder of a layout
	for _, l := range trust.Layouts() {
		for _, p := range []string{l.Servers[0], l.Servers[1], l.Hooks, l.Instructions, l.Skills, l.Prompts} {
			if p != "" {
				known[path.Dir(p)] = append(known[path.Dir(p)], path.Base(p))
			}
		}
	}
	for _, l := range trust.Layouts() {
		for _, p := range []string{l.Servers[0], l.Servers[1], l.Skills} {
			if dir := path.Dir(p); p != "" && known[dir] != nil {
				out = append(out, ignoredIn(folder, dir, known[dir])...)
				known[dir] = nil
			}
		}
	}
	return out
}

func ignoredIn(folder, dir string, known []string) []fault.Problem {
	at := filepath.Join(folder, filepath.FromSlash(dir))
	f, err := os.Open(at)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	const most = 5000 // more are no folder that somebody wrote by hand
	names, _ := f.Readdirnames(most)
	slices.Sort(names)
	var out []fault.Problem
	for _, name := range names {
		file := filepath.Join(at, name)
		p := fault.Problem{File: file, Rule: "project/ignored", Severity: fault.SeverityNote}
		i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, name) })
		switch {
		case i >= 0 && known[i] != name && !exists(filepath.Join(at, known[i])):
			p.Message, p.Hint = "this file is not read: its name is written in other letters than "+known[i], "rename it to "+known[i]
		case dir != "." && (name == "policy.json" || name == "settings.json"):
			p.Message, p.Hint = "this file is not read: a project folder decides no policy and no settings", "remove it, or put it into your own assistant folder: usher home"
		default:
			continue
		}
		out = append(out, p)
	}
	return out
}
