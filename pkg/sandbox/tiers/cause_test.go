package tiers

import (
	"os"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/sandbox"
)

// usual is a kernel that forbids nothing.
func usual() Settings {
	return Settings{MaxUserNamespaces: "63541", Landlock: 7, Filter: true, UserNamespaces: true}
}

// seen is one refusal of this world: what failed, in whose words, and the kernel's
// settings.
type seen struct {
	name     string
	failures []Evidence
	change   func(*Settings)
}

func stage(tier sandbox.Tier, line string) Evidence {
	program := "/usr/local/bin/usher-run"
	if tier == sandbox.TierBubblewrap {
		program = "/usr/bin/bwrap"
	}
	return Evidence{Tier: tier, Sign: SignStage, Program: program, Detail: line}
}

func bwrap(sign Sign, text string) Evidence {
	e := stage(sandbox.TierBubblewrap, text)
	e.Sign = sign
	return e
}

// everyCause is each cause of facts that were seen, in the words they were seen in.
func everyCause() []seen {
	const (
		ns, bw, ll = sandbox.TierNamespaces, sandbox.TierBubblewrap, sandbox.TierLandlock
		noRight    = "namespaces: operation not permitted"
		bwNoRight  = "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces."
	)
	missing := Evidence{Tier: bw, Sign: SignMissing}
	return []seen{
		{"user namespaces 0", []Evidence{stage(ns, "namespaces: no space left on device"), stage(bw, "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)")},
			func(s *Settings) { s.MaxUserNamespaces = "0" }},
		{"namespaces used up", []Evidence{stage(ns, "namespaces: no space left on device"), missing}, nil},
		{"Debian's setting", []Evidence{stage(ns, noRight), stage(bw, bwNoRight)}, func(s *Settings) { s.UnprivilegedClone = "0" }},
		{"not built in", []Evidence{stage(ns, "namespaces: invalid argument"), missing}, func(s *Settings) { s.UserNamespaces = false }},
		{"AppArmor, both", []Evidence{stage(ns, "mount: /: permission denied"), stage(bw, "bwrap: setting up uid map: Permission denied")},
			func(s *Settings) { s.AppArmorRestricted = "1" }},
		{"AppArmor, bwrap's network", []Evidence{stage(ns, "namespaces: permission denied"), stage(bw, "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted")},
			func(s *Settings) { s.AppArmorRestricted = "1" }},
		{"Docker's filter", []Evidence{stage(ns, noRight), stage(bw, bwNoRight)}, func(s *Settings) { s.Filtered, s.Container = true, true }},
		{"masked /proc", []Evidence{stage(ns, "mount: /proc: operation not permitted"), stage(bw, "bwrap: Can't mount proc on /newroot/proc: Operation not permitted")}, nil},
		{"forbidden, nobody says why", []Evidence{stage(ns, noRight), missing}, nil},
		{"no Landlock", []Evidence{stage(ns, "landlock: function not implemented"), missing}, func(s *Settings) { s.Landlock = 0 }},
		{"Landlock off at boot", []Evidence{stage(ns, "landlock: operation not supported"), missing}, func(s *Settings) { s.Landlock, s.LandlockOff = 0, true }},
		{"Landlock too old alone", []Evidence{stage(ns, noRight), missing, stage(ll, "landlock")}, func(s *Settings) { s.Landlock = 2 }},
		{"no seccomp", []Evidence{stage(ns, "seccomp: invalid argument"), missing}, func(s *Settings) { s.Filter = false }},
		{"usher-run missing", []Evidence{{Tier: ns, Sign: SignMissing}}, nil},
		{"usher-run old", []Evidence{{Tier: ns, Sign: SignForeign, Program: "/usr/local/bin/usher-run", Detail: "usher: error: usher-run is started by usher, not by hand"}}, nil},
		{"bwrap not bwrap", []Evidence{stage(ns, noRight), bwrap(SignForeign, "hello")}, nil},
		{"bwrap hangs", []Evidence{stage(ns, noRight), bwrap(SignHangs, "")}, nil},
		{"bwrap old", []Evidence{stage(ns, noRight), bwrap(SignOld, "the option --cap-drop")}, nil},
		{"bwrap somebody else's", []Evidence{stage(ns, noRight), bwrap(SignUnsafe, "/usr/bin/bwrap is writable by others")}, nil},
		{"a trial that got out", []Evidence{{Tier: ns, Sign: SignOpen, Detail: "a hidden file could be read"}, missing}, nil},
		{"an unknown end", []Evidence{{Tier: ns, Sign: SignDied, Detail: "killed SIGSEGV"}, missing}, nil},
		{"a strange path", []Evidence{{Tier: ns, Sign: SignStage, Program: "/home/o'brien/usher-run", Detail: "mount: permission denied"}, missing},
			func(s *Settings) { s.AppArmorRestricted = "1" }},
	}
}

