package ring

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/godbus/dbus"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// kwallet is as much of KWallet's service as the library and usher-keychain ask
// for. It stands for the real one, which no test here can start.
type kwallet struct {
	mu             sync.Mutex
	enabled, open  bool
	forgets, shuts bool // acknowledges a write and forgets it; gives no handle
	items          map[string][]byte
}

// Every object, interface and method that is asked for is the wallet's own.
func (k *kwallet) LookupObject(dbus.ObjectPath) (dbus.ServerObject, bool) { return k, true }
func (k *kwallet) LookupInterface(string) (dbus.Interface, bool)          { return k, true }
func (k *kwallet) LookupMethod(name string) (dbus.Method, bool)           { return method{k, name}, true }

// method takes its arguments as they came: isOpen has two forms.
type method struct {
	of   *kwallet
	name string
}

func (m method) NumArguments() int     { return 0 }
func (m method) NumReturns() int       { return 1 }
func (m method) ArgumentValue(int) any { return nil }
func (m method) ReturnValue(int) any   { return nil }
func (m method) DecodeArguments(_ *dbus.Conn, _ string, _ *dbus.Message, args []any) ([]any, error) {
	return args, nil
}

func (m method) Call(args ...any) ([]any, error) {
	k := m.of
	k.mu.Lock()
	defer k.mu.Unlock()
	entry := func() string { return args[1].(string) + "|" + args[2].(string) }
	usable := len(args) > 0 && args[0] == any(handle)
	switch m.name {
	case "isEnabled":
		return []any{k.enabled}, nil
	case "isOpen":
		_, byName := args[0].(string) // by handle: none is open yet
		return []any{k.open && byName}, nil
	case "open":
		if k.shuts {
			return []any{int32(-1)}, nil
		}
		return []any{handle}, nil
	case "writeEntry":
		if !k.forgets && usable {
			k.items[entry()] = bytes.Clone(args[3].([]byte))
		}
		return []any{int32(0)}, nil
	case "readEntry":
		if !usable {
			return []any{[]byte{}}, nil
		}
		return []any{append([]byte{}, k.items[entry()]...)}, nil
	case "removeEntry":
		delete(k.items, entry())
		return []any{int32(0)}, nil
	case "entryList":
		keys := []string{}
		for name := range k.items {
			if key, ok := strings.CutPrefix(name, args[1].(string)+"|"); ok {
				keys = append(keys, key)
			}
		}
		return []any{keys}, nil
	}
	return nil, errors.New("no such method")
}

const handle = int32(7)

// walletBus is a bus with a KWallet and no Secret Service.
func walletBus(t *testing.T, k *kwallet) (address string) {
	t.Helper()
	dir := t.TempDir()
	config := filepath.Join(dir, "bus.conf")
	if err := os.WriteFile(config, []byte(`<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=`+dir+`</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`), 0o600); err != nil {
		t.Fatal(err)
	}
	daemon := exec.CommandContext(t.Context(), "dbus-daemon", "--config-file="+config, "--nofork", "--print-address")
	out, err := daemon.StdoutPipe()
	if err == nil {
		err = daemon.Start()
	}
	if err != nil {
		t.Fatalf("%v (make deps installs it)", err)
	}
	t.Cleanup(func() { _ = daemon.Process.Kill(); _ = daemon.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(line)
	conn, err := dbus.Dial(address, dbus.WithHandler(k))
	if err == nil {
		t.Cleanup(func() { _ = conn.Close() })
		err = conn.Auth(nil)
	}
	if err == nil {
		err = conn.Hello()
	}
	if err == nil {
		_, err = conn.RequestName("org.kde.kwalletd5", dbus.NameFlagDoNotQueue)
	}
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// E1: KWallet is used where the Secret Service has no login collection; closed is
// locked, switched off is absent, and what it silently does not do is found out.
func TestKWalletByAFakeService(t *testing.T) {
	program, a := build(t), key(t, "usher/secret/A")
	k := &kwallet{items: map[string][]byte{"Passwords|usher/secret/THEIRS": []byte("theirs")}}
	address := walletBus(t, k)
	ask := func(do wire.Verb) wire.Answer {
		r := wire.Request{Do: do}
		if do == wire.Get || do == wire.Set || do == wire.Remove {
			r.Key = a
		}
		if do == wire.Set {
			r.Value = redact.New(canary)
		}
		cmd := exec.CommandContext(t.Context(), program)
		cmd.Env = []string{"DBUS_SESSION_BUS_ADDRESS=" + address}
		cmd.Stdin = bytes.NewReader(r.Bytes())
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return wire.ParseAnswer(do, out)
	}
	change := func(f func()) { k.mu.Lock(); f(); k.mu.Unlock() }
	want := func(do wire.Verb, code wire.Code) wire.Answer {
		t.Helper()
		got := ask(do)
		if got.Code != code {
			t.Errorf("%s: %s, want %s", do, got.Code, code)
		}
		return got
	}
	want(wire.Try, wire.Absent)
	change(func() { k.enabled = true })
	want(wire.Get, wire.Locked)
	change(func() { k.open = true })
	want(wire.Try, wire.OK)
	want(wire.Get, wire.NotFound)
	want(wire.Set, wire.OK)
	if got := want(wire.Get, wire.OK); got.Value.Reveal() != canary {
		t.Error("another value")
	}
	if got := want(wire.List, wire.OK); len(got.Keys) != 1 || got.Keys[0] != a {
		t.Error(got.Keys)
	}
	change(func() { k.shuts = true })
	want(wire.Try, wire.Failed)
	change(func() { k.shuts, k.forgets = false, true })
	want(wire.Try, wire.Failed)
	change(func() { k.forgets = false })
	want(wire.Remove, wire.OK)
	if len(k.items) != 1 {
		t.Errorf("%d items are left", len(k.items))
	}
}
