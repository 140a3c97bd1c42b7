package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"usher/pkg/fault"
)

// settings writes settings.json into a folder of its own and gives its path.
func settings(t *testing.T, text string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

// flags are those of the command line, parsed from args.
func flags(t *testing.T, args ...string) *pflag.FlagSet {
	t.Helper()
	fs := pflag.NewFlagSet("usher", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.String("color", "auto", "")
	fs.StringP("output", "o", "text", "")
	fs.String("width", "0", "")
	fs.String("log-level", "warn", "")
	fs.String("unrelated", "", "")
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return fs
}

func shown(p Preferences) string {
	var all []string
	for _, s := range p.Settings() {
		all = append(all, s.Key+"="+s.Value+"@"+s.Layer)
	}
	return strings.Join(all, " ")
}

func TestDefaultsHoldWhereNobodySpeaks_C1(t *testing.T) {
	for name, path := range map[string]string{
		"no path": "", "no file": filepath.Join(t.TempDir(), "settings.json"), "no folder": filepath.Join(t.TempDir(), "none", "settings.json"),
		"an empty object": settings(t, "{}"),
	} {
		p, problems, err := Load(path, nil, nil)
		if p != Default() || len(problems) > 0 || err != nil {
			t.Errorf("%s: got %+v, %v, %v", name, p, problems, err)
		}
	}
}

// Every way the three sources can speak about one key: the strongest holds and
// is named (SPEC C1, C2).
func TestFlagsWinOverEnvironmentOverFile_C1(t *testing.T) {
	for _, k := range []struct {
		name, env, flag        string
		file, inEnv, onCommand string
		standard               string
	}{
		{"color", "USHER_COLOR", "color", `"always"`, "never", "auto", `"auto"`},
		{"format", "USHER_FORMAT", "output", `"json"`, "json", "text", `"text"`},
		{"width", "USHER_WIDTH", "width", "1e2", "77", "120", "0"},
		{"logLevel", "USHER_LOG_LEVEL", "log-level", `"debug"`, "info", "error", `"warn"`},
	} {
		for mask := range 8 {
			text, getenv, args := "{}", env(), []string{}
			want, layer, place := k.standard, "", ""
			if mask&1 != 0 {
				text = "{\n  // é\n  \"" + k.name + "\": " + k.file + ",\n}"
				want, layer = k.file, "yours"
			}
			path := settings(t, text)
			if mask&1 != 0 {
				place = fmt.Sprintf("%s:3:%d", path, len(k.name)+7)
			}
			if mask&2 != 0 {
				getenv = env(k.env, k.inEnv)
				want, layer, place = k.inEnv, "environment", k.env
			}
			if mask&4 != 0 {
				args = append(args, "--"+k.flag, k.onCommand)
				want, layer, place = k.onCommand, "flag", "--"+k.flag
			}
			p, problems, err := Load(path, getenv, flags(t, args...))
			if err != nil || len(problems) > 0 {
				t.Fatalf("%s %03b: %v, %v", k.name, mask, problems, err)
			}
			if want == "1e2" {
				want = "100"
			}
			for _, s := range p.Settings() {
				if s.Key == k.name && (strings.Trim(s.Value, `"`) != strings.Trim(want, `"`) || s.Layer != layer || s.Place != place) {
					t.Errorf("%s %03b: got %+v, want %s from %q at %q", k.name, mask, s, want, layer, place)
				}
				if s.Key != k.name && s.Layer != "" {
					t.Errorf("%s %03b: %s changed too: %+v", k.name, mask, s.Key, s)
				}
			}
		}
	}
}

func TestAFileWithAFaultCountsForNothing_C2(t *testing.T) {
	for _, c := range []struct{ text, rule, at, word string }{
		{``, "settings/empty", "", ""},
		{`{`, "settings/syntax", "", ""},
		{`[]`, "settings/type", "1:1", "object"},
		{`null`, "settings/null", "1:1", ""},
		{`{"color":"never","color":"always"}`, "settings/duplicate-key", "1:18", ""},
		{`{"colour":"never"}`, "settings/unknown-key", "1:2", `"color"`},
		{`{"color":"never","Width":80}`, "settings/key-case", "1:18", `"width"`},
		{`{"loglevel":"info"}`, "settings/key-case", "1:2", `"logLevel"`},
		{`{"policy":{"approve":{"unattended":true}}}`, "settings/unknown-key", "1:2", ""},
		{`{"color":null}`, "settings/null", "1:10", ""},
		{`{"color":true}`, "settings/type", "1:10", "true or false"},
		{`{"color":"nevr"}`, "settings/value", "1:10", "did you mean never?"},
		{`{"color":"Never"}`, "settings/value", "1:10", "did you mean never?"},
		{`{"format":"yaml"}`, "settings/value", "1:11", "text or json"},
		{`{"width":"80"}`, "settings/type", "1:10", "a text"},
		{`{"width":19}`, "settings/value", "1:10", "from 20 to 1000"},
		{`{"width":1001}`, "settings/value", "1:10", "from 20 to 1000"},
		{`{"width":-1}`, "settings/value", "1:10", "from 20 to 1000"},
		{`{"width":80.5}`, "settings/value", "1:10", "whole number"},
		{`{"width":1e400}`, "settings/value", "1:10", "whole number"},
		{`{"logLevel":3}`, "settings/type", "1:13", "debug, info, warn or error"},
	} {
		text := c.text
		if !strings.Contains(text, `"color":`) && strings.HasPrefix(text, `{"`) {
			text = strings.TrimSuffix(text, "}") + `,"color":"always"}`
		}
		path := settings(t, text)
		p, problems, err := Load(path, env("USHER_WIDTH", "99"), nil)
		if err != nil || p.Color != "auto" || p.Format != "text" || p.LogLevel != "warn" || p.Width != 99 {
			t.Errorf("%s: got %s, %v", c.text, shown(p), err)
		}
		if !has(problems, c.rule, path, c.at, c.word) {
			t.Errorf("%s: want %s at %s with %q, got %+v", c.text, c.rule, c.at, c.word, problems)
		}
		if direct := Check([]byte(text), path); fmt.Sprint(direct) != fmt.Sprint(problems) {
			t.Errorf("%s: Check says %v, Load %v", c.text, direct, problems)
		}
	}
}

func has(problems []fault.Problem, rule, file, at, word string) bool {
	for _, pr := range problems {
		if pr.Rule == rule && pr.File == file && pr.Severity == fault.SeverityError &&
			(at == "" || fmt.Sprintf("%d:%d", pr.Line, pr.Column) == at) && strings.Contains(pr.Message+pr.Hint, word) {
			return true
		}
	}
	return false
}

func TestAllProblemsOfAFileAtOnce_F2(t *testing.T) {
	_, problems, _ := Load(settings(t, `{"width":5,"colr":1,"format":7,"logLevel":null}`), nil, nil)
	var got []string
	for _, pr := range problems {
		got = append(got, fmt.Sprintf("%s:%d", pr.Rule, pr.Column))
	}
	if want := "settings/value:10 settings/unknown-key:12 settings/type:30 settings/null:43"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestAFileThatCannotBeReadIsSaidAndNotFollowed(t *testing.T) {
	target := settings(t, `{"color":"never"}`)
	dir := filepath.Dir(settings(t, "{}"))
	linked := filepath.Join(dir, "linked.json")
	if err := os.Symlink(target, linked); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "folder.json")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, rule := range map[string]string{linked: "file/link", folder: "file/not-regular"} {
		p, problems, err := Load(path, env("USHER_COLOR", "always"), nil)
		if err != nil || p.Color != "always" || len(problems) != 1 || problems[0].Rule != rule || problems[0].File != path {
			t.Errorf("%s: got %s, %+v, %v", path, shown(p), problems, err)
		}
	}
}

func TestAVariableThatMakesNoSenseIsNotCounted_C1(t *testing.T) {
	const secret = "hunter2"
	for _, k := range keys {
		p, problems, err := Load(settings(t, `{"color":"never"}`), env(k.env, secret), nil)
		if err != nil || len(problems) != 1 || problems[0].Rule != "settings/environment" || !strings.Contains(problems[0].Message, k.env) {
			t.Errorf("%s: got %v, %v", k.env, problems, err)
		}
		if strings.Contains(fmt.Sprint(problems), secret) {
			t.Errorf("%s: its value is shown: %v", k.env, problems)
		}
		if p.Color != "never" || p.Format != "text" || p.Width != 0 || p.LogLevel != "warn" {
			t.Errorf("%s: got %s", k.env, shown(p))
		}
	}
	for _, w := range []string{"19", "1001", "-1", "80 ", "0x50", "8e1", "99999999999999999999"} {
		if p, problems, _ := Load("", env("USHER_WIDTH", w), nil); p.Width != 0 || len(problems) != 1 {
			t.Errorf("width %q: got %d, %v", w, p.Width, problems)
		}
	}
}

func TestAFlagThatMakesNoSenseIsAUsageError(t *testing.T) {
	for _, args := range [][]string{{"--color", "red"}, {"--output", "yaml"}, {"--width", "5"}, {"--width", ""}, {"--log-level", "WARN"}} {
		p, _, err := Load("", nil, flags(t, args...))
		var fe *fault.Error
		if !errors.As(err, &fe) || fe.Kind != fault.Usage || !strings.Contains(fe.Message, args[0]) || p != Default() {
			t.Errorf("%v: got %v, %s", args, err, shown(p))
		}
	}
	if _, _, err := Load("", nil, pflag.NewFlagSet("none", pflag.ContinueOnError)); err != nil {
		t.Errorf("a command without these flags: %v", err)
	}
}

// viper's AutomaticEnv would let these speak; only the four names may (C1).
func TestNoOtherVariableHasASay_C1(t *testing.T) {
	for _, name := range []string{"COLOR", "FORMAT", "WIDTH", "LOGLEVEL", "LOG_LEVEL", "USHER", "USHER_LOGLEVEL", "USHER_OUTPUT", "USHER_SETTINGS"} {
		t.Setenv(name, "never")
	}
	t.Setenv("USHER_COLOR", "never") // only what getenv gives counts
	if p, problems, err := Load(settings(t, `{"width":90}`), env("COLOR", "never", "USHER_LOGLEVEL", "debug"), nil); err != nil || len(problems) > 0 || p.Color != "auto" || p.Width != 90 || p.LogLevel != "warn" {
		t.Errorf("got %s, %v, %v", shown(p), problems, err)
	}
}

func TestPreferencesHoldNoPolicy_C1(t *testing.T) {
	for _, k := range Keys() {
		if strings.Contains("approve trust hooks texts servers tools sandbox projects install serve http audit", k) {
			t.Errorf("%s is a policy key", k)
		}
	}
}
