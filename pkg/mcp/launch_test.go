package mcp

import (
	"testing"
	"time"

	"usher/pkg/digest"
	"usher/pkg/redact"
	"usher/pkg/sandbox"
)

func localServer() Server {
	return Server{
		ID: "lab", Layer: "project", Command: "node", Args: []string{"a", "b"}, Cwd: "sub",
		Env:   []EnvVar{{Name: "A", Value: redact.New("x")}, {Name: "B", Value: redact.New("${secret:S}")}, {Name: "C", Passed: true}},
		Reach: sandbox.Reach{Read: []string{"/r"}, Write: []string{"/w"}, Network: sandbox.NetworkLocalhost},
	}
}

func remoteServer() Server {
	return Server{
		ID: "web", Layer: "yours", URL: "https://lab.example/mcp", TokenEnv: "T",
		Headers: []Header{{Name: "X-A", Value: redact.New("1")}, {Name: "X-B", Value: redact.New("${secret:S}")}},
		OAuth:   OAuth{ClientID: "c", Scopes: []string{"read", "write"}},
	}
}

func localLaunch() Launch {
	return Launch{Program: "/usr/bin/node", Real: "/usr/lib/node", WorkDir: "/p/sub", Folder: "/p", PackageLock: digest.Of("x", nil)}
}

type edit struct {
	name   string
	change func(*Server, *Launch)
}

// SPEC A1: each field that decides what runs or what it can reach changes the digest.
func TestEveryFieldThatDecidesChangesTheDigest(t *testing.T) {
	seen := map[digest.Digest]string{}
	check := func(base func() Server, launch Launch, edits []edit) {
		for _, e := range append([]edit{{"the base", func(*Server, *Launch) {}}}, edits...) {
			s, l := base(), launch
			e.change(&s, &l)
			d := LaunchDigest(s, l)
			if !d.Valid() {
				t.Errorf("%s: %q is no digest", e.name, d)
			}
			if other, taken := seen[d]; taken {
				t.Errorf("%s has the digest of %s", e.name, other)
			}
			seen[d] = e.name
		}
	}
	check(localServer, localLaunch(), []edit{
		{"command", func(s *Server, _ *Launch) { s.Command = "nodejs" }},
		{"program", func(_ *Server, l *Launch) { l.Program = "/opt/node" }},
		{"real program", func(_ *Server, l *Launch) { l.Real = "/opt/node" }},
		{"working directory", func(_ *Server, l *Launch) { l.WorkDir = "/q" }},
		{"folder", func(_ *Server, l *Launch) { l.Folder = "/q" }},
		{"no folder", func(_ *Server, l *Launch) { l.Folder = "" }},
		{"package lock", func(_ *Server, l *Launch) { l.PackageLock = digest.Of("y", nil) }},
		{"no package lock", func(_ *Server, l *Launch) { l.PackageLock = "" }},
		{"package", func(s *Server, _ *Launch) { s.Package = Package{Kind: "npm", Spec: "a@1.2.3"} }},
		{"package version", func(s *Server, _ *Launch) { s.Package = Package{Kind: "npm", Spec: "a@1.2.4"} }},
		{"package kind", func(s *Server, _ *Launch) { s.Package = Package{Kind: "pypi", Spec: "a@1.2.3"} }},
		{"package bin", func(s *Server, _ *Launch) { s.Package = Package{Kind: "npm", Spec: "a@1.2.3", Bin: "b"} }},
		{"an argument", func(s *Server, _ *Launch) { s.Args = []string{"a", "c"} }},
		{"arguments joined", func(s *Server, _ *Launch) { s.Args = []string{"ab"} }},
		{"arguments swapped", func(s *Server, _ *Launch) { s.Args = []string{"b", "a"} }},
		{"no arguments", func(s *Server, _ *Launch) { s.Args = nil }},
		{"an empty argument", func(s *Server, _ *Launch) { s.Args = []string{""} }},
		{"env name", func(s *Server, _ *Launch) { s.Env[0].Name = "A2" }},
		{"env value", func(s *Server, _ *Launch) { s.Env[0].Value = redact.New("y") }},
		{"env empty value", func(s *Server, _ *Launch) { s.Env[0].Value = redact.New("") }},
		{"env passed", func(s *Server, _ *Launch) { s.Env[0] = EnvVar{Name: "A", Passed: true} }},
		{"secret name", func(s *Server, _ *Launch) { s.Env[1].Value = redact.New("${secret:S2}") }},
		{"passed name", func(s *Server, _ *Launch) { s.Env[2].Name = "C2" }},
		{"one name less", func(s *Server, _ *Launch) { s.Env = s.Env[:2] }},
		{"sandbox off", func(s *Server, _ *Launch) { s.Reach.Off = true }},
		{"read", func(s *Server, _ *Launch) { s.Reach.Read = []string{"/r2"} }},
		{"write", func(s *Server, _ *Launch) { s.Reach.Write = nil }},
		{"network", func(s *Server, _ *Launch) { s.Reach.Network = sandbox.NetworkOn }},
		{"kind", func(s *Server, _ *Launch) { s.URL = "https://lab.example/mcp" }},
	})
	check(remoteServer, Launch{}, []edit{
		{"url", func(s *Server, _ *Launch) { s.URL = "https://lab.example/mcp2" }},
		{"header name", func(s *Server, _ *Launch) { s.Headers[0].Name = "X-C" }},
		{"header value", func(s *Server, _ *Launch) { s.Headers[0].Value = redact.New("2") }},
		{"header secret", func(s *Server, _ *Launch) { s.Headers[1].Value = redact.New("${secret:S2}") }},
		{"one header less", func(s *Server, _ *Launch) { s.Headers = s.Headers[:1] }},
		{"tokenEnv", func(s *Server, _ *Launch) { s.TokenEnv = "T2" }},
		{"no tokenEnv", func(s *Server, _ *Launch) { s.TokenEnv = "" }},
		{"oauth client", func(s *Server, _ *Launch) { s.OAuth.ClientID = "d" }},
		{"oauth scopes", func(s *Server, _ *Launch) { s.OAuth.Scopes = []string{"read"} }},
	})
}

