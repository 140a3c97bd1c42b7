//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// staged is a house with an assistant in it.
type staged struct {
	*house
	a    assistant
	spec assistantSpec
	acts []act
}

// act is one call of the model: of the tool keep of the server lab, of the same of
// usher's gateway, or of the assistant's own shell. word says what the hook will do, and is found in the call's argument.
type act struct {
	server, word string
	runs         bool
	told         string // words in what the model is told
}

// The shapes of cmd/internal/assistants.
type (
	assistantSpec struct {
		Host       string
		Program    []string
		Home, Work string
		Env        []string
		Gate       string
		More       map[string]any
		Servers    map[string]assistantServer
		Ask        bool
		Setup      [][]string
		Steps      []assistantStep
		Isolate    bool
		Seconds    int
	}
	assistantServer struct {
		Command string
		Args    []string
		Env     map[string]string
	}
	assistantStep struct {
		Tool string
		Args map[string]any
	}
	assistantOutcome struct {
		Calls []struct {
			Tool     string
			Answered bool
			Told     string
		}
		Offered  []string
		Requests int
		Unknown  []string
		Exit     int
		Setup    []string
		Out, Err string
		Millis   int64
	}
)

// guard does what the call says; every call it is asked about stands in its log.
const guard = `#!/bin/sh
read -r call
printf '%s\n' "$call" >>guard.log
case "$call" in
*do-deny*) echo "notes are closed on Mondays" >&2; exit 2;;
*do-ask*) exit 3;;
*do-crash*) exit 1;;
*do-die*) kill -9 $$;;
*do-hang*) exec sleep 60;;
*do-end*) # up to the gate, which is the last of usher's programs that it comes by
	gate= pid=$$
	while read -r _ _ _ pid _ </proc/$pid/stat; read -r _ name _ </proc/$pid/stat; do
		case "$name" in '(usher-'*) gate=$pid;; *) break;; esac
	done
	kill -9 $gate;;
esac
exit 0
`

// late outlives the gate's deadline, and has more time than that itself.
const late = "#!/bin/sh\nread -r call\ncase \"$call\" in *do-late*) exec sleep 60;; esac\n"

func stage(t *testing.T, a assistant) *staged {
	t.Helper()
	s := &staged{house: newHouse(t), a: a}
	s.put(t, "guard.sh", guard)
	s.put(t, "late.sh", late)
	s.shelf(t)
	s.put(t, "hooks.json", hooksFile(t,
		hook{Name: "guard", Command: "./guard.sh", TimeoutMs: 1000}, hook{Name: "late", Command: "./late.sh", TimeoutMs: 60000}))
	work := filepath.Join(s.home, "work")
	must(t, os.Mkdir(work, 0o755))
	s.spec = assistantSpec{
		Host: a.name, Program: a.started(t), Home: s.home, Work: work, Env: append(s.env, "TERM=dumb", "TMPDIR="+s.dir, "USER=someone", "SHELL=/bin/sh"),
		Gate: fmt.Sprintf("%s --client %s --home %s --state %s --deadline 4s", filepath.Join(s.bin, "usher-gate"), a.client, s.conf, s.state),
		Servers: map[string]assistantServer{
			"lab":   {Command: s.assistants(), Args: []string{"server", s.log("lab")}, Env: map[string]string{}},
			"usher": {Command: filepath.Join(s.bin, "usher"), Args: []string{"serve", "--home", s.conf, "--state", s.state}, Env: map[string]string{}},
		},
		Seconds: 240, // what a busy machine takes; alone the slowest takes 20
	}
	if a.name == "claude" {
		s.spec.More = map[string]any{"onFailure": "block"}
	}
	return s
}

// shelf defines a server of usher's own, whose tool a gateway may offer and call.
func (s *staged) shelf(t *testing.T) {
	t.Helper()
	text, err := json.Marshal(map[string]any{"servers": []any{
		map[string]any{"id": "shelf", "command": s.assistants(), "args": []string{"server", s.log("usher")}},
	}})
	must(t, err)
	s.put(t, "mcp.json", string(text))
	s.approves(t, "shelf")
	s.grants(t, "shelf", "keep")
	s.put(t, "policy.json", `{"serve":{"allowedTools":["shelf__keep"]}}`)
}

// log is where the calls that ran are written down. What usher starts has its own
// folder to write into.
func (s *staged) log(server string) string {
	switch server {
	case "usher":
		return filepath.Join(s.home, ".local", "share", "usher", "servers", "shelf", "ran.log")
	case "shell":
		return filepath.Join(s.home, "work", "shell.log")
	}
	return filepath.Join(s.dir, "lab.log")
}

func (s *staged) assistants() string { return filepath.Join(os.Getenv(rootVar), "bin", "assistants") }

// does adds to what the model does.
func (s *staged) does(acts ...act) {
	for _, one := range acts {
		step := assistantStep{Tool: s.a.shell}
		if one.server == "shell" {
			command := "echo do-" + one.word + " >>shell.log"
			step.Args = map[string]any{"command": command, "cmd": command}
		} else {
			tool := "keep"
			if one.server == "usher" {
				tool = "shelf__keep"
			}
			step.Tool = strings.NewReplacer("SERVER", one.server, "TOOL", tool).Replace(s.a.tool)
			step.Args = map[string]any{"note": "do-" + one.word}
		}
		s.acts, s.spec.Steps = append(s.acts, one), append(s.spec.Steps, step)
	}
}

// once runs the assistant, in a network and a family of processes of its own.
func (s *staged) once(t *testing.T) (o assistantOutcome) {
	t.Helper()
	apart := []string{"unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"}
	if os.Geteuid() != 0 {
		apart = append(apart, "--map-root-user")
	}
	s.spec.Isolate = exec.Command(apart[0], append(apart[1:], "true")...).Run() == nil
	if !s.spec.Isolate {
		t.Log("not cut off from the network: this system gives nobody a network of their own")
		apart = nil
	}
	data, err := json.Marshal(s.spec)
	must(t, err)
	path := filepath.Join(s.dir, "spec.json")
	must(t, os.WriteFile(path, data, 0o600))
	argv := append(apart, s.assistants(), "run", path)
	var errs strings.Builder
	c := s.command(argv[0], argv[1:]...)
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil || json.Unmarshal(out, &o) != nil {
		t.Fatalf("%v: %s%s", err, out, errs.String())
	}
	return o
}
