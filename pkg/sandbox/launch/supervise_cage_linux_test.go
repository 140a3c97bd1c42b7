package launch

import (
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// bare is a cage that has nothing but what the supervisor answers for: a network
// and a /tmp of its own, and the filter made of watches. So what holds in it is
// held by the supervisor, not by another wall.
type bare struct {
	plan sandbox.Plan
	show []string // folders that stay visible under the cage's own /tmp
}

// run runs a command in the cage, answered for by this process.
func (b bare) run(t testing.TB, argv ...string) (string, error) {
	t.Helper()
	needNamespaces(t)
	talk, theirs, err := socketPair()
	if err != nil {
		t.Fatal(err)
	}
	defer talk.Close()
	plan := filepath.Join(t.TempDir(), "plan")
	if err := os.WriteFile(plan, b.plan.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	show := append(slices.Clone(b.show), filepath.Dir(self(t)))
	args := append([]string{"-test.run=^TestCaged$", "--", "caged", plan, strings.Join(show, ":")}, argv...)
	cmd := exec.Command(self(t), args...)
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp", "PYTHONDONTWRITEBYTECODE=1"}
	flags := uintptr(unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID)
	if b.plan.Network != sandbox.NetworkOn {
		flags |= unix.CLONE_NEWNET
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: flags, Pdeathsig: unix.SIGKILL,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}},
		AmbientCaps: []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN}}
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	if l := receiveListener(talk); l != nil {
		served := make(chan error, 1)
		go func() { served <- supervise(l, b.plan); l.Close() }()
		defer func() {
			if err := <-served; err != nil {
				t.Errorf("supervise: %v", err)
			}
		}()
	}
	err = cmd.Wait()
	return out.String(), err
}

// ok runs a command that must succeed.
func (b bare) ok(t testing.TB, argv ...string) string {
	t.Helper()
	out, err := b.run(t, argv...)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return out
}

func self(t testing.TB) string {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func socketPair() (a, b *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(fds[0]), "ours"), os.NewFile(uintptr(fds[1]), "theirs"), nil
}

func receiveListener(from *os.File) *os.File {
	var b [1]byte
	oob := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(int(from.Fd()), b[:], oob, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return nil
	}
	messages, err := unix.ParseSocketControlMessage(oob[:n])
	if err != nil || len(messages) == 0 {
		return nil
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return nil
	}
	return os.NewFile(uintptr(fds[0]), "listener")
}

// TestCaged is the first process of a bare cage, when it is started as one.
func TestCaged(t *testing.T) {
	args := flag.Args()
	if len(args) < 4 || args[0] != "caged" {
		return // an ordinary run of the tests
	}
	runtime.LockOSThread()
	file, err := os.Open(args[1])
	must(err)
	plan, err := sandbox.ReadPlan(file)
	must(err)
	folders(plan, strings.Split(args[2], ":"))
	if plan.Network != sandbox.NetworkOn {
		must(loopbackUp())
	}
	program, err := exec.LookPath(args[3])
	must(err)
	caps := [2]unix.CapUserData{}
	must(unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0))
	must(unix.Capset(&unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, &caps[0]))
	must(unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
	handOverFilter(plan)
	must(unix.Exec(program, args[3:], os.Environ()))
}

func handOverFilter(p sandbox.Plan) {
	const link = 3
	if code := filterOf(watches(p)); supervised(p) {
		l, err := seccomp(unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, &unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]})
		must(err)
		must(unix.Sendmsg(link, []byte{0}, unix.UnixRights(l), nil, 0))
		must(unix.Close(l))
	}
	unix.CloseOnExec(link)
}

// folders gives the cage a /tmp of its own, with what is shown below it.
func folders(p sandbox.Plan, show []string) {
	must(unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""))
	show = append(show, p.Data)
	show = append(append(show, p.Read...), p.Write...)
	slices.Sort(show) // deeper ones after those around them
	open := map[string]int{}
	for _, dir := range show {
		fd, err := unix.Open(dir, unix.O_PATH|unix.O_CLOEXEC, 0)
		must(err)
		open[dir] = fd
	}
	must(unix.Mount("none", "/tmp", "tmpfs", 0, "mode=1777"))
	for _, dir := range show {
		must(os.MkdirAll(dir, 0o755))
		must(unix.Mount("/proc/self/fd/"+strconv.Itoa(open[dir]), dir, "", unix.MS_BIND, ""))
	}
}

func must(err error) {
	if err != nil {
		_, _ = io.WriteString(os.Stderr, "bare cage: "+err.Error()+"\n")
		os.Exit(97)
	}
}

// filterOf is a filter made of watches alone.
func filterOf(ws []watch) []unix.SockFilter {
	const data = unix.BPF_LD | unix.BPF_ABS | unix.BPF_W
	const jeq = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	var code []unix.SockFilter
	for _, w := range ws {
		block := []unix.SockFilter{{Code: data}, {Code: jeq, K: uint32(w.call)}}
		for _, c := range w.when {
			block = append(block, unix.SockFilter{Code: data, K: uint32(16 + 8*c.arg)},
				unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: c.mask}, unix.SockFilter{Code: jeq, K: c.value})
		}
		verdict := uint32(unix.SECCOMP_RET_USER_NOTIF)
		if w.no != 0 {
			verdict = unix.SECCOMP_RET_ERRNO | uint32(w.no)
		}
		block = append(block, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: verdict})
		for i := range block {
			if block[i].Code == jeq {
				block[i].Jf = uint8(len(block) - i - 1)
			}
		}
		code = append(code, block...)
	}
	return append(code, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
}