// SPEC A1: what decides nothing leaves the digest as it is.
func TestFieldsThatDecideNothingKeepTheDigest(t *testing.T) {
	for _, e := range []edit{
		{"id", func(s *Server, _ *Launch) { s.ID = "other" }},
		{"layer", func(s *Server, _ *Launch) { s.Layer = "yours" }},
		{"description", func(s *Server, _ *Launch) { s.Description = "new" }},
		{"disabled", func(s *Server, _ *Launch) { s.Disabled = true }},
		{"timeout", func(s *Server, _ *Launch) { s.Timeout = time.Minute }},
		{"protocol", func(s *Server, _ *Launch) { s.Protocol = Protocols()[0] }},
		{"cwd that leads to the same folder", func(s *Server, _ *Launch) { s.Cwd = "./sub" }},
		{"file", func(s *Server, _ *Launch) { s.File, s.Place.Line = "x", 9 }},
		{"order of env", func(s *Server, _ *Launch) { s.Env[0], s.Env[2] = s.Env[2], s.Env[0] }},
		{"repeated folder", func(s *Server, _ *Launch) { s.Reach.Read = []string{"/r", "/r"} }},
	} {
		s, l := localServer(), localLaunch()
		e.change(&s, &l)
		if LaunchDigest(s, l) != LaunchDigest(localServer(), localLaunch()) {
			t.Errorf("%s changes the digest", e.name)
		}
	}
	for _, e := range []edit{
		{"order of headers", func(s *Server, _ *Launch) { s.Headers[0], s.Headers[1] = s.Headers[1], s.Headers[0] }},
		{"case of a header", func(s *Server, _ *Launch) { s.Headers[0].Name = "x-a" }},
		{"order of scopes", func(s *Server, _ *Launch) { s.OAuth.Scopes = []string{"write", "read"} }},
	} {
		s := remoteServer()
		e.change(&s, nil)
		if LaunchDigest(s, Launch{}) != LaunchDigest(remoteServer(), Launch{}) {
			t.Errorf("%s changes the digest", e.name)
		}
	}
}

// SPEC S7: the two spellings of a variable are one launch.
func TestSpellingsOfAVariableAreOneLaunch(t *testing.T) {
	a := own(theirs(`"command":"x","args":["${A}"]`)).Servers[0]
	b := own(entryOf(`"command":"x","args":["${env:A}"]`)).Servers[0]
	if LaunchDigest(a, localLaunch()) != LaunchDigest(b, localLaunch()) {
		t.Error("the digests differ")
	}
}

// A digest outlives a release: a person's approvals hang on it.
func TestLaunchDigestIsStable(t *testing.T) {
	got := [2]digest.Digest{LaunchDigest(localServer(), localLaunch()), LaunchDigest(remoteServer(), Launch{})}
	want := [2]digest.Digest{
		"sha256:005071191fae9e874f95192dbe873a414de7cac760775a6a56be3f86ebede5f7",
		"sha256:5242f2a512f18efbe0cd45a33f21545e911a0964190eb94178d8bb7f8201709e",
	}
	if got != want {
		t.Errorf("got %q", got)
	}
}
