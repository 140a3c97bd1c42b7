package launch

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"usher/pkg/sandbox"
)

// localhost is a bare cage whose network is this computer's loopback addresses.
func localhost(t testing.TB) bare {
	return bare{plan: sandbox.Plan{Tier: sandbox.TierNamespaces, Data: t.TempDir(), Network: sandbox.NetworkLocalhost}}
}

// listenAt takes connections at an address until the test ends, and gives its port.
func listenAt(t testing.TB, address string) (port string) {
	t.Helper()
	l, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// outward is an address of this computer that is none of its loopback addresses.
func outward(t testing.TB, six bool) string {
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && (n.IP.To4() == nil) == six {
			return n.IP.String()
		}
	}
	return ""
}

// SPEC B5: localhost is this computer's loopback addresses, in every way to write
// them, and nothing else.
func TestLocalhostReachesThisComputerOnly(t *testing.T) {
	t.Parallel()
	four, nine, six := listenAt(t, "127.0.0.1"), listenAt(t, "127.0.0.9"), listenAt(t, "::1")
	want := map[string]string{
		"127.0.0.1:" + four: "ok", "127.0.0.9:" + nine: "ok", "[::1]:" + six: "ok", "0.0.0.0:" + four: "ok", "[::]:" + six: "ok",
		"localhost:" + four: "ok", "[::ffff:127.0.0.9]:" + nine: "ok", "127.0.0.1:1": "ECONNREFUSED",
		"198.51.100.7:80": "ENETUNREACH", "8.8.8.8:53": "ENETUNREACH", "[2001:db8::7]:80": "ENETUNREACH", "[fe80::1]:80": "ENETUNREACH",
		"[::ffff:198.51.100.7]:80": "ENETUNREACH", "[::127.0.0.1]:80": "ENETUNREACH", "128.0.0.1:80": "ENETUNREACH",
		"255.255.255.255:80": "ENETUNREACH", "224.0.0.1:80": "ENETUNREACH", "169.254.169.254:80": "ENETUNREACH",
	}
	for _, v6 := range []bool{false, true} {
		if out := outward(t, v6); out != "" {
			port := listenAt(t, out)
			want[net.JoinHostPort(out, port)] = "ENETUNREACH"
			if !v6 {
				want["[::ffff:"+out+"]:"+port] = "ENETUNREACH"
			}
		}
	}
	var addresses []string
	for a := range want {
		addresses = append(addresses, a)
	}
	out := localhost(t).ok(t, insideArgs(t, append([]string{"reach"}, addresses...)...)...)
	for a, end := range want {
		if !strings.Contains(out, a+" "+end+"\n") {
			t.Errorf("%s: want %s\n%s", a, end, out)
		}
	}
}

// SPEC B5: no thread gets a connection out by changing the address, or what the
// descriptor is, while another one connects.
func TestNoRaceConnectsOut(t *testing.T) {
	t.Parallel()
	out := outward(t, false)
	if out == "" {
		t.Skip("this computer has no address but its loopback addresses")
	}
	l, err := net.Listen("tcp", net.JoinHostPort(out, "0"))
	if err != nil {
		t.Fatal(err)
	}
	reached := make(chan int)
	go func() {
		n := 0
		for ; ; n++ {
			c, err := l.Accept()
			if err != nil {
				break
			}
			c.Close()
		}
		reached <- n
	}()
	said := localhost(t).ok(t, insideArgs(t, "race", "127.0.0.1:"+listenAt(t, "127.0.0.1"), l.Addr().String(), raceTries)...)
	l.Close()
	if n := <-reached; n != 0 || !strings.Contains(said, "tried "+raceTries+" out 0") {
		t.Errorf("%d connections came out; inside: %s", n, said)
	}
	t.Log(said)
}

const raceTries = "3000"

// A socket is the same one after it is connected: its options, its flags, its
// duplicates, whoever watches it. And nothing takes its guard off.
func TestASocketStaysTheSame(t *testing.T) {
	t.Parallel()
	out := localhost(t).ok(t, insideArgs(t, "keeps", "127.0.0.1:"+listenAt(t, "127.0.0.1"))...)
	for _, want := range []string{
		"error 0 nodelay 1 keepalive 1 nonblock true cloexec true timeout 7", "done ok", "again EISCONN", "disconnect ok",
		"no socket ENOTSOCK", "closed EBADF", "nowhere EFAULT", "short EINVAL", "long EINVAL", "negative EINVAL",
		"device EPERM unlock EPERM detach EPERM share ENOPROTOOPT", "mptcp EPROTONOSUPPORT fastopen ENOTSUP", "interfaces EPERM",
	} {
		if !strings.Contains(out, want+"\n") {
			t.Errorf("want %q\n%s", want, out)
		}
	}
}