// SPEC B4: each cause is named with its setting, how to mend it, and the way out
// without a sandbox: exactly the words that were agreed to.
func TestEveryCauseHasItsWords(t *testing.T) {
	var got strings.Builder
	for _, c := range everyCause() {
		s := usual()
		if c.change != nil {
			c.change(&s)
		}
		minimum := sandbox.TierNamespaces
		if len(c.failures) == 3 {
			minimum = sandbox.TierLandlock
		}
		e := Found{Failures: c.failures, Settings: s}.Refusal(minimum, "acme")
		if e == nil || e.Kind != fault.Refused {
			t.Fatalf("%s: %v", c.name, e)
		}
		got.WriteString("## " + c.name + "\n" + e.Message + "\n")
		for _, h := range e.Hints {
			got.WriteString("  " + h + "\n")
		}
		if len(e.Hints) < 2 || !strings.Contains(e.Hints[len(e.Hints)-1], "usher server edit acme --no-sandbox") {
			t.Errorf("%s: it names not both ways out: %q", c.name, e.Hints)
		}
	}
	if os.Getenv("USHER_WRITE_GOLDENS") != "" {
		if err := os.WriteFile("testdata/causes.golden", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/causes.golden")
	if err != nil || got.String() != string(want) {
		t.Errorf("%v: the words are others:\n%s", err, got.String())
	}
}

// SPEC B4, C4: what satisfies the policy's minimum, and what is then refused.
func TestMinimumDecides(t *testing.T) {
	const ns, bw, ll, none = sandbox.TierNamespaces, sandbox.TierBubblewrap, sandbox.TierLandlock, sandbox.TierNone
	for _, c := range []struct {
		works   []sandbox.Tier
		minimum sandbox.Tier
		best    sandbox.Tier
	}{
		{nil, ns, none}, {nil, ll, none}, {nil, "", none},
		{[]sandbox.Tier{ns}, ns, ns}, {[]sandbox.Tier{ns}, ll, ns}, {[]sandbox.Tier{ns}, "", ns},
		{[]sandbox.Tier{bw}, ns, bw}, {[]sandbox.Tier{bw}, ll, bw},
		{[]sandbox.Tier{ll}, ns, none}, {[]sandbox.Tier{ll}, "", none}, {[]sandbox.Tier{ll}, "anything", none}, {[]sandbox.Tier{ll}, ll, ll},
		{[]sandbox.Tier{sandbox.TierSeatbelt}, ns, sandbox.TierSeatbelt},
	} {
		f := Found{Tiers: c.works}
		if best := f.Best(c.minimum); best != c.best || (f.Refusal(c.minimum, "") == nil) != (c.best != none) {
			t.Errorf("%q with minimum %q: %q, refused %v", c.works, c.minimum, best, f.Refusal(c.minimum, ""))
		}
	}
	e := Found{Tiers: []sandbox.Tier{ll}}.Refusal(ns, "")
	if !strings.Contains(strings.Join(e.Hints, "\n"), "usher policy set sandbox.minimum landlock") || !strings.Contains(strings.Join(e.Hints, "\n"), "usher server edit ID --no-sandbox") {
		t.Errorf("%q", e.Hints)
	}
	if (Found{}).In(sandbox.Plan{Bubblewrap: "/x", Options: []string{"--y"}}, ns).Bubblewrap != "" {
		t.Error("a plan keeps a bwrap that its tier does not use")
	}
}

// SPEC B6: a weaker tier says what it leaves open; the full ones have nothing to say.
func TestGapsAreSaid(t *testing.T) {
	for tier, want := range map[sandbox.Tier]string{sandbox.TierNamespaces: "", sandbox.TierBubblewrap: "", sandbox.TierLandlock: "git repositories", sandbox.TierSeatbelt: "process group", sandbox.TierNone: "full permissions", "new": "full permissions"} {
		if got := strings.Join(Gaps(tier), "\n"); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", tier, got)
		}
	}
}

// SPEC B4: a server that died and a sandbox that could not be built never mix.
func TestOnlyAStageSpeaksForTheSandbox(t *testing.T) {
	const ns, bw = sandbox.TierNamespaces, sandbox.TierBubblewrap
	s := usual()
	for _, c := range []struct {
		name string
		tier sandbox.Tier
		end  End
		what string // "": the server's own end
	}{
		{"a stage", ns, End{125, "usher-run: sandbox: namespaces: no space left on device\n"}, "no more namespaces"},
		{"the server before it", ns, End{125, "hello\nusher-run: sandbox: mount: /w: no such file or directory\n"}, "mount: /w"},
		{"bwrap's own words", bw, End{125, "bwrap: setting up uid map: Permission denied\nusher-run: sandbox: bubblewrap: it ended before the sandbox was built, with status 1\n"}, "AppArmor forbids bwrap"},
		{"bwrap without words", bw, End{125, "usher-run: sandbox: bubblewrap: it ended before the sandbox was built, with status 1\n"}, "bubblewrap: it ended"},
		{"another status", ns, End{1, "usher-run: sandbox: mount: x\n"}, ""},
		{"the word not at its end", ns, End{125, "usher-run: sandbox: mount: x\nbye\n"}, ""},
		{"the status alone", ns, End{125, ""}, ""},
		{"a hidden character", ns, End{125, "usher-run: sandbox: mount: \x1b[31m: x\n"}, `\x1b[31m`},
	} {
		cause, ok := Ended(c.tier, c.end, s)
		if ok != (c.what != "") || !strings.Contains(cause.What, c.what) {
			t.Errorf("%s: %v, %q", c.name, ok, cause.What)
		}
	}
}

// SPEC B4, B5: where a sandbox of that tier works now, a setting of the kernel is not
// blamed for one server's; what nobody can answer for is named whatever works, and a
// server of "this computer only" is refused, never given more.
func TestOneServersFailureIsNotTheKernels_B4(t *testing.T) {
	works := Found{Tiers: []sandbox.Tier{sandbox.TierNamespaces}, Localhost: true, Settings: Settings{Filter: true, Landlock: 7, UserNamespaces: true, Filtered: true}}
	none := works
	none.Tiers = nil
	for _, c := range []struct {
		name, says string
		in         Found
		what, mend string
	}{
		{"works", "mount: /w: operation not permitted", works, "not with what this server is given: mount: /w", ""},
		{"works not", "mount: /w: operation not permitted", none, "container", "seccomp="},
		{"used up", "namespaces: no space left on device", works, "no more namespaces", "sysctl"},
		{"old kernel", "supervise: nobody can answer for the sandbox's connections: the kernel is older than Linux 5.14", works, "nobody can answer", "newer kernel"},
		{"no pidfd", "supervise: nobody can answer for the sandbox's connections: pidfd_getfd is refused here (operation not permitted)", none, "nobody can answer", "allows pidfd_getfd"},
		{"yama", "supervise: nobody can answer for the sandbox's connections: kernel.yama.ptrace_scope is 3", none, "ptrace_scope is 3", "ptrace_scope=1"},
	} {
		cause, ok := c.in.Ended(sandbox.TierNamespaces, End{125, "usher-run: sandbox: " + c.says + "\n"})
		if !ok || !strings.Contains(cause.What, c.what) || !strings.Contains(strings.Join(cause.Mend, "\n"), c.mend) {
			t.Errorf("%s: %+v", c.name, cause)
		}
	}
	if works.Unlocal("acme") != nil {
		t.Error("what is real is refused")
	}
	works.Localhost, works.NotLocal, works.LocalMend = false, "nobody can answer", []string{"mend it"}
	e := works.Unlocal("acme")
	if e == nil || e.Kind != fault.Refused || !strings.Contains(e.Message, "nobody can answer") || e.Hints[0] != "mend it" || !strings.Contains(e.Hints[1], "full network, approved again: usher server edit acme --network on") {
		t.Errorf("%+v", e)
	}
}
