//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sandbox-01: where the kernel forbids user namespaces, and bwrap says so in
// Ubuntu's words, nothing starts: the kernel setting and both ways out are named,
// in the list and in a call (SPEC B4).
func TestNoNamespacesNoServer_sandbox01(t *testing.T) {
	const tells = "loopback: Failed RTM_NEWADDR: Operation not permitted"
	bwrap := slurp(t, filepath.Join(casesDir, "sandbox-01-user-namespaces-off", "bwrap"))
	for _, text := range []string{bwrap, strings.Replace(bwrap, "setting up uid map: Permission denied", tells, 1)} {
		h := newHouse(t)
		must(t, os.WriteFile(filepath.Join(h.bin, "bwrap"), []byte(text), 0o755))
		h.env = append(h.env, "PATH="+h.bin+":/usr/bin:/bin")
		mark := filepath.Join(h.dir, "started")
		h.put(t, "mcp.json", `{"servers":[{"id":"acme","command":"/bin/sh","args":["-c","touch `+mark+`"]}]}`)
		h.approves(t, "acme")
		h.does(t, 0, "grant", "set", "acme", "lookup", "--allow", "--digest", h.launch(t, "acme"))
		list, call := h.forbidden(t, "server", "list"), h.forbidden(t, "call", "acme__lookup")
		says(t, list, "user.max_user_namespaces")
		says(t, call, "no working sandbox", "user.max_user_namespaces", "sysctl", "usher server edit acme --no-sandbox")
		if call.code != 2 || list.code != 0 {
			t.Errorf("%v\n%v", list, call)
		}
		if _, err := os.Stat(mark); err == nil {
			t.Error("it was started all the same")
		}
	}
}

