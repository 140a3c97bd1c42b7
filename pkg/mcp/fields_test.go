package mcp

import (
	"strconv"
	"strings"
	"testing"
)

// dropsWith checks that a file drops its one entry, with the rule among its errors.
func dropsWith(t *testing.T, data string, f File, rule string) {
	t.Helper()
	if len(f.Servers) != 0 || len(f.Dropped) != 1 {
		t.Errorf("%s\n loads %d, drops %d, want it dropped with %s", data, len(f.Servers), len(f.Dropped), rule)
		return
	}
	for _, p := range f.Problems {
		if p.Rule == rule && p.Line > 0 {
			return
		}
	}
	t.Errorf("%s\n wants %s, got\n%s", data, rule, text(f))
}

// many is so many members of an object.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"A` + strconv.Itoa(i) + `":"x",`)
	}
	return strings.TrimSuffix(b.String(), ",")
}

// SPEC F2, F3, S2-S8: each fault of an entry drops it under its own rule id.
func TestEachFaultHasItsRule(t *testing.T) {
	long := strings.Repeat("x", 40<<10)
	for _, c := range []struct{ rule, data string }{
		{"mcp/bad-type", `{"servers":["lab"]}`},
		{"mcp/bad-id", `{"servers":[{"id":"` + long + `","command":"x"}]}`},
		{"mcp/too-many", local(`"env":[` + strings.Repeat(`"A",`, 256) + `"A"]`)},
		{"mcp/too-many", local(`"env":{` + many(257) + `}`)},
		{"mcp/too-many", remote(`"headers":{` + many(101) + `}`)},
		{"mcp/too-many", remote(`"oauth":{"scopes":[` + strings.Repeat(`"a",`, 100) + `"a"]}`)},
		{"mcp/too-many", local(`"sandbox":{"read":[` + strings.Repeat(`"/a",`, 100) + `"/a"]}`)},
		{"mcp/null", `{"servers":[null]}`},
		{"mcp/null", `{"mcpServers":{"lab":null}}`},
		{"mcp/bad-type", `{"mcpServers":{"lab":[]}}`},
		{"mcp/bad-id", `{"servers":[{"command":"x"}]}`},
		{"mcp/null", `{"servers":[{"id":null,"command":"x"}]}`},
		{"mcp/unknown-key", theirs(`"id":"lab","command":"x"`)},
		{"mcp/both", entryOf(`"command":"x","url":"https://h/"`)},
		{"mcp/both", entryOf(`"command":"x","package":{"npm":"a@1.2.3"}`)},
		{"mcp/both", entryOf(`"url":"https://h/","package":{"npm":"a@1.2.3"}`)},
		{"mcp/both", remote(`"args":[]`)},
		{"mcp/both", remote(`"env":[]`)},
		{"mcp/both", remote(`"cwd":"/"`)},
		{"mcp/both", remote(`"sandbox":{}`)},
		{"mcp/both", local(`"headers":{}`)},
		{"mcp/both", local(`"tokenEnv":"T"`)},
		{"mcp/both", local(`"oauth":{}`)},
		{"mcp/both", remote(`"tokenEnv":"T","headers":{"authorization":"x"}`)},
		{"mcp/neither", entryOf(`"args":[]`)},
		{"mcp/transport", remote(`"type":"stdio"`)},
		{"mcp/transport", remote(`"type":"sse"`)},
		{"mcp/transport", remote(`"type":"ws"`)},
		{"mcp/transport", remote(`"type":"HTTP"`)},
		{"mcp/transport", remote(`"type":"carrier pigeon"`)},
		{"mcp/transport", local(`"type":"http"`)},
		{"mcp/transport", local(`"type":"streamableHttp"`)},
		{"mcp/neither", entryOf(`"type":"http"`)},
		{"mcp/bad-type", remote(`"type":1`)},
		{"mcp/empty", entryOf(`"command":""`)},
		{"mcp/empty", entryOf(`"command":"  "`)},
		{"mcp/bad-type", entryOf(`"command":["npx"]`)},
		{"mcp/no-expansion", entryOf(`"command":"~/bin/x"`)},
		{"mcp/no-expansion", entryOf(`"command":"${env:X}"`)},
		{"mcp/control-char", entryOf(`"command":"a\u200bb"`)},
		{"mcp/empty", local(`"cwd":""`)},
		{"mcp/no-expansion", local(`"cwd":"${workspace}"`)},
		{"mcp/control-char", local(`"cwd":"a\u0007"`)},
		{"mcp/bad-type", local(`"args":"-y x"`)},
		{"mcp/null", local(`"args":null`)},
		{"mcp/bad-type", local(`"args":[["a"]]`)},
		{"mcp/control-char", local(`"args":["a\u00a0b"]`)},
		{"mcp/too-many", local(`"args":[` + strings.Repeat(`"a",`, 256) + `"a"]`)},
		{"mcp/too-many", local(`"args":["` + long + `","` + long + `"]`)},
		{"mcp/reference", local(`"args":["${NAME}"]`)},
		{"mcp/reference", local(`"args":["${input:key}"]`)},
		{"mcp/reference", local(`"args":["${env:}"]`)},
		{"mcp/reference", local(`"args":["${secret:a-b}"]`)},
		{"mcp/reference", local(`"args":["${secret:other/KEY}"]`)},
		{"mcp/reference", local(`"args":["${env:A:-${env:B}}"]`)},
		{"mcp/reference", local(`"args":["${Workspace}"]`)},
		{"mcp/reference", theirs(`"command":"x","args":["${A"]`)},
		{"mcp/reference", theirs(`"command":"x","args":["${}"]`)},
		{"mcp/bad-type", local(`"env":"A"`)},
		{"mcp/bad-type", local(`"env":[1]`)},
		{"mcp/bad-type", local(`"env":{"A":1}`)},
		{"mcp/null", local(`"env":{"A":null}`)},
		{"mcp/null", local(`"env":null`)},
		{"mcp/bad-env-name", local(`"env":["A B"]`)},
		{"mcp/bad-env-name", local(`"env":{"1A":"x"}`)},
		{"mcp/bad-env-name", local(`"env":["ghp_0123456789abcdef"]`)},
		{"mcp/code-loading-env", local(`"env":{"path":"/x"}`)},
		{"mcp/control-char", local(`"env":{"A":"a\u0000b"}`)},
		{"mcp/reference", local(`"env":{"A":"${B}"}`)},
		{"mcp/url", entryOf(`"url":"wss://h/"`)},
		{"mcp/bad-type", entryOf(`"url":7`)},
		{"mcp/user-info", entryOf(`"url":"https://a:b@h/"`)},
		{"mcp/plain-http", entryOf(`"url":"http://h/"`)},
		{"mcp/no-expansion", entryOf(`"url":"https://h/${env:X}"`)},
		{"mcp/bad-env-name", remote(`"tokenEnv":"a b"`)},
		{"mcp/bad-env-name", remote(`"tokenEnv":"ghp_0123456789abcdef"`)},
		{"mcp/bad-type", remote(`"tokenEnv":["T"]`)},
		{"mcp/bad-type", remote(`"headers":["A: b"]`)},
		{"mcp/bad-type", remote(`"headers":{"A":1}`)},
		{"mcp/null", remote(`"headers":{"A":null}`)},
		{"mcp/header", remote(`"headers":{"A b":"x"}`)},
		{"mcp/header", remote(`"headers":{"":"x"}`)},
		{"mcp/header", remote(`"headers":{"Host":"x"}`)},
		{"mcp/header", remote(`"headers":{"X-A":"1","x-a":"2"}`)},
		{"mcp/control-char", remote(`"headers":{"A":"x\r\nB: y"}`)},
		{"mcp/reference", remote(`"headers":{"A":"${B}"}`)},
		{"mcp/unknown-key", remote(`"oauth":{"clientSecret":"x"}`)},
		{"mcp/oauth", remote(`"oauth":{"clientId":""}`)},
		{"mcp/bad-type", remote(`"oauth":{"clientId":1}`)},
		{"mcp/oauth", remote(`"oauth":{"scopes":["a b"]}`)},
		{"mcp/oauth", remote(`"oauth":{"scopes":[""]}`)},
		{"mcp/bad-type", remote(`"oauth":{"scopes":"a"}`)},
		{"mcp/bad-type", remote(`"oauth":true`)},
		{"mcp/bad-type", local(`"disabled":"no"`)},
		{"mcp/null", local(`"disabled":null`)},
		{"mcp/bad-type", local(`"timeoutMs":"5000"`)},
		{"mcp/timeout-range", local(`"timeoutMs":99`)},
		{"mcp/timeout-range", local(`"timeoutMs":600001`)},
		{"mcp/timeout-range", local(`"timeoutMs":100.5`)},
		{"mcp/timeout-range", local(`"timeoutMs":1e400`)},
		{"mcp/timeout-range", local(`"timeoutMs":-1`)},
		{"mcp/protocol", local(`"protocol":"2025-11-25"`)},
		{"mcp/protocol", remote(`"protocol":""`)},
		{"mcp/bad-type", remote(`"protocol":20260728`)},
		{"mcp/bad-type", local(`"description":7`)},
		{"mcp/bad-type", local(`"sandbox":false`)},
		{"mcp/unknown-key", local(`"sandbox":{"net":"on"}`)},
		{"mcp/key-case", local(`"sandbox":{"Read":[]}`)},
		{"mcp/bad-type", local(`"sandbox":{"enabled":"false"}`)},
		{"mcp/bad-type", local(`"sandbox":{"network":true}`)},
		{"mcp/sandbox", local(`"sandbox":{"network":"On"}`)},
		{"mcp/bad-type", local(`"sandbox":{"read":"workspace"}`)},
		{"mcp/null", local(`"sandbox":{"read":[null]}`)},
		{"mcp/sandbox", local(`"sandbox":{"read":["data"]}`)},
		{"mcp/sandbox", local(`"sandbox":{"read":["/"]}`)},
		{"mcp/sandbox", local(`"sandbox":{"read":["C:\\"]}`)},
		{"mcp/sandbox", local(`"sandbox":{"read":["/a/../b"]}`)},
		{"mcp/sandbox", local(`"sandbox":{"write":["~/x"]}`)},
		{"mcp/sandbox", local(`"sandbox":{"write":["${env:HOME}/"]}`)},
		{"mcp/sandbox", local(`"sandbox":{"write":[""]}`)},
		{"mcp/reference", local(`"sandbox":{"write":["${HOME}/x"]}`)},
		{"mcp/control-char", local(`"sandbox":{"write":["/a\u202e"]}`)},
		{"mcp/sandbox", entryOf(`"command":"npx","args":["-y","a"],"sandbox":{"network":"off"}`)},
		{"mcp/key-case", entryOf(`"Command":"x"`)},
		{"mcp/unknown-key", local(`"arg":["x"]`)},
		{"mcp/unknown-key", local(`"timeout":5`)},
	} {
		dropsWith(t, c.data, own(c.data), c.rule)
	}
}

