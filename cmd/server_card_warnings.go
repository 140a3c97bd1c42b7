package cmd

import (
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/mcp"
	"usher/pkg/sandbox"
	"usher/pkg/trust"
)

// serverWarnings are what is unusual about a server, for a card. Each begins with
// the server's id: a folder's card shows several.
func serverWarnings(set *effective.Set, sv effective.Server, from sources) []string {
	says := unusual(set, sv, from)
	for i, w := range says {
		says[i] = string(sv.ID) + ": " + w
	}
	return says
}

// unusual says in words what is unusual about a server (SPEC A3, S5, S7, B3).
func unusual(set *effective.Set, sv effective.Server, from sources) []string {
	var says []string
	if sv.Remote() {
		says = remoteWarnings(sv)
	} else {
		says = localWarnings(sv, set.Launch(sv), from.reach(sv).loud)
	}
	for _, v := range sv.Env {
		if mcp.CodeLoading(string(v.Name)) {
			says = append(says, "the variable "+string(v.Name)+" changes how programs load code")
		}
	}
	return says
}

func remoteWarnings(sv effective.Server) []string {
	if scheme, _, _ := strings.Cut(sv.URL, "://"); strings.EqualFold(scheme, "http") {
		return []string{"plain http: what goes to this server and comes from it is not encrypted, though it stays on this computer"}
	}
	return nil
}

func localWarnings(sv effective.Server, l effective.Launch, loud []string) []string {
	says := slices.Clone(loud)
	runner, engine := sandbox.Starter(l.Program.Real, sv.Args) // what a link of another name leads to
	switch {
	case sv.Reach.Engine == "" && engine != "" && sv.Reach.Off:
		says = append(says, "the program is "+engine+", and the server can reach whatever the command gives it, such as the folders it mounts")
	case sv.Reach.Engine == "" && engine != "":
		how := " under another name"
		if name := baseName(sv.Command); name == engine || name == "env" {
			how = " by its name, from a place that a project or the server may have put it"
		}
		says = append(says, "the program is "+engine+how+": it starts in the sandbox, where it reaches no engine")
	case sv.Reach.Runner != "":
		says = append(says, sv.Reach.Runner+" is a package runner: it may download what it runs, at every start")
	case runner != "":
		says = append(says, "the program is "+runner+", a package runner: it may download what it runs, at every start")
	}
	says = append(says, wrapperWarnings(sv)...)
	if slices.ContainsFunc(sv.Args, func(arg string) bool { return strings.Contains(arg, "${secret:") }) {
		says = append(says, "a secret stands in its arguments, where everyone on this computer can see it in the process list")
	}
	if sv.Layer == trust.Project { // its files are part of the folder's digest, or listed there as not covered
		return says
	}
	if script := scriptOf(sv.Command, sv.Args); script != "" && !filepath.IsAbs(script) {
		says = append(says, "the script "+clean.Quote(script)+" is looked for in the folder it runs in, and what stands in it is not part of this approval: it can change without asking you")
	}
	if !filepath.IsAbs(sv.Command) && strings.ContainsAny(sv.Command, `/\`) {
		says = append(says, "the program is looked for in the folder it runs in, and what stands in it is not part of this approval: it can change without asking you")
	}
	return says
}

// wrapperWarnings say what env(1) does before it starts the program: variables
// set there are none that usher was asked to allow (SPEC S5).
func wrapperWarnings(sv effective.Server) []string {
	var says []string
	sets, splits, _ := unwrap(sv.Command, sv.Args)
	for _, name := range sets {
		words := "env sets the variable " + clean.Quote(name) + " before it starts the program"
		if mcp.CodeLoading(name) {
			words += ", and that changes how programs load code"
		}
		says = append(says, words)
	}
	if splits {
		says = append(says, "env splits one argument into a command line of its own")
	}
	return says
}

// unwrap looks through env(1): the variables it sets, whether it splits a text
// into words, and the command line that it starts; of a split text none.
func unwrap(command string, args []string) (sets []string, splits bool, line []string) {
	line = append([]string{command}, args...)
	for len(line) > 0 && baseName(line[0]) == "env" {
		line = line[1:]
		for len(line) > 0 {
			word := line[0]
			name, _, assigns := strings.Cut(word, "=")
			switch {
			case strings.HasPrefix(word, "-S"), strings.HasPrefix(word, "--split-string"):
				return sets, true, nil
			case word == "-u", word == "-C", word == "--unset", word == "--chdir":
				line = line[1:]
			case strings.HasPrefix(word, "-"):
			case assigns:
				sets = append(sets, name)
			default:
				word = ""
			}
			if word == "" || len(line) == 0 {
				break
			}
			line = line[1:]
		}
	}
	return sets, splits, line
}

// scriptOf is the file that an interpreter would read its program from; "" where
// none is named or the program stands in the arguments itself.
func scriptOf(command string, args []string) string {
	_, _, line := unwrap(command, args)
	if len(line) == 0 || !interpreter(baseName(line[0])) {
		return ""
	}
	for i, arg := range line[1:] {
		switch {
		case arg == "-c", arg == "-e", arg == "-p", arg == "-E", arg == "-m", arg == "--eval", arg == "--print", arg == "-":
			return ""
		case strings.HasPrefix(arg, "-"), i == 0 && (arg == "run" || arg == "exec"): // deno run, bun run
		case i > 0 && strings.HasPrefix(line[i], "-") && !strings.ContainsAny(arg, `./\`): // the value of an option
		default:
			return arg
		}
	}
	return ""
}

func interpreter(name string) bool {
	switch strings.TrimRight(name, "0123456789.") {
	case "python", "pypy", "node", "nodejs", "deno", "bun", "ruby", "perl", "php", "lua", "tclsh", "java", "sh", "bash", "dash", "zsh", "ksh", "fish", "pwsh", "powershell", "rscript":
		return true
	}
	return false
}

// baseName is the last part of a path, in small letters, without .exe.
func baseName(path string) string {
	if i := strings.LastIndexAny(path, `/\`); i >= 0 {
		path = path[i+1:]
	}
	return strings.TrimSuffix(strings.ToLower(path), ".exe")
}
