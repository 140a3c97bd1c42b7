package launch

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
)

// What follows the plan on standard input is the server's, from its first byte.
func TestThePlanIsReadAndNotAByteMore(t *testing.T) {
	if got := launched(t, planOf(t, "cat; exit 3"), "call\n"); got != (end{"call\n", "", 3}) {
		t.Errorf("%+v", got)
	}
}

// The end of the server is the end of the launch: its status, its signal.
func TestTheServersEndIsPassedOn(t *testing.T) {
	for script, want := range map[string]int{
		"exit 0": 0, "exit 255": 255, "kill -SEGV $$": 128 + 11, "kill -KILL $$": 128 + 9, "kill -TERM $$": 128 + 15,
		"(trap '' TERM; sleep 60) & exit 4": 4,
	} {
		if got := launched(t, planOf(t, script), ""); got.status != want || got.err != "" {
			t.Errorf("%s: %+v", script, got)
		}
	}
}

// SPEC Q4: descriptors 0, 1 and 2, exactly the environment, a session of its own,
// every signal as usual; and nothing of it in anybody's arguments or environment.
func TestTheServerIsStartedAsThePlanSays(t *testing.T) {
	ordinary(t)
	p := planOf(t, `ls /proc/self/fd | wc -w; cat /proc/$$/environ | tr '\0' '\n'; grep -E '^(Sig(Blk|Ign|Cgt)|Cap|NoNewPrivs|Seccomp:)' /proc/self/status; ps -o sess= -p $$ | tr -d ' '; echo $$; echo "[$1|$2]"; cat /proc/[0-9]*/cmdline | tr '\0' ' '`)
	p.Program, p.Argv0, p.Env = "/bin/bash", "the shell", []string{"B=2", "A=1 2", "PATH=/usr/bin:/bin"}
	p.Args = append(p.Args, "zero", "a b", "")
	secret, err := os.Open(myself(t))
	if err != nil {
		t.Fatal(err)
	}
	defer secret.Close()
	cmd := caged(t, p, "")
	cmd.ExtraFiles = []*os.File{secret, secret, secret}
	out, err := cmd.CombinedOutput()
	text := string(out)
	const none = ":\t0000000000000000\n"
	want := "4\nB=2\nA=1 2\nPATH=/usr/bin:/bin\n"
	if err != nil || !strings.HasPrefix(text, want) {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, line := range []string{"SigBlk" + none, "SigIgn" + none, "CapPrm" + none, "CapEff" + none, "CapBnd" + none, "CapInh" + none, "CapAmb" + none, "NoNewPrivs:\t1\n", "Seccomp:\t2\n", "[a b|]\n", "usher-run init "} {
		if !strings.Contains(text, line) {
			t.Errorf("lacks %q:\n%s", line, text)
		}
	}
}

// SPEC B4: a start that fails says one line and the status, and nothing was run.
func TestAFailureIsOneLineAndAStatus(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*sandbox.Plan)
		want  string
	}{
		"no program":     {func(p *sandbox.Plan) { p.Program = "/usr/bin/gone" }, "exec: /usr/bin/gone: no such file or directory"},
		"no data folder": {func(p *sandbox.Plan) { p.Data += "/gone" }, "mount: DATA/gone: no such file or directory"},
		"a link":         {func(p *sandbox.Plan) { noError(os.Symlink("/", p.Data+"/l")); p.Read = []string{p.Data + "/l/etc"} }, "mount: DATA/l/etc: too many levels of symbolic links"},
		"a lost folder":  {func(p *sandbox.Plan) { p.Dir += "/gone" }, "mount: DATA/gone: no such file or directory"},
		"a linked .git": {func(p *sandbox.Plan) {
			p.Write = []string{newFolder(t)}
			p.Protect = []string{p.Write[0] + "/.git"}
			noError(os.Symlink(p.Data, p.Protect[0]))
		}, "mount: WRITE/.git: " + errLinked.Error()},
		"in the hidden":   {func(p *sandbox.Plan) { p.Read, p.Mask = []string{p.Data + "/a/b"}, []string{p.Data + "/a"} }, "plan: DATA/a/b: it lies in what is always hidden"},
		"all of it":       {func(p *sandbox.Plan) { p.Write = []string{"/"} }, "plan: /: it would cover what every sandbox is made of"},
		"processes":       {func(p *sandbox.Plan) { p.Read = []string{"/proc/1"} }, "plan: /proc/1: it would cover what every sandbox is made of"},
		"no tier":         {func(p *sandbox.Plan) { p.Tier = sandbox.TierNone }, "plan: this is not the plan of a sandbox"},
		"no bwrap at all": {func(p *sandbox.Plan) { p.Tier, p.Bubblewrap = sandbox.TierBubblewrap, "/gone/bwrap" }, "namespaces: no such file or directory"},
	} {
		p := planOf(t, "echo ran; touch ran")
		data := p.Data
		c.spoil(&p)
		got := launched(t, p, "")
		want := FailedWord + strings.ReplaceAll(strings.ReplaceAll(c.want, "DATA", data), "WRITE", strings.Join(p.Write, "")) + "\n"
		if got.status != FailedStatus || got.err != want || got.out != "" {
			t.Errorf("%s: %+v\nwant %s", name, got, want)
		}
	}
	cmd := exec.Command(myself(t), CageWord)
	cmd.Stdin = strings.NewReader(strings.Repeat("no plan\n", 20))
	if out, _ := cmd.CombinedOutput(); string(out) != FailedWord+"plan: this is not the plan of a sandbox\n" {
		t.Errorf("foreign bytes: %s", out)
	}
}

