package cmd_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

type word = func(ts *testscript.TestScript, neg bool, args []string)

// scriptWords are the commands of our scripts beside testscript's own:
//
//	usher … · usher-gate … · usher-run …   the program, status 0 (! for any other)
//	status N command…                      the program ends with exactly N
//	asuser command…                        as an ordinary user, who then owns $WORK; so root's tests are a user's too
//	json FILE PATH WANT                    the value at a.b.0.c is WANT (a string bare, else as JSON); a.# counts a list
//	capture NAME FILE PATH                 the value at PATH becomes the variable NAME
//	nofile GLOB…                           nothing anywhere in $WORK has such a name
//	waitgone PATTERN                       no process whose command line matches is left, within five seconds
func scriptWords() map[string]word {
	return map[string]word{
		"usher":      program("usher"),
		"usher-gate": program("usher-gate"),
		"usher-run":  program("usher-run"),
		"asuser":     program("asuser"),
		"status":     statusWord,
		"json":       jsonWord,
		"capture":    captureWord,
		"nofile":     nofileWord,
		"waitgone":   waitgoneWord,
	}
}

func program(name string) word {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		code := run(ts, append([]string{name}, args...))
		if neg != (code != 0) {
			ts.Fatalf("%s ended with status %d", name, code)
		}
	}
}

func statusWord(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if code := run(ts, args[1:]); code != want {
		ts.Fatalf("status is %d, want %d", code, want)
	}
}

// run executes a command, alone or behind asuser, and gives its status; a
// signal that killed it is -1.
func run(ts *testscript.TestScript, args []string) int {
	if args[0] == "asuser" {
		args = args[1:]
		if len(args) == 0 {
			ts.Fatalf("usage: asuser command [args...]")
		}
		if os.Geteuid() == 0 {
			ts.Check(giveAway(ts.Getenv("WORK")))
			args = append([]string{"setpriv", "--reuid=" + nobody, "--regid=" + nobody, "--clear-groups", "--"}, args...)
		}
	}
	err := ts.Exec(args[0], args[1:]...)
	var ended *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &ended):
		ts.Logf("[%v]", err)
		return ended.ExitCode()
	}
	ts.Fatalf("%s: %v", args[0], err)
	return -1
}

const nobody = "65534"

// giveAway makes everything below dir the ordinary user's.
func giveAway(dir string) error {
	id, err := strconv.Atoi(nobody)
	if err != nil {
		return err
	}
	return filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, id, id)
	})
}

func jsonWord(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 && (!neg || len(args) != 2) {
		ts.Fatalf("usage: json FILE PATH WANT | ! json FILE PATH [WANT]")
	}
	got, there := at(decoded(ts, args[0]), args[1])
	if len(args) == 2 {
		if there {
			ts.Fatalf("%s holds %s: %s", args[0], args[1], got)
		}
		return
	}
	if !neg && !there {
		ts.Fatalf("%s holds no %s", args[0], args[1])
	}
	if neg != (got != args[2]) {
		ts.Fatalf("%s: %s is %s", args[0], args[1], got)
	}
}

func captureWord(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: capture NAME FILE PATH")
	}
	got, there := at(decoded(ts, args[1]), args[2])
	if !there {
		ts.Fatalf("%s holds no %s", args[1], args[2])
	}
	ts.Setenv(args[0], got)
}

// decoded is the JSON document in a file, or in stdout or stderr.
func decoded(ts *testscript.TestScript, file string) any {
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(file)))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		ts.Fatalf("%s is not JSON: %v", file, err)
	}
	return value
}

// at is the value at a dotted path: a string as it is, anything else as compact
// JSON. # is the length of a list.
func at(value any, path string) (string, bool) {
	for _, step := range strings.Split(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			inner, ok := v[step]
			if !ok {
				return "", false
			}
			value = inner
		case []any:
			if step == "#" {
				value = len(v)
				continue
			}
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v) {
				return "", false
			}
			value = v[i]
		default:
			return "", false
		}
	}
	if s, ok := value.(string); ok {
		return s, true
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", false
	}
	return strings.TrimSpace(b.String()), true
}

func nofileWord(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: nofile GLOB...")
	}
	ts.Check(filepath.WalkDir(ts.Getenv("WORK"), func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		for _, glob := range args {
			if ok, err := filepath.Match(glob, filepath.Base(path)); err != nil || ok {
				ts.Fatalf("%s is there (%v)", path, err)
			}
		}
		return nil
	}))
}

func waitgoneWord(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitgone PATTERN")
	}
	pattern, err := regexp.Compile(args[0])
	ts.Check(err)
	var left string
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); {
		all, err := exec.Command("ps", "-A", "-o", "pid=,stat=,args=").Output()
		ts.Check(err)
		if left = living(string(all), pattern); left == "" {
			return
		}
	}
	ts.Fatalf("still there: %s", left)
}

// living is the first line of ps that matches and is no zombie.
func living(all string, pattern *regexp.Regexp) string {
	for line := range strings.Lines(all) {
		fields := strings.Fields(line)
		if len(fields) > 2 && !strings.HasPrefix(fields[1], "Z") && pattern.MatchString(strings.Join(fields[2:], " ")) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
