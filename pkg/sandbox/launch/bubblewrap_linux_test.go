package launch

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"usher/pkg/sandbox"
)

// wrapped is planOf for bubblewrap's tier, with every option that this bwrap may know.
func wrapped(t testing.TB, script string) sandbox.Plan {
	t.Helper()
	bwrap, err := exec.LookPath("bwrap")
	if err != nil {
		t.Fatal("bubblewrap is not installed: scripts/deps.sh installs it")
	}
	help, _ := exec.Command(bwrap, "--help").CombinedOutput()
	p := planOf(t, script)
	p.Tier, p.Bubblewrap = sandbox.TierBubblewrap, bwrap
	for _, option := range BubblewrapOptions() {
		if strings.Contains(string(help), option) {
			p.Options = append(p.Options, option)
		}
	}
	return p
}

// SPEC B1, B2: bwrap's argv is data of the plan; order is all in it. The golden is
// for a computer of which only this is known.
func TestBubblewrapsArgvIsWhatWasAgreed(t *testing.T) {
	there := map[string]kind{"/usr": kindFolder, "/lib32": kindFolder, "/etc/passwd": kindFile, "/etc/ssl": kindFolder, "/etc/ssl/private": kindFolder,
		"/etc/resolv.conf": kindLink, "/proc/sys": kindFolder, "/proc/kcore": kindFile, "/home/ann/p/.git": kindFolder, "/home/ann/p/.git/hooks": kindFolder,
		"/home/ann/p/.config/usher": kindFolder, "/home/ann/p/agent.sock": kindFile, "/home/ann/.data": kindFolder}
	look := func(path string) (kind, string) {
		if path == "/bin" {
			return kindLink, "usr/bin"
		}
		return there[path], ""
	}
	p := sandbox.Plan{
		Tier: sandbox.TierBubblewrap, Bubblewrap: "/usr/bin/bwrap", Options: BubblewrapOptions(),
		Program: "/usr/bin/node", Argv0: "node", Args: []string{"SECRET"}, Env: []string{"TOKEN=SECRET"},
		Dir: "/home/ann/elsewhere/x", Data: "/home/ann/.data/servers/acme",
		Read: []string{"/home/ann/p/lib", "/srv/docs"}, Write: []string{"/home/ann/p"}, Files: []string{"/home/ann/one.js", "/home/ann/p/in.js"},
		Runtimes: []string{"/home/ann/.nvm/v22"}, Links: []sandbox.Link{{At: "/home/ann/bin/node", To: "../.nvm/v22/bin/node"}},
		Protect: []string{"/home/ann/p/.git/hooks", "/home/ann/p/.git/config"},
		Mask:    []string{"/home/ann/p/.config/usher", "/home/ann/p/agent.sock", "/home/ann/.data", "/home/ann/nowhere"},
	}
	old := p
	old.Options, old.Network = nil, sandbox.NetworkOn
	var got strings.Builder
	for _, plan := range []sandbox.Plan{p, old} {
		argv := wrapping(plan, "/opt/usher/usher-run", look)
		for i, word := range argv {
			if strings.HasPrefix(word, "-") && (i == 0 || !strings.HasPrefix(argv[i-1], "--perms")) {
				got.WriteString("\n")
			}
			got.WriteString(word + " ")
		}
		got.WriteString("\n\n")
	}
	if strings.Contains(got.String(), "SECRET") {
		t.Error("an argument or a variable of the server is in bwrap's argv")
	}
	golden := filepath.Join("testdata", "bubblewrap.golden")
	if os.Getenv("USHER_WRITE_GOLDENS") != "" {
		must(os.WriteFile(golden, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	if err != nil || got.String() != string(want) {
		t.Errorf("%v: the argv is another one:%s", err, got.String())
	}
	for _, option := range BubblewrapOptions() {
		if slices.Contains(wrapping(old, "/x", look), option) {
			t.Errorf("an old bwrap is given %s", option)
		}
	}
}

// SPEC B1, Q4 in bubblewrap's tier: the server's bytes, its end, its environment and
// no other; process 1 tells nothing, nobody's arguments hold a word of the server's.
func TestBubblewrapStartsAsThePlanSays(t *testing.T) {
	p := wrapped(t, `cat; echo "$A|$1"; (cat /proc/1/environ) 2>/dev/null; ls /proc/self/fd | wc -w; grep -E '^(SigBlk|SigIgn|CapEff|CapBnd|NoNewPrivs|Seccomp:)' /proc/self/status; cat /proc/1/cmdline | tr '\0' ' ' | grep -c SECRET; touch made && rm made; (: >/usr/x) 2>/dev/null || (: >/x) 2>/dev/null || (: >/proc/sys/kernel/hostname) 2>/dev/null || echo shut; exit 7`)
	p.Env, p.Args = append(p.Env, "A=SECRET"), append(p.Args, "zero", "SECRET")
	const none = ":\t0000000000000000\n"
	got := launched(t, p, "call\n")
	lines := strings.SplitAfter(got.out, "\n")
	if got.status != 7 || got.err != "" || len(lines) < 3 || lines[0]+lines[1]+lines[2] != "call\nSECRET|SECRET\n4\n" {
		t.Fatalf("%+v", got)
	}
	for _, line := range []string{"SigBlk" + none, "SigIgn" + none, "CapEff" + none, "NoNewPrivs:\t1\n", "Seccomp:\t2\n", "\n0\nshut\n"} {
		if !strings.Contains(got.out, line) {
			t.Errorf("lacks %q:\n%s", line, got.out)
		}
	}
}

// SPEC V5: the polite signal is the server's: bwrap does not end before it.
func TestBubblewrapLeavesThePoliteSignalToTheServer(t *testing.T) {
	p := wrapped(t, `trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.05; done`)
	cmd := caged(t, p, "")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	must(err)
	must(cmd.Start())
	defer cmd.Process.Kill()
	buf := make([]byte, 6)
	if _, err := out.Read(buf); err != nil || string(buf) != "ready\n" {
		t.Fatalf("%q, %v", buf, err)
	}
	// As the reaper does: every process of the tree.
	for pid, n := cmd.Process.Pid, 0; pid != 0 && n < 6; n++ {
		must(syscall.Kill(pid, syscall.SIGTERM))
		text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + strconv.Itoa(pid) + "/children")
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
	}
	rest := make([]byte, 4)
	if _, err := out.Read(rest); err != nil || string(rest) != "bye\n" {
		t.Errorf("%q, %v", rest, err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 5 {
		t.Errorf("%v", err)
	}
}

// SPEC B2: what is hidden and what is kept, in a folder that may be changed.
func TestBubblewrapHidesAndKeeps(t *testing.T) {
	p := wrapped(t, `cd "$1"; echo x >new; ls -A hidden secret 2>&1 | grep -v : ; cat secret; cat hidden/f 2>/dev/null; echo x >hidden/g; (echo x >>.git/hooks/pre-commit) 2>/dev/null; mv .git old 2>/dev/null; ls -A .git; cat ro/f; echo x >ro/f; ls /home /root /srv /var 2>/dev/null; echo end`)
	w := newFolder(t)
	for path, text := range map[string]string{"/hidden/f": "HIDDEN", "/secret": "HIDDEN", "/.git/hooks/pre-commit": "#!/bin/sh\n", "/ro/f": "seen\n"} {
		put(t, w+path, text, 0o644)
	}
	p.Write, p.Read, p.Mask, p.Protect = []string{w}, []string{w + "/ro"}, []string{w + "/hidden", w + "/secret"}, []string{w + "/.git/hooks", w + "/.git/config"}
	p.Args = append(p.Args, "sh", w)
	got := launched(t, p, "")
	if got.status != 0 || strings.Contains(got.out, "HIDDEN") || !strings.HasSuffix(got.out, "hooks\nseen\nend\n") {
		t.Errorf("%+v", got)
	}
	hook, _ := os.ReadFile(w + "/.git/hooks/pre-commit")
	secret, _ := os.ReadFile(w + "/secret")
	made, _ := os.ReadFile(w + "/new")
	if string(hook) != "#!/bin/sh\n" || string(secret) != "HIDDEN" || string(made) != "x\n" {
		t.Errorf("%q, %q, %q", hook, secret, made)
	}
	if _, err := os.Lstat(w + "/hidden/g"); err == nil {
		t.Error("it wrote in what is hidden")
	}
}

// SPEC B4: a bwrap that cannot, and one that is none, end in one line of ours with
// what it said before it; nothing was run.
func TestBubblewrapsFailureIsToldAsOurs(t *testing.T) {
	fake := filepath.Join(newFolder(t), "bwrap")
	put(t, fake, "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n", 0o755)
	const ended = FailedWord + "bubblewrap: it ended before the sandbox was built, with status 1\n"
	for name, c := range map[string]struct {
		spoil func(*sandbox.Plan)
		want  string
	}{
		"cases sandbox-01": {func(p *sandbox.Plan) { p.Bubblewrap = fake }, "bwrap: setting up uid map: Permission denied\n" + ended},
		"no data folder":   {func(p *sandbox.Plan) { p.Data += "/gone" }, "bwrap: Can't find source path DATA/gone: No such file or directory\n" + ended},
		"no program":       {func(p *sandbox.Plan) { p.Program = "/usr/bin/gone" }, FailedWord + "exec: /usr/bin/gone: no such file or directory\n"},
		"a link":           {func(p *sandbox.Plan) { must(os.Symlink("/", p.Data+"/l")); p.Read = []string{p.Data + "/l/etc"} }, FailedWord + "mount: DATA/l/etc: too many levels of symbolic links\n"},
	} {
		p := wrapped(t, "echo ran; touch ran")
		data := p.Data
		c.spoil(&p)
		got := launched(t, p, "")
		if got != (end{"", strings.ReplaceAll(c.want, "DATA", data), FailedStatus}) {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
	p := wrapped(t, "echo ran")
	p.Read = []string{"/proc/1"}
	if got := launched(t, p, ""); got.status != FailedStatus || !strings.HasPrefix(got.err, FailedWord+"plan: /proc/1: ") {
		t.Errorf("a grant that covers the kernel's own: %+v", got)
	}
}
