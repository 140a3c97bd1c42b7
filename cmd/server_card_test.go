package cmd

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/sandbox"
	"usher/pkg/term"
	"usher/pkg/trust"
)

const annsHome = "/home/ann/.config/usher"

// cardSet is what one mcp.json gives in a world made up: every program is in
// /usr/bin, some are links, and every folder is real.
func cardSet(t *testing.T, file string, allowed ...string) *effective.Set {
	t.Helper()
	real := map[string]string{
		"python3": "/usr/bin/python3.11", "npx": "/usr/lib/node_modules/npm/bin/npx-cli.js", "mydocker": "/usr/bin/docker",
	}
	set := effective.Load(effective.Input{
		Layers: []trust.Layer{{Name: trust.Yours, Dir: annsHome, Files: map[string]trust.Entry{
			effective.ServersFile: {Path: annsHome + "/mcp.json", Data: []byte(file), Present: true},
		}}},
		Home: annsHome, AllowEnv: allowed,
		Resolve: func(command, dir, _ string) effective.Program {
			switch {
			case command == "absent":
				return effective.Program{Why: "the program absent is not in PATH"}
			case strings.Contains(command, "/"):
				path := command
				if !filepath.IsAbs(path) {
					path = filepath.Join(dir, path)
				}
				return effective.Program{Path: path, Real: path}
			}
			p := effective.Program{Path: "/usr/bin/" + command, Real: "/usr/bin/" + command}
			if to := real[command]; to != "" {
				p.Real = to
			}
			return p
		},
		RealDir: func(dir string) (string, string) { return dir, "" },
	})
	if len(set.Servers) == 0 {
		t.Fatalf("no server loads: %v", set.Problems)
	}
	return set
}

// cardOf is the card of the first server as it would be shown 80 columns wide.
func cardOf(set *effective.Set) (string, error) {
	env := map[string]string{"LAB_API_URL": "https://a-value-nobody-prints", "LAB_TOKEN": "ghp_nobody-prints-this"}
	var b bytes.Buffer
	from := sources{func(name string) string { return env[name] }, func(n names.SecretName) string {
		if n == "LAB_KEY" || n == "lab/LAB_OWN" {
			return isStored
		}
		return "not stored"
	}, bare}
	err := term.Card(&b, term.CardData{
		Title: "Approve what this server launches?", Width: 80,
		Rows:     serverRows(set, set.Servers[0], from),
		Warnings: serverWarnings(set, set.Servers[0], from),
	})
	return b.String(), err
}

