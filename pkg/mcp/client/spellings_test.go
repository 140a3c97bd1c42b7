package client

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"usher/pkg/redact"
)

// strange is a secret that every encoding changes.
const strange = `pä/s+"w ö'rd~<4711>&😀=end`

// says is a server that gives its token back, in one spelling and at one place.
// What it said stands in the file said too.
const says = `
import base64, json, os, re, sys, urllib.parse as u
how, where = sys.argv[1:]
s = os.environ["LAB_TOKEN"]; b = s.encode()
units = lambda s: [s.encode("utf-16-be")[i:i+2] for i in range(0, len(s.encode("utf-16-be")), 2)]
t = {"plain": lambda: s, "json": lambda: json.dumps(s)[1:-1], "json as it is": lambda: json.dumps(s, ensure_ascii=False)[1:-1],
  "json capitals": lambda: "".join("\\u%04X" % int.from_bytes(c, "big") if c[0] or c[1] > 126 else json.dumps(c.decode("utf-16-be"))[1:-1] for c in units(s)),
  "hex": lambda: b.hex(), "HEX": lambda: b.hex().upper(), "quote": lambda: u.quote(s), "quote all": lambda: u.quote(s, safe=""),
  "plus": lambda: u.quote_plus(s), "component": lambda: u.quote(s, safe="!'()*"), "small": lambda: re.sub("%..", lambda m: m[0].lower(), u.quote(s)),
  "base64": lambda: base64.b64encode(b).decode(), "base64 url": lambda: base64.urlsafe_b64encode(b).decode(), "no padding": lambda: base64.b64encode(b).decode().rstrip("="),
  "pair": lambda: base64.b64encode(b"u:" + b + b":x").decode(), "pair 1": lambda: base64.b64encode(b"me:" + b + b".").decode(), "pair 2": lambda: base64.urlsafe_b64encode(b"user:" + b).decode()}[how]()
open("said", "w").write(t)
if where == "stderr":
    sys.stderr.buffer.write(("bad " + t + "!\n").encode()); sys.exit(4)
for line in sys.stdin:
    q = json.loads(line)
    if "id" not in q: continue
    a = {"jsonrpc": "2.0", "id": q["id"]}
    if where == "error": a["error"] = {"code": -32000, "message": "bad " + t + "!"}
    elif q["method"] == "initialize": a["result"] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "n", "version": "1"}}
    else: a["result"] = {"isError": True, "content": [{"type": "text", "text": "bad " + t + "!"}]}
    sys.stdout.write(json.dumps(a) + "\n"); sys.stdout.flush()
`

// SPEC E3: a program that is a server gives its secret back encoded, as it ends, as
// the error of its handshake and in a tool's own error: none of it is shown.
func TestEncodedSecretsOfAProgramAreCovered_E3(t *testing.T) {
	for _, how := range []string{"plain", "json", "json as it is", "json capitals", "hex", "HEX", "quote", "quote all", "plus", "component", "small",
		"base64", "base64 url", "no padding", "pair", "pair 1", "pair 2"} {
		for _, where := range []string{"stderr", "error", "tool"} {
			t.Run(how+" in "+where, func(t *testing.T) {
				to := target(t, python, "-I", "-S", "-c", says, how, where)
				to.Env = append(to.Env[:1:1], "LAB_TOKEN="+strange, mark+"="+t.Name())
				to.Secrets = []redact.Value{redact.New(strange)}
				shown := ""
				c, err := Dial(t.Context(), to)
				if err != nil {
					shown = failure(t, err).Message
				} else {
					defer c.Close()
					got, err := call(t, c, "x", "{}")
					if err != nil || !got.IsError || len(got.Content) != 1 {
						t.Fatal(err, got)
					}
					shown = got.Content[0].Text
				}
				said, err := os.ReadFile(filepath.Join(to.Dir, "said"))
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(shown, "bad ") || !strings.HasSuffix(shown, "!") {
					t.Errorf("its other words are gone: %s", shown)
				}
				text := string(said)
				if strings.HasPrefix(how, "pair") { // its ends are the neighbours'
					text = text[8 : len(text)-4]
				}
				nothingOf(t, shown, text)
			})
		}
	}
}

// nothingOf fails where six bytes of a text in a row are shown.
func nothingOf(t *testing.T, shown, text string) {
	t.Helper()
	for i := range len(text) - 5 {
		if strings.Contains(shown, text[i:i+6]) {
			t.Fatalf("%q shows %q", shown, text[i:i+6])
		}
	}
}

// SPEC E3: what Go itself writes for a text, in stderr, across the cut too.
func TestEncodedSecretsOfGoAreCovered_E3(t *testing.T) {
	marshalled, err := json.Marshal(strange)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(marshalled), strconv.Quote(strange), strconv.QuoteToASCII(strange), url.QueryEscape(strange), url.PathEscape(strange),
		hex.EncodeToString([]byte(strange)), base64.StdEncoding.EncodeToString([]byte(strange)), base64.RawURLEncoding.EncodeToString([]byte(strange))} {
		text = strings.Trim(text, `"`)
		nothingOf(t, drained("bad "+text+"\n", strange).last(), text)
		for over := range len(text) {
			nothingOf(t, drained("x"+text+strings.Repeat("y", maxStderr-over), strange).text(), text)
		}
	}
}

// SPEC E3: many secrets cost a long text little more than one.
func TestManySecretsAreCoveredQuickly_E3(t *testing.T) {
	var values []redact.Value
	for i := range 1000 {
		values = append(values, redact.New("sk-ant-api03-"+strconv.Itoa(i*7919)+"-0123456789abcdef"))
	}
	w := newWords(spelled(values))
	text := strings.Repeat("sk-ant-api03-x ", 1<<20)
	began := time.Now()
	if got := w.cover.Mask(text + values[999].Reveal()); got != text+"***" {
		t.Error("the last one is not covered")
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}