// The same fields at their limits, and forms that only look wrong, load.
func TestGoodEntriesLoadWithoutAWord(t *testing.T) {
	for _, data := range []string{
		local(`"args":[` + strings.Repeat(`"a",`, 255) + `"a"]`),
		local(`"args":["` + strings.Repeat("x", 64<<10) + `"]`),
		local(`"args":["100%","a=b","été","日本","--flag=~x"]`),
		local(`"args":[]`), local(`"env":[]`), local(`"env":{}`), local(`"sandbox":{}`),
		local(`"env":{"KEY":"line\nline"}`),
		local(`"env":{"_A1":"","z":"$5"}`),
		local(`"timeoutMs":100`), local(`"timeoutMs":6e5`),
		local(`"sandbox":{"read":["/a","C:\\data","c:/data","\\\\host\\share","${env:DATA}/x"],"write":["workspace"]}`),
		entryOf(`"command":"npx","args":["-y","a"],"sandbox":{"network":"on"}`),
		entryOf(`"command":"C:\\Program Files\\x.exe"`),
		entryOf(`"command":"./run.sh"`),
		remote(`"headers":{"X-A":"é","x-b":""}`),
		remote(`"type":"streamable-http"`), remote(`"type":"streamableHttp"`),
		entryOf(`"url":"http://127.0.0.1:8080/mcp"`),
		theirs(`"command":"x","args":["${A}","${A:-b}","${workspace}"],"env":{"A":"${B}"}`),
	} {
		if f := own(data); len(f.Servers) != 1 || len(f.Problems) != 0 {
			t.Errorf("%.120s\n%s", data, text(f))
		}
	}
}

