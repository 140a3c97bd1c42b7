//go:build linux && !race

package cmd_test

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// canaryToken is what no output, no argument and no file but the store may hold.
const canaryToken = `tok-not real/9"&?é`

// canaryForms are the ways in which it might be written.
func canaryForms(t *testing.T) []string {
	t.Helper()
	quoted, err := json.Marshal(canaryToken)
	must(t, err)
	return []string{
		canaryToken, strings.Trim(string(quoted), `"`), strings.ReplaceAll(canaryToken, `"`, `\"`), strconv.QuoteToASCII(canaryToken)[1:18],
		url.QueryEscape(canaryToken), url.PathEscape(canaryToken), base64.StdEncoding.EncodeToString([]byte(canaryToken)),
		base64.RawURLEncoding.EncodeToString([]byte(canaryToken)), hex.EncodeToString([]byte(canaryToken)), "not real/9",
	}
}

// silent holds that a text has the canary in no form.
func silent(t *testing.T, what, text string) {
	t.Helper()
	for _, form := range canaryForms(t) {
		if strings.Contains(text, form) {
			t.Errorf("%s shows the secret as %q:\n%s", what, form, short(text))
		}
	}
}

// keychain is a session bus with a Secret Service whose login collection is open,
// for this house alone.
type keychain struct {
	t       *testing.T
	h       *house
	service *exec.Cmd
}

// keychain starts one, and puts usher-keychain beside usher.
func (h *house) keychain(t *testing.T) *keychain {
	t.Helper()
	must(t, os.Link(filepath.Join(os.Getenv(rootVar), "bin", "usher-keychain"), filepath.Join(h.bin, "usher-keychain")))
	run := filepath.Join(h.dir, "run")
	must(t, os.MkdirAll(run, 0o700))
	conf := filepath.Join(h.dir, "bus.conf")
	must(t, os.WriteFile(conf, []byte(`<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=`+run+`</listen><auth>EXTERNAL</auth><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`), 0o600))
	h.env = append(h.env, "XDG_RUNTIME_DIR="+run)
	bus := h.command("dbus-daemon", "--config-file="+conf, "--nofork", "--print-address")
	out, err := bus.StdoutPipe()
	must(t, err)
	h.daemon(t, bus)
	address, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	h.env = append(h.env, "DBUS_SESSION_BUS_ADDRESS="+strings.TrimSpace(address))
	k := &keychain{t: t, h: h, service: h.command("gnome-keyring-daemon", "--foreground", "--components=secrets", "--unlock")}
	k.service.Stdin = strings.NewReader("not-real-password")
	h.daemon(t, k.service)
	if !soon(func() bool {
		return strings.Contains(k.dbus("org.freedesktop.DBus.Properties.Get", "/org/freedesktop/secrets/collection/login",
			"string:org.freedesktop.Secret.Collection", "string:Locked"), "boolean false")
	}) {
		t.Fatal("the keychain does not open (packages dbus and gnome-keyring)")
	}
	return k
}

// daemon starts a program that ends with the test.
func (h *house) daemon(t *testing.T, c *exec.Cmd) {
	t.Helper()
	must(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
}

func (k *keychain) dbus(method, path string, args ...string) string {
	c := k.h.command("dbus-send", append([]string{"--session", "--print-reply", "--dest=org.freedesktop.secrets", path, method}, args...)...)
	out, _ := c.CombinedOutput()
	return string(out)
}

// lock locks the login collection.
func (k *keychain) lock() {
	k.t.Helper()
	out := k.dbus("org.freedesktop.Secret.Service.Lock", "/org/freedesktop/secrets", "array:objpath:/org/freedesktop/secrets/collection/login")
	if !strings.Contains(out, "collection/login") {
		k.t.Fatal(out)
	}
}

// gone ends the Secret Service.
func (k *keychain) gone() {
	_ = k.service.Process.Kill()
	_ = k.service.Wait()
}

// silentBus is a session bus that takes connections and never says a word; it
// counts them.
func (h *house) silentBus(t *testing.T) *atomic.Int32 {
	t.Helper()
	must(t, os.Link(filepath.Join(os.Getenv(rootVar), "bin", "usher-keychain"), filepath.Join(h.bin, "usher-keychain")))
	path := filepath.Join(h.dir, "silent.sock")
	l, err := net.Listen("unix", path)
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	var n atomic.Int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			n.Add(1)
			t.Cleanup(func() { _ = c.Close() })
		}
	}()
	h.env = append(h.env, "DBUS_SESSION_BUS_ADDRESS=unix:path="+path)
	return &n
}

// keeps stores a secret through standard input.
func (h *house) keeps(t *testing.T, name, value string) ran {
	t.Helper()
	r := launch(t, h.command("usher", "secret", "set", name), value+"\n")
	if r.code != 0 {
		t.Fatal(r)
	}
	return r
}

// secretsFile is the file of names, and of values where that is the store.
func (h *house) secretsFile(t *testing.T) string {
	t.Helper()
	return h.file(t, filepath.Join(h.state, "secrets", "secrets.json"))
}

// lastError is what server list, with a probe, says of a server.
func (h *house) lastError(t *testing.T, id string) string {
	t.Helper()
	var list struct{ Servers []serverRow }
	r := h.does(t, 0, "server", "list", "-o", "json")
	must(t, json.Unmarshal([]byte(r.out), &list))
	silent(t, "server list", r.out+r.err)
	for _, s := range list.Servers {
		if s.ID == id {
			return s.LastError
		}
	}
	t.Fatalf("no server %s: %v", id, r)
	return ""
}