// SPEC B5: what listens inside is reached from this computer's loopback addresses,
// and from no other address.
func TestListenersAreReachedFromThisComputerOnly(t *testing.T) {
	t.Parallel()
	control, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer control.Close()
	wheres := []string{"tcp4=0.0.0.0:0", "tcp=:0", "tcp6=[::]:0", "tcp=127.0.0.1:0", "tcp=[::1]:0", "tcp=127.0.0.9:0", "tcp=198.51.100.7:0"}
	done := make(chan string)
	b := localhost(t)
	args := insideArgs(t, append([]string{"serve", control.Addr().String()}, wheres...)...)
	go func() {
		out, err := b.run(t, args...)
		done <- fmt.Sprint(out, err)
	}()
	control.(*net.TCPListener).SetDeadline(time.Now().Add(20 * time.Second))
	c, err := control.Accept()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for lines := bufio.NewScanner(c); lines.Scan() && lines.Text() != "end"; {
		where, at, _ := strings.Cut(lines.Text(), " ")
		got[where] = at
	}
	for where, ways := range map[string][]string{
		"tcp4=0.0.0.0:0": {"127.0.0.1"}, "tcp=:0": {"127.0.0.1", "::1"}, "tcp6=[::]:0": {"::1"}, "tcp=127.0.0.1:0": {"127.0.0.1"},
		"tcp=[::1]:0": {"::1"}, "tcp=127.0.0.9:0": {"127.0.0.9"},
	} {
		_, port, err := net.SplitHostPort(got[where])
		if err != nil {
			t.Errorf("%s: %q", where, got[where])
			continue
		}
		for _, way := range ways {
			if said := ask(net.JoinHostPort(way, port), 10*time.Second); said != "from inside" {
				t.Errorf("%s at %s, asked at %s: %q", where, got[where], way, said)
			}
		}
		for _, six := range []bool{false, true} {
			if out := outward(t, six); out != "" && (where != "tcp=:0" || filters(t)) {
				if said := ask(net.JoinHostPort(out, port), 300*time.Millisecond); said == "from inside" {
					t.Errorf("%s is reached at %s", where, out)
				}
			}
		}
	}
	if got["tcp=198.51.100.7:0"] != "EADDRNOTAVAIL" {
		t.Errorf("a foreign address: %q", got["tcp=198.51.100.7:0"])
	}
	c.Close()
	if end := <-done; !strings.Contains(end, "PASS") && !strings.HasSuffix(end, "<nil>") {
		t.Error(end)
	}
}

func ask(address string, wait time.Duration) string {
	c, err := net.DialTimeout("tcp", address, wait)
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(wait))
	b := make([]byte, 64)
	n, _ := c.Read(b)
	return string(b[:n])
}

// listenNamed is a unix socket of a program outside.
func listenNamed(t testing.TB, path string) string {
	t.Helper()
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	return path
}

// SPEC B2: every socket of a program outside is masked inside a grant, however it
// is named; the cage's own are not.
func TestSocketsInsideGrantsAreMasked(t *testing.T) {
	t.Parallel()
	for _, network := range []sandbox.Network{sandbox.NetworkOff, sandbox.NetworkLocalhost, sandbox.NetworkOn} {
		t.Run(string(network), func(t *testing.T) {
			b := bare{plan: sandbox.Plan{Tier: sandbox.TierNamespaces, Data: short(t), Write: []string{short(t)}, Read: []string{short(t)}, Network: network}}
			data, write, read := b.plan.Data, b.plan.Write[0], b.plan.Read[0]
			listenNamed(t, write+"/agent.sock")
			listenNamed(t, read+"/agent.sock")
			abstract := "EACCES"
			switch network {
			case sandbox.NetworkOn:
				abstract = "ECONNREFUSED"
			case sandbox.NetworkOff, sandbox.NetworkLocalhost:
				abstract = "ok"
			}
			steps := [][2]string{
				{"unix=" + write + "/agent.sock", "EACCES"}, {"unix=" + read + "/agent.sock", "EACCES"},
				{"unixpacket=" + write + "/agent.sock", "EACCES"}, {"unixgram=" + write + "/agent.sock", "ESOCKTNOSUPPORT"},
				{"symlink=" + write + "/agent.sock>" + data + "/soft", "ok"}, {"unix=" + data + "/soft", "EACCES"},
				{"link=" + write + "/agent.sock>" + data + "/hard", "EXDEV"}, {"unix=" + data + "/hard", "ENOENT"},
				{"listen=" + data + "/own", "ok"}, {"unix=" + data + "/own", "ok"}, {"unix=" + data + "/none", "ENOENT"},
				{"listen=/tmp/own", "ok"}, {"unix=/tmp/own", "ok"}, {"unix=/tmp/../tmp/./own", "ok"}, {"unix=/etc/hosts", "EACCES"},
				{"listen=" + write + "/mine", "ok"}, {"unix=" + write + "/mine", "EACCES"},
				{"symlink=" + data + "/own>" + write + "/back", "ok"}, {"unix=" + write + "/back", "ok"},
				{"chdir=" + data, ""}, {"unix=own", "ok"}, {"unix=../" + filepath.Base(write) + "/agent.sock", "EACCES"},
				{"listen=@usher-test-" + filepath.Base(data), "ok"}, {"unix=@usher-test-" + filepath.Base(data), abstract},
			}
			args := []string{"names"}
			for _, s := range steps {
				args = append(args, s[0])
			}
			out := b.ok(t, insideArgs(t, args...)...)
			for _, s := range steps {
				if s[1] != "" && !strings.Contains(out, s[0]+" "+s[1]+"\n") {
					t.Errorf("want %s %s\n%s", s[0], s[1], out)
				}
			}
		})
	}
}

// short is a folder with a name that leaves room for a socket's.
func short(t testing.TB) string {
	dir, err := os.MkdirTemp("/tmp", "u")
	must(err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func BenchmarkConnect(b *testing.B) {
	at := "127.0.0.1:" + listenAt(b, "127.0.0.1")
	plain := bare{plan: sandbox.Plan{Tier: sandbox.TierNamespaces, Data: b.TempDir(), Network: sandbox.NetworkOn}}
	caged := localhost(b)
	for b.Loop() {
		for name, cage := range map[string]bare{"bare-ns": plain, "caged-ns": caged} {
			words := strings.Fields(cage.ok(b, insideArgs(b, "rate", at, "200")...))
			ns, err := strconv.ParseFloat(words[0], 64)
			if err != nil || words[2] != "0" {
				b.Fatal(words)
			}
			b.ReportMetric(ns, name)
		}
	}
}
