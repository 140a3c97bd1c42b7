package mcp

import (
	"cmp"
	"slices"
	"strings"

	"usher/pkg/digest"
)

// Launch is what the start of a server depends on beyond its definition
// (SPEC A1). The zero value is right for a remote server.
type Launch struct {
	Program     string        // absolute path of the program as found
	Real        string        // the same with every link resolved
	WorkDir     string        // real path of the working directory in force, cwd applied
	Folder      string        // a project server's folder, real path; else ""
	PackageLock digest.Digest // of the installed package, else ""

	// Through are the granted folders that are reached by a link, each as it is written
	// and as it really is: a link that leads elsewhere is another reach.
	Through []string
}

// LaunchDigest covers everything that decides what runs and what it can reach
// (SPEC A1), under the domain usher/launch/1. Not in it: the id and the layer
// (a decision names them beside the digest), description, disabled, timeouts, protocol,
// the values of passed variables and of secrets, and the order of variables,
// headers, scopes and folders, which decides nothing.
func LaunchDigest(s Server, l Launch) digest.Digest {
	kind := "local"
	if s.Remote() {
		kind = "remote"
	}
	b := digest.New("usher/launch/1").Text("kind", kind)
	optional(b, "command", s.Command)
	optional(b, "package kind", s.Package.Kind)
	optional(b, "package", s.Package.Spec)
	optional(b, "bin", s.Package.Bin)
	optional(b, "package lock", string(l.PackageLock))
	optional(b, "program", l.Program)
	optional(b, "real program", l.Real)
	b.List("args", s.Args)
	optional(b, "working directory", l.WorkDir)
	optional(b, "folder", l.Folder)
	passed, set := envLines(s.Env)
	b.List("env passed", passed).List("env set", set)
	optional(b, "url", s.URL)
	b.List("headers", headerLines(s.Headers))
	optional(b, "tokenEnv", string(s.TokenEnv))
	optional(b, "oauth client", s.OAuth.ClientID)
	b.List("oauth scopes", sorted(s.OAuth.Scopes))
	var secrets []string
	for _, n := range s.SecretNames() {
		secrets = append(secrets, string(n))
	}
	return b.List("secrets", secrets).List("reach", append(s.Reach.Canonical(), l.Through...)).Sum()
}

func optional(b *digest.Builder, name, value string) {
	if value == "" {
		b.Absent(name)
		return
	}
	b.Text(name, value)
}

// envLines are the passed names, and name and value of the others in turn.
func envLines(env []EnvVar) (passed, set []string) {
	byName := slices.Clone(env)
	slices.SortStableFunc(byName, func(a, b EnvVar) int { return cmp.Compare(a.Name, b.Name) })
	for _, v := range byName {
		if v.Passed {
			passed = append(passed, string(v.Name))
		} else {
			set = append(set, string(v.Name), v.Value.Reveal())
		}
	}
	return passed, set
}

// headerLines are name and value in turn; a header's name does not differ by case.
func headerLines(headers []Header) []string {
	byName := slices.Clone(headers)
	slices.SortStableFunc(byName, func(a, b Header) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	var lines []string
	for _, h := range byName {
		lines = append(lines, strings.ToLower(h.Name), h.Value.Reveal())
	}
	return lines
}

func sorted(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return out
}