// What loads but may surprise is said (SPEC F4).
func TestOddEntriesLoadWithAMessage(t *testing.T) {
	for _, c := range []struct{ want, data string }{
		{"note mcp/no-expansion", local(`"args":["~/x"]`)},
		{"note mcp/no-expansion", local(`"args":["a$HOME"]`)},
		{"warning mcp/secret-in-args", local(`"args":["${secret:A}"]`)},
		{"note mcp/command-line", entryOf(`"command":"npx -y x"`)},
		{"note mcp/transport", entryOf(`"url":"https://h/sse"`)},
		{"warning mcp/bad-env-name", local(`"env":["A","A"]`)},
		{"warning mcp/sandbox", local(`"sandbox":{"enabled":false,"network":"off"}`)},
		{"warning mcp/sandbox", entryOf(`"command":"docker","sandbox":{"read":["/a"]}`)},
	} {
		f := own(c.data)
		if got := strings.Join(rulesOf(f), ", "); len(f.Servers) != 1 || got != c.want {
			t.Errorf("%s\n %q, want %q", c.data, got, c.want)
		}
	}
}

// SPEC F2: other apps' well-known keys are ignored with a message in their
// shape, and drop the entry in ours.
func TestOtherAppsKeys(t *testing.T) {
	for _, key := range foreignKeys {
		field := `"command":"x","` + key + `":null`
		f := own(theirs(field))
		if len(f.Servers) != 1 || strings.Join(rulesOf(f), ",") != "warning mcp/ignored-key" || !strings.Contains(text(f), key) {
			t.Errorf("mcpServers, %s:\n%s", key, text(f))
		}
		f = own(entryOf(field))
		if len(f.Servers) != 0 {
			t.Errorf("servers, %s: must drop the entry", key)
		}
	}
	if f := own(theirs(`"command":"x","Trust":true`)); len(f.Servers) != 0 {
		t.Error("another case of such a key is an unknown key")
	}
}