// SPEC A3, Q8: what a person approves stands on the card whole, whatever the
// definition does to hide it; what is unusual stands in words. The screens are
// golden: read one before it is kept (UPDATE_GOLDEN=1 writes them).
func TestCardShowsWhatWouldRun_A3(t *testing.T) {
	for name, c := range map[string]struct {
		file    string
		allowed []string
	}{
		"plain": {file: `{"id":"acme","command":"/opt/acme/bin/server","args":["--fast"]}`},
		"python": {file: `{"id":"lab","command":"python3","args":["-u","server.py","--root","~/Projects","$USER"],
			"env":["LAB_API_URL","LAB_MISSING","LAB_OWN"],"cwd":"/srv/lab"}`},
		"env-map": {file: `{"id":"lab","command":"node","args":["/opt/lab/server.js","${env:LAB_ROOT}"],"env":{"MODE":"fast","KEY":"${secret:LAB_KEY}",
			"URL":"${env:LAB_API_URL}/v2","NODE_OPTIONS":"--require ./evil.js","BOTH":"${env:LAB_TOKEN}:${secret:lab/OTHER}"}}`, allowed: []string{"lab/NODE_OPTIONS"}},
		"npx":      {file: `{"id":"files","command":"npx","args":["-y","@modelcontextprotocol/server-filesystem@2026.8.31","/srv/shared"],"sandbox":{"read":["/srv"]}}`},
		"docker":   {file: `{"id":"lab","command":"docker","args":["run","-v","/:/host","--privileged","img"]}`},
		"engine":   {file: `{"id":"lab","command":"mydocker","args":["--host=unix:///run/docker.sock","run","--volume=/:/h","img"]}`},
		"wrapped":  {file: `{"id":"lab","command":"env","args":["-u","HOME","LD_PRELOAD=/tmp/x.so","MODE=1","node","s.js"]}`},
		"hostile":  {file: `{"id":"lab","command":"python3","args":["` + strings.Repeat(" ", 4000) + `rm -rf /","","  ok  ","\" \"2","é→\u2713","C:\\Users\\ann","` + strings.Repeat("long-", 40) + `end","warning: none","${secret:A}"]}`},
		"relative": {file: `{"id":"lab","command":"./bin/../server.sh","args":["x"],"cwd":"tools"}`},
		"remote": {file: `{"id":"web","url":"https://mcp.example/v1?team=lab","headers":{"X-Team":"lab","X-Key":"${env:LAB_TOKEN}","X-Own":"a ${secret:web/KEY} ${secret:LAB_KEY}"},"tokenEnv":"LAB_MISSING",
			"oauth":{"clientId":"usher","scopes":["read","write"]}}`},
		"texts": {file: `{"id":"lab","command":"node","env":{"LONG":"` + strings.Repeat("x", 60) + ` LD_PRELOAD: not set now","EMPTY":"","BLANKS":"a` + strings.Repeat(" ", 400) + `b","QUOTE":"\"; from your HOME",
			"HOMELY":"${env:HOME}/../evil","ELSE":"${env:LAB_API_URL:-https://evil.example}","API_KEY":"nobody-prints","MIXED":"ghp_nobody-prints${env:LAB_TOKEN}","OWN":"${env:LAB_TOKEN}"}}`},
		"texts-remote": {file: `{"id":"web","url":"https://mcp.example/v1","headers":{"Authorization":"Bearer ${secret:LAB_KEY}","X-Token":"nobody-prints","X-Evil":"é\"${env:LAB_TOKEN}"}}`},
		"http":         {file: `{"id":"web","url":"http://127.0.0.1:8080/mcp"}`},
		"absent":       {file: `{"id":"lab","command":"absent"}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := cardOf(cardSet(t, `{"servers":[`+c.file+`]}`, c.allowed...))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", "card", name+".golden")
			if os.Getenv("UPDATE_GOLDEN") == "1" {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil || got != string(want) {
				t.Errorf("%v\n--- got\n%s\n--- want\n%s", err, got, want)
			}
			for _, never := range []string{"nobody-prints"} {
				if strings.Contains(got, never) {
					t.Errorf("the card shows %q:\n%s", never, got)
				}
			}
		})
	}
}

// SPEC Q8: what is too long to be shown is not shown in part.
func TestCardOfTooMuchIsRefused_Q8(t *testing.T) {
	for name, args := range map[string]string{
		"characters": `"` + strings.Repeat("x", term.CardChars+1) + `"`,
		"arguments":  strings.TrimSuffix(strings.Repeat(`"x",`, term.CardValues+1), ","),
	} {
		card, err := cardOf(cardSet(t, `{"servers":[{"id":"lab","command":"python3","args":[`+args+`]}]}`))
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Refused || card != "" {
			t.Errorf("%s: %v\n%.200s", name, err, card)
		}
	}
}

// SPEC S5: env(1) sets variables without naming them in env; whatever it is told
// is found, and what it starts is what is looked at.
func TestEnvWrapperIsLookedThrough_S5(t *testing.T) {
	for _, c := range []struct {
		line, sets, script string
		splits             bool
	}{
		{line: "env A=1 B=2 python3 x.py", sets: "A B", script: "x.py"},
		{line: "/usr/bin/env -i --unset C -u D A=1 env E=2 node ./x.js y=3", sets: "A E", script: "./x.js"},
		{line: "env -S A=1_node_x.js", splits: true},
		{line: "env --split-string=node", splits: true},
		{line: "env"}, {line: "env A=1", sets: "A"}, {line: "env -u"}, {line: "env -C"},
		{line: "python3 A=1", script: "A=1"},
		{line: "python3 -c print(1) x.py"}, {line: "python3 -m server"}, {line: "node --eval x y.js"}, {line: "sh -"},
		{line: "python3 -X dev x.py", script: "x.py"}, {line: "python3.12 -u x.py a.py", script: "x.py"},
		{line: "C:\\Python\\python.exe x.py", script: "x.py"},
		{line: "node -r ./hook.js x.js", script: "./hook.js"}, // it is read too, and first
		{line: "deno run -A main.ts", script: "main.ts"}, {line: "bun run", script: ""},
		{line: "server x.py"}, {line: "nodejs", script: ""},
	} {
		words := strings.Split(c.line, " ")
		sets, splits, _ := unwrap(words[0], words[1:])
		if got := strings.Join(sets, " "); got != c.sets || splits != c.splits {
			t.Errorf("%s: sets %q, splits %t", c.line, got, splits)
		}
		if got := scriptOf(words[0], words[1:]); got != c.script {
			t.Errorf("%s: script %q, want %q", c.line, got, c.script)
		}
	}
}

// A project's script is part of the folder's digest, or the folder's card lists
// it as not covered (SPEC T5): the warning would say the contrary.
func TestProjectScriptIsNoWarning_T5(t *testing.T) {
	set := cardSet(t, `{"servers":[{"id":"lab","command":"python3","args":["server.py"]}]}`)
	sv := set.Servers[0]
	if all := strings.Join(serverWarnings(set, sv, sources{reach: bare}), "\n"); !strings.Contains(all, "not part of this approval") || clean.Text(all) != all {
		t.Error(all)
	}
	sv.Layer = trust.Project
	if all := strings.Join(serverWarnings(set, sv, sources{reach: bare}), "\n"); strings.Contains(all, "not part of this approval") {
		t.Error(all)
	}
}

// bare is a reach without a look at a file system.
func bare(sv effective.Server) sight {
	if !sandboxed(sv) {
		return unsandboxed(sv, "")
	}
	return sight{lines: sandbox.Describe(sv.Reach, nil)}
}