// forbidden runs usher where the kernel allows no namespaces: in one that has a
// setting of its own for those below it.
func (h *house) forbidden(t *testing.T, args ...string) ran {
	t.Helper()
	const off = `echo 0 >/proc/sys/user/max_user_namespaces || exit 77; exec "$0" "$@"`
	r := launch(t, h.command("/usr/bin/unshare", append([]string{"-Ur", "/bin/sh", "-c", off, filepath.Join(h.bin, "usher")}, args...)...), "")
	if r.code == 77 || r.code == 1 && strings.HasPrefix(r.err, "unshare: ") {
		own, _ := os.ReadFile("/proc/sys/user/max_user_namespaces")
		armor, _ := os.ReadFile("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
		t.Skipf("no namespace with a setting of its own can be made here: user.max_user_namespaces is %q, kernel.apparmor_restrict_unprivileged_userns %q: %v", own, armor, r)
	}
	return r
}

// sandbox-03: what a server reaches by default, with the project, with the network.
func TestWhatAServerReaches_sandbox03(t *testing.T) {
	h := newHouse(t)
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	h.copies(t, filepath.Join(casesDir, "sandbox-03-reach"))
	proj := filepath.Join(h.home, "proj")
	must(t, os.MkdirAll(filepath.Join(proj, ".usher"), 0o755))
	must(t, os.MkdirAll(filepath.Join(h.home, ".ssh"), 0o700))
	must(t, os.WriteFile(filepath.Join(proj, ".usher", "instructions.md"), []byte("Speak of beams.\n"), 0o644))
	text := strings.NewReplacer("PROJECT_DIR", proj, "PORT", strconv.Itoa(l.Addr().(*net.TCPAddr).Port)).Replace(slurp(t, filepath.Join(h.conf, "mcp.json")))
	h.put(t, "mcp.json", text)
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	var folder folderView
	must(t, json.Unmarshal([]byte(h.does(t, 0, "trust", "show", proj, "-o", "json").out), &folder))
	h.does(t, 0, "trust", "grant", proj, "--digest", folder.Digest)
	needNamespaces(t, h, "acme")
	for _, c := range []struct {
		flags []string
		tools string
	}{
		{nil, "ok-own-data"},
		{[]string{"--read", "workspace"}, "ok-own-data ok-read-project"},
		{[]string{"--write", "workspace"}, "ok-own-data ok-read-project ok-write-project"},
		{[]string{"--network", "localhost"}, "ok-own-data ok-net"},
		{[]string{"--read", "workspace", "--network", "on"}, "ok-own-data ok-net ok-read-project"},
	} {
		h.usher(t, "server", "edit", "acme", "--unset", "sandbox")
		if c.flags != nil {
			h.does(t, 0, append([]string{"server", "edit", "acme"}, c.flags...)...)
		}
		h.approves(t, "acme")
		list := h.tools(t, "acme", "--refresh", "--project", proj)
		got := strings.Fields(list.offered())
		if want := strings.Fields(c.tools); !same(got, want) {
			t.Errorf("%v: it reaches %v, want %v", c.flags, got, want)
		}
	}
}

// same compares lists without their order.
func same(a, b []string) bool {
	seen := map[string]int{}
	for _, w := range a {
		seen[w]++
	}
	for _, w := range b {
		seen[w]--
	}
	for _, n := range seen {
		if n != 0 {
			return false
		}
	}
	return true
}

// attacks/servers/probe.py: everything that it tries is refused but what lies in its
// own folder, which is its working directory. (A file that its command line named by
// itself would be shown: so the words are one text for a shell.)
func TestTheAttackersProbeReachesItsFolderOnly(t *testing.T) {
	h := newHouse(t)
	y := around(t)
	for _, dir := range []string{".ssh", "proj", "run", ".local/share/usher/servers/attack"} {
		must(t, os.MkdirAll(filepath.Join(h.home, dir), 0o700))
	}
	key, socket, data := filepath.Join(h.home, ".ssh", "id"), filepath.Join(h.home, "run", y.Token), filepath.Join(h.home, ".local/share/usher/servers/attack")
	must(t, os.WriteFile(key, []byte("k"), 0o600))
	y.listens(t, "unix", socket)
	h.env = append(h.env, "SSH_AUTH_SOCK="+socket, "DBUS_SESSION_BUS_ADDRESS=unix:path="+socket)
	script := filepath.Join(h.dir, "attack", "probe.py")
	must(t, os.Mkdir(filepath.Dir(script), 0o755))
	must(t, os.WriteFile(script, []byte(slurp(t, "testdata/attacks/servers/probe.py")), 0o644))
	h.does(t, 0, "server", "add", "attack", "--cwd", data, "--read", filepath.Dir(script), "--", "/bin/sh", "-c",
		strings.Join([]string{"exec /usr/bin/python3", script, key, h.state, socket, strconv.Itoa(y.TCP), filepath.Join(h.home, "proj"), "2>report"}, " "))
	h.approves(t, "attack")
	needNamespaces(t, h, "attack")
	h.does(t, 1, "server", "tools", "attack")
	var report map[string]any
	must(t, json.Unmarshal([]byte(slurp(t, filepath.Join(data, "report"))), &report))
	if len(report) < 24 || report["data_dir_write"] != "YES" {
		t.Errorf("%v", report)
	}
	for name, said := range report {
		if text, ok := said.(string); ok && strings.HasPrefix(text, "YES") && name != "data_dir_write" {
			t.Errorf("it could %s", name)
		}
	}
}

// needNamespaces skips where a kernel setting forbids the sandbox, and names it.
func needNamespaces(t *testing.T, h *house, id string) {
	t.Helper()
	h.does(t, 0, "server", "show", id)
	var kept struct{ Found map[string]any }
	data, err := os.ReadFile(filepath.Join(h.state, "sandbox.json"))
	if err != nil {
		t.Fatalf("no sandbox works here: %v", h.does(t, 0, "server", "show", id))
	}
	must(t, json.Unmarshal(data, &kept))
	if tiers, _ := kept.Found["tiers"].([]any); len(tiers) == 0 || tiers[0] == "landlock" {
		forbidden(t, kept.Found["settings"].(map[string]any), data)
	}
}