// config-09, SPEC F2: the message names the key that was likely meant.
func TestUnknownKeysNameTheNearest(t *testing.T) {
	for key, want := range map[string]string{
		"environment": `"env"`, "comand": `"command"`, "tokenenv": `"tokenEnv"`, "token": `"tokenEnv"`, "serverUrl": `"url"`,
		"workdir": `"cwd"`, "transport": `"type"`, "enabled": `"disabled"`, "timeout": `"timeoutMs"`, "header": `"headers"`,
		"alwaysAllow": "usher server mark", "marks": "usher server mark", "name": `"id"`, "toKenEnv": `"tokenEnv"`,
	} {
		f := own(local(`"` + key + `":1`))
		if len(f.Dropped) != 1 || !strings.Contains(f.Dropped[0].Problem.Hint, want) {
			t.Errorf("%s: hint lacks %s\n%s", key, want, text(f))
		}
	}
}

// SPEC B3: a package runner has the network on, a container engine no sandbox.
func TestReachFollowsTheCommand(t *testing.T) {
	for _, c := range []struct{ data, network, runner, engine string }{
		{local(`"args":[]`), "off", "", ""},
		{entryOf(`"command":"npx","args":["a"]`), "on", "npx", ""},
		{entryOf(`"command":"docker","args":["run","a"]`), "off", "", "docker"},
		{entryOf(`"command":"npx","sandbox":{"enabled":false}`), "on", "npx", ""},
		{entryOf(`"package":{"npm":"npx@1.2.3"}`), "off", "", ""},
	} {
		r := own(c.data).Servers[0].Reach
		if string(r.Network) != c.network || r.Runner != c.runner || r.Engine != c.engine {
			t.Errorf("%s: %+v", c.data, r)
		}
	}
}

// SPEC S5: two names that differ only in case are two on Linux, one on Windows.
func TestNamesThatDifferInCase(t *testing.T) {
	data := []byte(local(`"env":["LAB_A","lab_a"]`))
	for goos, loads := range map[string]int{"linux": 1, "darwin": 1, "windows": 0} {
		if f := ParseFile(data, Source{}, Rules{GOOS: goos}); len(f.Servers) != loads {
			t.Errorf("%s: %d load, want %d", goos, len(f.Servers), loads)
		}
	}
}

// A hostile file cannot make a large answer: the faults beyond 100 are counted.
func TestFaultsBeyondTheLimitAreCounted(t *testing.T) {
	f := own(local(many(5000)))
	if len(f.Problems) != 100 || len(f.Dropped) != 1 || !strings.Contains(f.Problems[99].Message, "and 4900 more problems") {
		t.Errorf("%d problems, the last: %s", len(f.Problems), f.Problems[len(f.Problems)-1])
	}
	f = own(`{` + many(5000) + `}`)
	if !f.Unusable || len(f.Problems) != 101 || !strings.Contains(f.Problems[100].Message, "4900 more") {
		t.Errorf("%d problems, the last: %s", len(f.Problems), f.Problems[len(f.Problems)-1])
	}
}

// The fault that drops an entry is kept, however many warnings came before it.
func TestTheFirstErrorIsNeverCountedAway(t *testing.T) {
	f := own(local(`"env":[` + strings.Repeat(`"A",`, 250) + `"A"],"cwd":""`))
	if len(f.Dropped) != 1 || f.Dropped[0].Problem.Rule != "mcp/empty" {
		t.Errorf("%+v", f.Dropped)
	}
}
