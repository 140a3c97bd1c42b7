package secrets

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// fakeHelper is what the test binary does under the name of usher-keychain: as
// the file "mode" beside it says. It stands for KWallet, the macOS Keychain and
// the Credential Manager, which no test here can have: whatever those do, it is
// these few answers, or none, that usher sees.
func fakeHelper(dir string) int {
	mode, _ := os.ReadFile(filepath.Join(dir, "mode"))
	note(dir, strings.Join(os.Args, "\n")+"\n"+strings.Join(os.Environ(), "\n")+"\n")
	word, rest, _ := strings.Cut(strings.TrimSpace(string(mode)), " ")
	switch word {
	case "hang": // with something it started, which holds its pipes
		cmd := exec.Command("sleep", "600")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if cmd.Start() == nil {
			note(dir, "pid "+itoa(os.Getpid())+"\npid "+itoa(cmd.Process.Pid)+"\n")
		}
		time.Sleep(10 * time.Minute)
	case "unread": // answers without reading
		_, _ = os.Stdout.Write(wire.Answer{Code: wire.Locked}.Bytes())
		return 0
	}
	data, _ := io.ReadAll(os.Stdin)
	r, ok := wire.ParseRequest(data)
	if !ok {
		return 2
	}
	out := bufio.NewWriter(os.Stdout)
	defer func() { _ = out.Flush() }()
	switch word {
	case "say":
		_, _ = out.WriteString(strings.ReplaceAll(rest, `\n`, "\n"))
	case "flood":
		for range 3 << 20 {
			_ = out.WriteByte('x')
		}
	case "noise": // everything it knows, on standard error, many times
		_, _ = os.Stderr.WriteString(strings.Repeat("error: "+string(data), 5000))
		return 3
	case "is":
		_, _ = out.Write(wire.Answer{Code: Code(rest)}.Bytes())
	case "keep":
		_, _ = out.Write(keeper(dir, r).Bytes())
	}
	return 0
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func note(dir, text string) {
	f, err := os.OpenFile(filepath.Join(dir, "seen"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, _ = f.WriteString(text)
		_ = f.Close()
	}
}

// keeper is a keychain in files.
func keeper(dir string, r wire.Request) wire.Answer {
	path := filepath.Join(dir, "items", strings.ReplaceAll(r.Key.String(), "/", "_"))
	switch r.Do {
	case wire.Set:
		_ = os.MkdirAll(filepath.Dir(path), 0o700)
		if os.WriteFile(path, []byte(r.Value.Reveal()), 0o600) != nil {
			return wire.Answer{Code: wire.Failed}
		}
	case wire.Get:
		f := newFake()
		if data, err := os.ReadFile(path); err == nil {
			f.items[r.Key] = redact.New(string(data))
		}
		return f.Ask(context.Background(), r)
	case wire.Remove:
		_ = os.Remove(path)
	case wire.Try, wire.List:
	}
	return wire.Answer{Code: wire.OK}
}

// helperWorld is a folder with a usher and a usher-keychain that are both this
// binary, and an environment in which a bus seems to be there.
func helperWorld(t testing.TB, mode string) (h *Helper, dir string) {
	t.Helper()
	dir = t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"usher", "usher-keychain"} {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	setMode(t, dir, mode)
	return NewHelper(filepath.Join(dir, "usher"), append(os.Environ(), "DBUS_SESSION_BUS_ADDRESS=unix:abstract=/usher/nothing/listens")), dir
}

func setMode(t testing.TB, dir, mode string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "mode"), []byte(mode), 0o600); err != nil {
		t.Fatal(err)
	}
}

// seen is what the helper was started with.
func seen(t *testing.T, dir string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "seen"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(data)
}
