//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// acmeHouse is case secret-06: a server that repeats its token in an error of its
// own and ends. Its launch is approved.
func acmeHouse(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.copies(t, filepath.Join(casesDir, "secret-06-shown-in-output"))
	h.ready(t)
	return h
}

// SPEC E1, E3, E4, secret-03, secret-06: the value is in the real keychain and
// nowhere else, reaches the server, and is covered where the server repeats it. A
// locked keychain is locked, one that is gone is gone, and nothing moves by itself.
func TestSecretsInARealKeychain_E1_E4(t *testing.T) {
	h := acmeHouse(t)
	k := h.keychain(t)
	if r := h.keeps(t, "acme/LAB_TOKEN", canaryToken); !strings.Contains(r.out, "secrets are kept in the system's keychain from now on") {
		t.Error(r)
	}
	silent(t, "the file of names", h.secretsFile(t))
	if got := h.lastError(t, "acme"); !strings.Contains(got, "bad token ***") {
		t.Errorf("the server did not get its secret, or it is not covered: %s", got)
	}
	names, servers := h.secretsFile(t), h.file(t, h.mcpFile())
	same := func(when string) {
		t.Helper()
		if h.secretsFile(t) != names || h.file(t, h.mcpFile()) != servers {
			t.Errorf("%s something was written:\n%s", when, h.secretsFile(t))
		}
	}
	for _, c := range []struct {
		when, says, hint string
		make             func()
	}{
		{"locked", "the keychain is locked", `unlock it: open "Passwords and Keys" (seahorse)`, k.lock},
		{"gone", "there is no keychain in this session", "run this where your keychain is", k.gone},
		{"without its helper", "usher-keychain, which speaks to the keychain, is not beside usher", "install usher-keychain beside usher again",
			func() { must(t, os.Remove(filepath.Join(h.bin, "usher-keychain"))) }},
	} {
		c.make()
		if got := h.lastError(t, "acme"); !strings.Contains(got, `server "acme" is not started: the secret acme/LAB_TOKEN cannot be read: `+c.says) {
			t.Errorf("%s: %s", c.when, got)
		}
		r := h.does(t, 1, "server", "restart", "acme")
		if !strings.Contains(r.err, c.says) || !strings.Contains(r.err, "hint: "+c.hint) {
			t.Errorf("%s: %v", c.when, r)
		}
		for _, name := range []string{"acme/LAB_TOKEN", "NEW"} {
			r := launch(t, h.command("usher", "secret", "set", name), canaryToken)
			if r.code != 1 || !strings.Contains(r.err, name+" was not stored: "+c.says) {
				t.Errorf("%s: %v", c.when, r)
			}
			silent(t, "secret set", r.out+r.err)
		}
		for _, args := range [][]string{{"server", "remove", "acme", "--yes"}, {"secret", "remove", "acme/LAB_TOKEN"}, {"secret", "move", "file"}} {
			if r := h.does(t, 1, args...); !strings.Contains(r.err, c.says) {
				t.Errorf("%s: %v", c.when, r)
			}
		}
		if r := h.does(t, 0, "secret", "list"); !strings.Contains(r.out, "kept in the system's keychain") || !strings.Contains(r.out, "acme (env.LAB_TOKEN)") {
			t.Errorf("%s: %v", c.when, r)
		}
		same(c.when)
	}
}

// SPEC E4: what moves, moves because the person says so, all of it, both ways.
func TestSecretsMoveBothWays_E4(t *testing.T) {
	h := acmeHouse(t)
	h.keeps(t, "acme/LAB_TOKEN", canaryToken)
	h.keeps(t, "OTHER", "x")
	if !strings.Contains(h.secretsFile(t), "not real/9") {
		t.Error("without a keychain the file is the store")
	}
	h.keychain(t)
	for range 2 {
		if r := h.does(t, 0, "secret", "move", "keychain"); !strings.Contains(r.out, "2 secrets are kept in the system's keychain now") {
			t.Error(r)
		}
		silent(t, "the file of names", h.secretsFile(t))
		if got := h.lastError(t, "acme"); !strings.Contains(got, "bad token ***") {
			t.Error(got)
		}
		if r := h.does(t, 0, "secret", "move", "file"); !strings.Contains(r.out, "2 secrets are kept in a file only you can read, ") {
			t.Error(r)
		}
		if got := h.lastError(t, "acme"); !strings.Contains(got, "bad token ***") {
			t.Error(got)
		}
	}
}

