//go:build linux && !race

package cmd_test

import (
	"crypto/rand"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// yard is what stands around a sandbox for the probe to reach: files, listeners, a
// process, shared memory. Its fields are the arguments of the probe's tools.
type yard struct {
	Token   string   `json:"token"`
	Caged   bool     `json:"caged"`
	Home    string   `json:"home"`
	Key     string   `json:"key"`
	Project string   `json:"project"`
	Data    string   `json:"data"`
	Other   string   `json:"other"`
	Ushers  []string `json:"ushers"`
	Tmp     string   `json:"tmp"`
	Shm     string   `json:"shm"`
	Mark    string   `json:"mark"`
	Victim  int      `json:"victim"`
	Memory  int      `json:"memory"`
	Socket  string   `json:"socket"`
	TCP     int      `json:"tcp"`
	TCP6    int      `json:"tcp6"` // 0: no IPv6 here
	TCP9    int      `json:"tcp9"`
	UDP     int      `json:"udp"`
	Out     string   `json:"out"` // an address of this computer that is not a loopback; "": it has none
	OutTCP  int      `json:"outtcp"`
	OutUDP  int      `json:"outudp"`
	Port    int      `json:"port"` // where the probe listens
	Race    float64  `json:"race"` // seconds
	Hang    bool     `json:"hang"`

	fromOutside atomic.Int64 // how often the probe answered at Out
	over        atomic.Bool
	victim      *exec.Cmd
}

// around puts up all that the probe may find; what it needs no file for.
func around(t *testing.T) *yard {
	t.Helper()
	y := &yard{Token: "canary-" + rand.Text()[:12], Race: 0.15}
	y.Tmp, y.Shm, y.Mark = "/tmp/"+y.Token, "/dev/shm/"+y.Token, "/tmp/"+y.Token+"-mark"
	for _, path := range []string{y.Tmp, y.Shm} {
		must(t, os.WriteFile(path, []byte(y.Token), 0o644))
	}
	t.Cleanup(func() {
		for _, path := range []string{y.Tmp, y.Shm, y.Mark} {
			_ = os.Remove(path)
		}
	})
	y.shares(t)
	y.TCP, y.TCP9, y.UDP = y.listens(t, "tcp4", "127.0.0.1:0"), y.listens(t, "tcp4", "127.0.0.9:0"), y.answers(t, "udp4", "127.0.0.1:0")
	if six, err := net.Listen("tcp6", "[::1]:0"); err == nil {
		_ = six.Close()
		y.TCP6 = y.listens(t, "tcp6", "[::1]:0")
	}
	y.listens(t, "unix", "@"+y.Token)
	if y.Out = outside(t); y.Out != "" {
		y.OutTCP, y.OutUDP = y.listens(t, "tcp4", y.Out+":0"), y.answers(t, "udp4", y.Out+":0")
	}
	y.visits(t)
	return y
}

// outside is an address of this computer that others could reach: nothing leaves it
// on the way there.
func outside(t *testing.T) string {
	t.Helper()
	all, err := net.InterfaceAddrs()
	must(t, err)
	for _, a := range all {
		if ip, _, err := net.ParseCIDR(a.String()); err == nil && ip.To4() != nil && ip.IsGlobalUnicast() {
			return ip.String()
		}
	}
	t.Log("this computer has no IPv4 address but its loopback: the attempts at leaving it are left out")
	return ""
}

// listens answers every caller with the token.
func (y *yard) listens(t *testing.T, network, address string) (port int) {
	t.Helper()
	l, err := net.Listen(network, address)
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { // what is not read would take the answer away with it
				_, _ = c.Read(make([]byte, 16))
				_, _ = c.Write([]byte(y.Token))
				_ = c.Close()
			}()
		}
	}()
	if at, ok := l.Addr().(*net.TCPAddr); ok {
		return at.Port
	}
	return 0
}

// answers is listens for datagrams.
func (y *yard) answers(t *testing.T, network, address string) (port int) {
	t.Helper()
	l, err := net.ListenPacket(network, address)
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			_, from, err := l.ReadFrom(make([]byte, 16))
			if err != nil {
				return
			}
			if from != nil {
				_, _ = l.WriteTo([]byte(y.Token), from)
			}
		}
	}()
	if at, ok := l.LocalAddr().(*net.UDPAddr); ok {
		return at.Port
	}
	return 0
}

// visits calls at the probe's own port for as long as the test lasts, on this
// computer's loopback and from outside.
func (y *yard) visits(t *testing.T) {
	t.Helper()
	l, err := net.Listen("tcp4", "0.0.0.0:0")
	must(t, err)
	y.Port = l.Addr().(*net.TCPAddr).Port
	must(t, l.Close())
	done := make(chan struct{})
	t.Cleanup(func() { y.over.Store(true); <-done })
	go func() {
		defer close(done)
		for tick := time.NewTicker(20 * time.Millisecond); !y.over.Load(); <-tick.C {
			y.visit("127.0.0.1")
			if y.Out != "" && y.visit(y.Out) {
				y.fromOutside.Add(1)
			}
		}
	}()
}

// visit reports whether the probe itself answers there.
func (y *yard) visit(host string) bool {
	c, err := net.DialTimeout("tcp4", net.JoinHostPort(host, strconv.Itoa(y.Port)), time.Second)
	if err != nil {
		return false
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Second))
	said := make([]byte, len(y.Token))
	n, _ := c.Read(said)
	return string(said[:n]) == y.Token
}

// shares leaves memory of the System V kind that everybody may read.
func (y *yard) shares(t *testing.T) {
	t.Helper()
	y.Memory = 1 + int(uint32(rand.Text()[0])<<16|uint32(os.Getpid())<<1&0xffff|uint32(rand.Text()[0])<<8)
	id, err := unix.SysvShmGet(y.Memory, 64, unix.IPC_CREAT|0o644)
	must(t, err)
	t.Cleanup(func() { _, _ = unix.SysvShmCtl(id, unix.IPC_RMID, nil) })
	at, err := unix.SysvShmAttach(id, 0, 0)
	must(t, err)
	copy(at, y.Token)
	must(t, unix.SysvShmDetach(at))
}

// victimize starts the process that the probe tries to see, read and end.
func (y *yard) victimize(t *testing.T, as *syscall.Credential) {
	t.Helper()
	y.victim = &exec.Cmd{Path: "/bin/sleep", Args: []string{y.Token, "600"}, Env: []string{"SECRET=" + y.Token}, Dir: "/", SysProcAttr: &syscall.SysProcAttr{Credential: as}}
	must(t, y.victim.Start())
	y.Victim = y.victim.Process.Pid
	t.Cleanup(func() { _ = y.victim.Process.Kill(); _ = y.victim.Wait() })
}

// alive reports whether the probe has left that process alone.
func (y *yard) alive() bool {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(y.Victim), "stat"))
	return err == nil && !zombie(stat)
}
