package mcp

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/sandbox"
)

// world is a Look over fixed values: "env NAME", "secret NAME", "workspace ".
func world(values map[string]string) Look {
	return func(kind, name string) (redact.Value, bool) {
		v, ok := values[kind+" "+name]
		return redact.New(v), ok
	}
}

func reveal(values []redact.Value) []string {
	var out []string
	for _, v := range values {
		out = append(out, v.Reveal())
	}
	return out
}

// SPEC S7: args, env values, headers and folders, in one pass.
func TestExpandReplacesInOnePass(t *testing.T) {
	s := Server{
		ID: "lab", Layer: "yours", Command: "${env:A}", URL: "https://${env:A}.example",
		Args: []string{"--dir=${workspace}/x", "${env:A}${env:B}", "plain $HOME ~ *", "${env:UNSET:-d e}", "${env:EMPTY:-other}", "${env:EMPTY}"},
		Env: []EnvVar{{Name: "URL", Value: redact.New("http://${env:A}/")}, {Name: "KEY", Value: redact.New("${secret:lab/KEY}")},
			{Name: "LAB_API_URL", Passed: true}, {Name: "OWN", Passed: true}},
		Headers:  []Header{{Name: "Authorization", Value: redact.New("Bearer ${secret:lab/KEY}")}},
		TokenEnv: "TOKEN",
		Reach:    sandbox.Reach{Read: []string{"workspace", "workspace/a", "/data/${env:A}"}, Write: []string{"${env:DIR}/b"}},
	}
	got, err := Expand(s, world(map[string]string{
		"env A": "one", "env B": "${env:A}", "env EMPTY": "", "env LAB_API_URL": "http://x", "env OWN": "not this", "env TOKEN": "t0ken",
		"env DIR": "/dir", "secret lab/KEY": "s3cret", "secret lab/OWN": "mine", "workspace ": "/w",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"--dir=/w/x", "one${env:A}", "plain $HOME ~ *", "d e", "other", ""}; !slices.Equal(got.Args, want) {
		t.Errorf("args %q", got.Args)
	}
	if want := []string{"URL=http://one/", "KEY=s3cret", "LAB_API_URL=http://x", "OWN=mine"}; !slices.Equal(got.Env, want) {
		t.Errorf("env %q", got.Env)
	}
	if want := []string{"/w", "/w/a", "/data/one"}; !slices.Equal(got.Read, want) || !slices.Equal(got.Write, []string{"/dir/b"}) {
		t.Errorf("folders %q %q", got.Read, got.Write)
	}
	if got.Headers[0].Value.Reveal() != "Bearer s3cret" || got.Token.Reveal() != "t0ken" {
		t.Errorf("header %q, token %q", got.Headers[0].Value.Reveal(), got.Token.Reveal())
	}
	if want := []string{"s3cret", "mine", "t0ken"}; !containsAll(reveal(got.Secrets), want) {
		t.Errorf("to be covered: %q", reveal(got.Secrets))
	}
}

func containsAll(have, want []string) bool {
	return !slices.ContainsFunc(want, func(s string) bool { return !slices.Contains(have, s) })
}

// SPEC S7: an unset or unknown one stops the server and names field and
// variable; nothing of the text around it is repeated.
func TestWhatIsNotSetStopsTheServer(t *testing.T) {
	for _, c := range []struct {
		s    Server
		says []string
	}{
		{Server{Args: []string{"x", "--key=hunter2${env:A_TOKEN}"}}, []string{"args[1] names the variable A_TOKEN, which is not set"}},
		{Server{Env: []EnvVar{{Name: "KEY", Value: redact.New("hunter2${env:A_TOKEN}")}}}, []string{"env.KEY names the variable A_TOKEN, which is not set"}},
		{Server{Env: []EnvVar{{Name: "MISSING_ONE", Passed: true}}}, []string{"env names the variable MISSING_ONE, which is not set"}},
		{Server{Headers: []Header{{Name: "X-Key", Value: redact.New("${env:A_TOKEN}")}}}, []string{"headers.X-Key names the variable A_TOKEN"}},
		{Server{TokenEnv: "A_TOKEN"}, []string{"tokenEnv names the variable A_TOKEN"}},
		{Server{Args: []string{"${secret:KEY}"}}, []string{"args[0] names the secret KEY, which is not stored"}},
		{Server{Env: []EnvVar{{Name: "K", Value: redact.New("${secret:lab/KEY}")}}}, []string{"env.K names the secret lab/KEY, which is not stored"}},
		{Server{Args: []string{"${workspace}"}}, []string{"args[0] names ${workspace}, and there is no trusted project folder here"}},
		{Server{Reach: sandbox.Reach{Read: []string{"workspace"}}}, []string{"sandbox.read[0] names workspace, and there is no"}},
		{Server{Reach: sandbox.Reach{Write: []string{"workspace/out"}}}, []string{"sandbox.write[0] names workspace/out, and there is no trusted project folder here"}},
		{Server{Reach: sandbox.Reach{Write: []string{"${env:REL}/x"}}}, []string{"sandbox.write[0] is not an absolute folder"}},
		{Server{Reach: sandbox.Reach{Write: []string{"/d/${env:UP}"}}}, []string{"sandbox.write[0] is not an absolute folder"}},
		{Server{Headers: []Header{{Name: "X", Value: redact.New("${env:LINES}")}}}, []string{"headers.X would hold a line break"}},
		{Server{Args: []string{"${env:A"}}, []string{"args[0] holds a ${ that is never closed"}},
		{Server{Args: []string{"${env:X1}", "${env:X2}"}}, []string{"args[0] names the variable X1, which is not set; and 1 more"}},
	} {
		c.s.ID = "lab"
		got, err := Expand(c.s, world(map[string]string{"env REL": "rel", "env UP": "../..", "env LINES": "a\r\nX-Evil: 1"}))
		var f *fault.Error
		if !errors.As(err, &f) || len(f.Problems) == 0 {
			t.Errorf("%+v: %v", c.s, err)
			continue
		}
		for _, want := range c.says {
			if !strings.HasPrefix(err.Error(), `server "lab": `+want) {
				t.Errorf("got %s\nwant %s", err, want)
			}
		}
		if strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "Evil") || len(got.Args)+len(got.Env)+len(got.Headers) > 0 {
			t.Errorf("%s\n%+v", err, got)
		}
	}
}

// SPEC E3: what may be a secret is covered in the server's own words; what a
// person needs to read an error is not.
func TestWhichValuesAreCovered(t *testing.T) {
	for _, c := range []struct {
		name, value string
		covered     bool
	}{
		{"LAB_TOKEN", "hunter2", true}, {"DB_PASSWORD", "x", true}, {"X", "ghp_abcdefghijklmnop1234", true}, {"LOGIN", "correct horse", true},
		{"LAB_API_URL", "http://x", false}, {"DATA_DIR", "/srv/data/of/the/lab", false}, {"MODE", "fast", false}, {"LAB_TOKEN", "", false},
		{"DB", "postgres://me:pw@db/x", true}, {"API_KEY", "true", false},
	} {
		for _, s := range []Server{
			{Env: []EnvVar{{Name: "V", Value: redact.New("${env:" + c.name + "}")}}},
			{Env: []EnvVar{{Name: "X", Value: redact.New(c.value)}}},
		} {
			if strings.Contains(s.Env[0].Value.Reveal(), "${") {
				s.Env[0].Name = "V"
			} else if s.Env[0].Name = "X"; c.name != "X" {
				continue
			}
			got, err := Expand(s, world(map[string]string{"env " + c.name: c.value}))
			if err != nil || slices.Contains(reveal(got.Secrets), c.value) != c.covered {
				t.Errorf("%s=%s: covered %q, %v", c.name, c.value, reveal(got.Secrets), err)
			}
		}
	}
}

// SPEC S9: a project's server never gets a secret of one's own by its id.
func TestOnlyYourOwnServerHasSecretsOfItsOwn(t *testing.T) {
	values := world(map[string]string{"secret lab/OWN": "mine", "env OWN": "environment"})
	for layer, want := range map[string]string{"yours": "OWN=mine", "project": "OWN=environment", "machine": "OWN=environment"} {
		got, err := Expand(Server{ID: "lab", Layer: layer, Env: []EnvVar{{Name: "OWN", Passed: true}}}, values)
		if err != nil || len(got.Env) != 1 || got.Env[0] != want {
			t.Errorf("%s: %q %v", layer, got.Env, err)
		}
	}
}
