package launch

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// alone is a plan for the tier without namespaces, of a script of python.
func alone(t testing.TB, script string) sandbox.Plan {
	t.Helper()
	if version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION); errno != 0 || version < 3 {
		t.Skipf("Landlock is older than version 3 here, or off: see lsm= on the kernel's command line (%v)", errno)
	}
	python, err := exec.LookPath("/usr/bin/python3")
	if err != nil {
		t.Fatal(err)
	}
	p := planOf(t, "")
	p.Tier, p.Program, p.Argv0, p.Args = sandbox.TierLandlock, realpath(python), "python3", []string{"-I", "-c", script}
	return p
}

func realpath(path string) string {
	for {
		to, err := os.Readlink(path)
		if err != nil {
			return path
		}
		if !strings.HasPrefix(to, "/") {
			to = path[:strings.LastIndexByte(path, '/')+1] + to
		}
		path = to
	}
}

// tries is python: it says which of the lines that follow do not fail.
const tries = `
import os, socket, sys, errno
def t(name, f):
    try: f(); print(name)
    except OSError as e: pass
S, u, i = socket.SOCK_STREAM, socket.AF_UNIX, socket.AF_INET
t("read", lambda: open(sys.argv[1]).read())
t("stat", lambda: os.stat(sys.argv[1]))
t("write", lambda: open(sys.argv[1], "a"))
t("truncate", lambda: os.truncate(sys.argv[1], 0))
for name in sys.argv[1:3]:
    t("chmod", lambda: os.chmod(name, 0o777)); t("utime", lambda: os.utime(name)); t("chown", lambda: os.chown(name, -1, -1))
    t("xattr", lambda: os.setxattr(name, "user.x", b"x"))
fd = os.open(sys.argv[2], os.O_RDONLY)
t("fchmod", lambda: os.fchmod(fd, 0o777)); t("futime", lambda: os.utime(fd))
t("named socket", lambda: socket.socket(u, S)); t("datagram pair", lambda: socket.socketpair(u, socket.SOCK_DGRAM))
t("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)); t("udp", lambda: socket.socket(i, socket.SOCK_DGRAM))
t("tcp", lambda: socket.socket(i, S)); t("mptcp", lambda: socket.socket(i, S, 262))
t("xattrs", lambda: os.listxattr(sys.argv[1])); t("pinned", lambda: os.sched_setaffinity(os.getppid(), os.sched_getaffinity(0)))
t("slowed", lambda: os.sched_setscheduler(os.getppid(), os.SCHED_OTHER, os.sched_param(0)))
t("own", lambda: open("own", "w").write("x")); t("pair", lambda: socket.socketpair())
t("tmp", lambda: open("/tmp/usher-tier-test", "w")); import tempfile; t("temporary", lambda: tempfile.TemporaryFile())
`

// SPEC B1, C4: alone, Landlock and the filter open no file that was not given,
// change none without writing it, and make no socket that reaches anybody.
func TestWithoutNamespacesTheFilterStandsIn(t *testing.T) {
	hidden := realpath(newFolder(t)) + "/hidden"
	given := realpath(newFolder(t))
	put(t, hidden, "HIDDEN", 0o644)
	put(t, given+"/given", "given", 0o644)
	for network, want := range map[sandbox.Network]string{
		sandbox.NetworkOff: "stat own pair temporary", sandbox.NetworkOn: "stat netlink udp tcp own pair temporary",
	} {
		p := alone(t, tries)
		p.Args, p.Read, p.Network = append(p.Args, hidden, given+"/given"), []string{given}, network
		got := launched(t, p, "")
		said := strings.Join(strings.Fields(strings.Replace(got.out, "mptcp\n", "", 1)), " ")
		if got.status != 0 || said != want {
			t.Errorf("network %s: %q, %q (%d); want %q", network, said, got.err, got.status, want)
		}
	}
	for path, want := range map[string]string{hidden: "HIDDEN", given + "/given": "given"} {
		text, err := os.ReadFile(path)
		if st, _ := os.Stat(path); err != nil || string(text) != want || st.Mode().Perm() != 0o644 {
			t.Errorf("%s: %q, %v, %v", path, text, st.Mode(), err)
		}
	}
}

// SPEC B2: what must stay hidden in a folder that is given cannot be hidden without
// namespaces, so such a plan is refused; a socket needs no hiding, since none is made.
func TestWithoutNamespacesNothingIsGivenAroundASecret(t *testing.T) {
	given := realpath(newFolder(t))
	put(t, given+"/usher/ledger", "x", 0o600)
	p := alone(t, "print('ran')")
	p.Read, p.Mask = []string{given}, []string{given + "/usher"}
	if got := launched(t, p, ""); got.status != FailedStatus || got.out != "" || !strings.Contains(got.err, "cannot be hidden there without namespaces") {
		t.Errorf("%+v", got)
	}
	p.Mask, p.Write, p.Read = nil, []string{given}, []string{given + "/usher"} // Landlock would let it change both
	if got := launched(t, p, ""); got.status != FailedStatus || got.out != "" || !strings.Contains(got.err, given+"/usher: it is given to read") {
		t.Errorf("%+v", got)
	}
	p.Write, p.Read = nil, []string{given}
	p.Mask = []string{given + "/gone", "/elsewhere"}
	if got := launched(t, p, ""); got.out != "ran\n" {
		t.Errorf("%+v", got)
	}
}