// hostRole is a usher with one server, which is its plan's (the file).
func hostRole(plan string) {
	text, err := os.ReadFile(plan)
	noError(err)
	c, res := proc.Start(proc.Program{Path: "/proc/self/exe", Args: []string{proc.ReaperWord}}, proc.Spec{Path: os.Args[0], Args: []string{CageWord}, Dir: "/"})
	if c == nil {
		panic(res.Why)
	}
	_, err = c.Stdin.Write(text)
	noError(err)
	_, _ = io.Copy(os.Stderr, c.Stderr)
	select {}
}

// SPEC B1, issue 7: whoever of them is killed, nothing inside lives on, daemons
// that ignore the polite signal least of all.
func TestEverythingDiesWithEachOfThem(t *testing.T) {
	ordinary(t)
	for _, victim := range []string{"usher", "reaper", "cage", "init", "server"} {
		p := planOf(t, `exec 9>life; (trap '' TERM HUP INT; (setsid sh -c 'trap "" TERM HUP INT; while :; do sleep 60; done' & )); echo ready >&9; cat`)
		fifo := filepath.Join(p.Data, "life")
		noError(syscall.Mkfifo(fifo, 0o600))
		life, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		noError(err)
		plan := filepath.Join(newFolder(t), "plan")
		put(t, plan, string(p.Encode()), 0o600)
		usher := exec.Command(myself(t), "role:host", plan)
		usher.Env, usher.Stderr = []string{}, os.Stderr
		noError(usher.Start())
		noError(life.SetReadDeadline(time.Now().Add(time.Minute)))
		awaitReady(t, life)
		chain := map[string]int{"usher": usher.Process.Pid}
		for pid, names := chain["usher"], []string{"reaper", "cage", "init", "server"}; len(names) > 0; names = names[1:] {
			pid = onlyChild(t, pid, names[0])
			chain[names[0]] = pid
		}
		noError(syscall.Kill(chain[victim], syscall.SIGKILL))
		if rest, err := io.ReadAll(life); err != nil {
			t.Errorf("%s was killed: something lives on (%q, %v)", victim, rest, err)
		}
		_ = usher.Process.Kill()
		_ = usher.Wait()
		_ = life.Close()
	}
}

// awaitReady reads the line that the server writes when its daemon runs. Until
// somebody has opened the other end, reading gives the end of the file.
func awaitReady(t *testing.T, life *os.File) {
	t.Helper()
	var got []byte
	buf := make([]byte, 16)
	for deadline := time.Now().Add(time.Minute); !bytes.HasSuffix(got, []byte("ready\n")); {
		n, err := life.Read(buf)
		got = append(got, buf[:n]...)
		if err != nil && err != io.EOF || time.Now().After(deadline) {
			t.Fatalf("no server: %q, %v", got, err)
		}
		if n == 0 {
			time.Sleep(time.Millisecond)
		}
	}
}

// onlyChild is the child of a process, or the one that came first.
func onlyChild(t *testing.T, pid int, name string) int {
	t.Helper()
	lists, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	for _, list := range lists {
		if text, err := os.ReadFile(list); err == nil && len(text) > 0 {
			return number(t, strings.Fields(string(text))[0])
		}
	}
	t.Fatalf("%d has no child that could be the %s", pid, name)
	return 0
}

// The polite signal to the whole tree, as the reaper sends it, is the server's to
// answer: the stages wait for it.
func TestThePoliteSignalIsTheServers(t *testing.T) {
	p := planOf(t, `trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done`)
	c, res := proc.Start(proc.Program{Path: myself(t), Args: []string{proc.ReaperWord}}, proc.Spec{Path: myself(t), Args: []string{CageWord}, Dir: "/"})
	if c == nil {
		t.Fatal(res.Why)
	}
	defer c.Stdout.Close()
	defer c.Stderr.Close()
	_, err := c.Stdin.Write(p.Encode())
	noError(err)
	if _, err := io.ReadFull(c.Stdout, make([]byte, 6)); err != nil {
		t.Fatal(err)
	}
	cage := c.Pid()
	init := onlyChild(t, cage, "init")
	server := onlyChild(t, init, "server")
	for _, pid := range []int{cage, init, server} {
		noError(syscall.Kill(pid, syscall.SIGTERM))
	}
	<-c.Done()
	if res := c.Result(); res.Ending != proc.Exited || res.Code != 7 {
		t.Errorf("ended %v %d %s", res.Ending, res.Code, res.Signal)
	}
	c.Stop(0)
}
