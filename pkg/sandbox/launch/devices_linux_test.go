package launch

import (
	"strings"
	"testing"

	"usher/pkg/sandbox"
)

// SPEC B1, B7: as root, whose files they are, a server changes neither mode nor times
// of the computer's devices and of /proc, which are the same for everybody; what
// programs do with them works: terminals, processes, numbers of the machine.
func TestDevicesAndProcessesStayAsTheyAre_B1(t *testing.T) {
	ordinary(t)
	const tries = `import os, pty, subprocess
def t(name, f):
    try: f(); print(name)
    except OSError: pass
for path in ("/dev/null", "/proc/cpuinfo", "/proc/self/comm", "/proc/loadavg"):
    t("chmod " + path, lambda: os.chmod(path, os.stat(path).st_mode & 0o7777)); t("utime " + path, lambda: os.utime(path))
t("write", lambda: open("/dev/null", "w").write("x")); t("random", lambda: os.read(os.open("/dev/urandom", os.O_RDONLY), 8))
t("cpus", lambda: open("/proc/cpuinfo").read()); t("child", lambda: subprocess.run(["/bin/sh", "-c", "exit 0"], check=True))
pid, fd = pty.fork()
if pid == 0: os._exit(0)
print("terminal"); t("name", lambda: os.stat(os.ttyname(pty.openpty()[1])))
`
	for _, plan := range []func(testing.TB, string) sandbox.Plan{planOf, wrapped} {
		p := plan(t, "")
		p.Program, p.Argv0, p.Args = realpath("/usr/bin/python3"), "python3", []string{"-I", "-c", tries}
		got := launched(t, p, "")
		said := strings.Join(strings.Fields(got.out), " ")
		if p.Tier == sandbox.TierBubblewrap { // bwrap has no read-only device: docs/sandbox.md
			said = strings.ReplaceAll(strings.ReplaceAll(said, "chmod /dev/null ", ""), "utime /dev/null ", "")
		}
		if got.status != 0 || said != "write random cpus child terminal name" {
			t.Errorf("%s: %q, %s", p.Tier, said, got.err)
		}
	}
}