// SPEC E4: a bus that never answers is said within its deadline, and what starts no
// server that needs a secret does not even knock.
func TestASilentBusHoldsNothingUp_E4(t *testing.T) {
	t.Parallel()
	h := acmeHouse(t)
	h.keeps(t, "acme/LAB_TOKEN", canaryToken)
	file := filepath.Join(h.state, "secrets", "secrets.json")
	must(t, os.WriteFile(file, []byte(`{"version":1,"store":"keychain","secrets":[`+"\n"+`{"name":"secret/SHARED"},`+"\n"+`{"name":"secret/acme/LAB_TOKEN"}`+"\n]}\n"), 0o600))
	knocks := h.silentBus(t)
	for _, args := range [][]string{
		{"secret", "list"}, {"server", "list", "--no-probe"}, {"server", "show", "acme"}, {"server", "check", h.mcpFile()}, {"hooks", "list"},
		{"server", "disable", "acme"}, {"server", "list"},
	} {
		if args[1] == "disable" {
			launch(t, h.gate("usher"), callOf("acme__lookup", canAsk))
			launch(t, h.gate("usher-gate"), callOf("acme__lookup", canAsk))
		}
		h.does(t, 0, args...)
	}
	if n := knocks.Load(); n != 0 {
		t.Errorf("the keychain was asked %d times", n)
	}
	h.put(t, "mcp.json", `{"servers":[{"id":"a","command":"python3","args":["server.py"],"env":{"T":"${secret:SHARED}"}},
		{"id":"b","command":"python3","args":["server.py"],"env":{"T":"${secret:SHARED}"}},
		{"id":"c","command":"python3","args":["server.py"],"env":{"T":"${secret:SHARED}"}}]}`)
	for _, id := range []string{"a", "b", "c"} {
		h.does(t, 0, "server", "approve", id, "--digest", h.digest(t, id))
	}
	began := time.Now()
	if got := h.lastError(t, "b"); !strings.Contains(got, "env.T: the secret SHARED cannot be read: the keychain does not answer within 3 s") {
		t.Error(got)
	}
	if took := time.Since(began); took > 3*time.Second+slack {
		t.Errorf("three servers waited one after another: %v", took)
	}
	r := launch(t, h.command("usher", "secret", "set", "NEW"), canaryToken)
	if r.code != 1 || r.took > 6*time.Second+slack || !strings.Contains(r.err, "does not answer within 3 s") {
		t.Error(r)
	}
}

// SPEC S7, E3: a missing secret stops that server, names field and secret, and says
// what to type; nothing literal is sent; and a listed variable of one's own server
// is never taken from a global secret (S9).
func TestAMissingSecretStopsItsServer_S7_secret07(t *testing.T) {
	h := newHouse(t)
	h.put(t, "server.sh", "#!/bin/sh\nenv >env.seen\necho \"$@\" >args.seen\n")
	h.put(t, "mcp.json", `{"servers":[{"id":"acme","command":"sh","args":["server.sh","${secret:NOPE}"],"env":{"K":"x${secret:acme/K}"},"sandbox":{"enabled":false}},
		{"id":"lists","command":"sh","args":["server.sh"],"env":["LAB_ONLY_GLOBAL"],"sandbox":{"enabled":false}}]}`)
	h.ready(t)
	h.does(t, 0, "server", "approve", "lists", "--digest", h.digest(t, "lists"))
	h.keeps(t, "LAB_ONLY_GLOBAL", canaryToken)
	r := h.does(t, 1, "server", "restart", "acme")
	if !strings.Contains(r.err, `server "acme": args[1] names the secret NOPE, which is not stored; and 1 more`) ||
		!strings.Contains(r.err, "hint: usher secret set NOPE\n") || !strings.Contains(r.err, "hint: usher secret set acme/K\n") {
		t.Error(r)
	}
	r = h.does(t, 1, "server", "restart", "lists")
	if !strings.Contains(r.err, "hint: usher secret set lists/LAB_ONLY_GLOBAL, or set LAB_ONLY_GLOBAL in the environment") {
		t.Error(r)
	}
	for _, name := range []string{"env.seen", "args.seen"} {
		if _, err := os.Stat(filepath.Join(h.conf, name)); err == nil {
			t.Error("a server was started without its secret")
		}
	}
	h.keeps(t, "lists/LAB_ONLY_GLOBAL", "own-not-real")
	h.usher(t, "server", "restart", "lists")
	if seen := h.file(t, filepath.Join(h.conf, "env.seen")); !strings.Contains(seen, "LAB_ONLY_GLOBAL=own-not-real\n") || strings.Contains(seen, "SECRET") {
		t.Error(seen)
	}
}
