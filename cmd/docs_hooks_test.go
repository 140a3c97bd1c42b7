//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const hooksGuide = "../docs/hooks.md"

// guide are the marked blocks of the page by name; those of one name follow each other.
func guide(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, e := range examples(t, hooksGuide, 11) {
		out[e.name] = append(out[e.name], e.text)
	}
	return out
}

// TestTheGuidesFilesLoad without a word of complaint, in both shapes, every key of
// the tables among them (SPEC H1, H3).
func TestTheGuidesFilesLoad(t *testing.T) {
	h := newHouse(t)
	files := 0
	for name, texts := range guide(t) {
		if filepath.Ext(name) != ".json" || strings.Contains(name, "schema") {
			continue
		}
		for _, text := range texts {
			h.sound(t, example{name, text}, "hooks", "yours")
			files++
		}
	}
	if files != 6 {
		t.Errorf("%d files are shown", files)
	}
	shapes := guide(t)["hooks.json"]
	for shape, keys := range []string{
		"name event match command args timeoutMs modelOutput onError enabled description",
		"matcher type command args shell timeout onError enabled description",
	} {
		for _, key := range strings.Fields(keys) {
			if !strings.Contains(shapes[shape], `"`+key+`":`) {
				t.Errorf("shape %d: %s is not shown", shape, key)
			}
		}
	}
}

// told writes a hook that keeps its stdin for each event, in one of the shapes.
func (h *house) told(t *testing.T, object bool) {
	t.Helper()
	var list []any
	byEvent := map[string]any{}
	for _, e := range sixEvents {
		args := []string{"-c", `cat >"$1"`, "sh", filepath.Join(h.dir, e)}
		list = append(list, map[string]any{"name": strings.ToLower(e), "event": e, "command": "/bin/sh", "args": args})
		handler := map[string]any{"type": "command", "command": "/bin/sh", "args": args}
		byEvent[e] = []any{map[string]any{"hooks": []any{handler}}}
	}
	file := map[string]any{"hooks": list}
	if object {
		file = map[string]any{"hooks": byEvent}
	}
	data, err := json.Marshal(file)
	must(t, err)
	h.put(t, "hooks.json", string(data))
}

var sixEvents = []string{"PreToolUse", "PostToolUse", "UserPromptSubmit", "TurnEnd", "Stop", "SessionStart"}

// heard is what the hook of an event was given last.
func (h *house) heard(t *testing.T, event string) any {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(h.dir, event))
	must(t, err)
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatalf("%s: %v: %s", event, err, data)
	}
	return v
}

// TestWhatHooksGetFitsTheGuidesSchema: every event, in both shapes, by a test and
// from a host; and the schema is not one that takes anything (SPEC H10).
func TestWhatHooksGetFitsTheGuidesSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(guide(t)["stdin.schema.json"][0]))
	must(t, err)
	compiler := jsonschema.NewCompiler()
	must(t, compiler.AddResource("stdin.json", doc))
	schema, err := compiler.Compile("stdin.json")
	must(t, err)
	h := newHouse(t)
	for _, object := range []bool{false, true} {
		h.told(t, object)
		for _, e := range sixEvents {
			args := []string{"hooks", "test", "--event", e, "--conversation", "c1"}
			if strings.HasSuffix(e, "ToolUse") {
				args = append(args, "--tool", "files__write", "--args", `{"path":"/x","n":9007199254740993}`)
			}
			h.does(t, 0, args...)
			fits(t, schema, h.heard(t, e), object)
		}
		host := `{"session_id":"s1","tool_name":"mcp__files__write","tool_input":{"a":1},"tool_response":{"x":1},"prompt":"hi","stop_hook_active":true,"outcome":"done"}`
		for _, e := range []string{"PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart"} {
			r := launch(t, h.command("usher", "hooks", "run", e), host)
			if r.code != 0 {
				t.Fatal(r)
			}
			v := h.heard(t, e)
			fits(t, schema, v, object)
			if _, there := v.(map[string]any)["stop_hook_active"]; there != object {
				t.Errorf("%s: the host's own member is there: %v", e, there)
			}
		}
	}
	for _, wrong := range []string{
		`{}`, `[]`, `{"event":"PreToolUse","source":"chat","conversationId":null,"files":{}}`,
		`{"event":"Stop","source":"chat","conversationId":null,"outcome":"fine","files":{"projectRoot":null,"cad":[],"mesh":[],"activeCad":null,"activeMesh":null}}`,
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(wrong))
		must(t, err)
		if schema.Validate(v) == nil {
			t.Errorf("the schema takes %s", wrong)
		}
	}
}

func fits(t *testing.T, schema *jsonschema.Schema, v any, object bool) {
	t.Helper()
	if err := schema.Validate(v); err != nil {
		t.Errorf("%v\n%v", v, err)
	}
	if _, there := v.(map[string]any)["hook_event_name"]; there != object {
		t.Errorf("the other assistants' names are there: %v, %v", there, v)
	}
}

// rule puts one of the page's four rules into the assistant folder, as it is shown.
func (h *house) rule(t *testing.T, script string) {
	t.Helper()
	blocks := guide(t)
	entry := strings.TrimSuffix(script, filepath.Ext(script)) + ".json"
	if len(blocks[script]) != 1 || len(blocks[entry]) != 1 {
		t.Fatalf("the page does not show %s and %s", script, entry)
	}
	h.put(t, "hooks/"+script, strings.ReplaceAll(blocks[script][0], "/home/you", h.home))
	h.put(t, "hooks.json", strings.ReplaceAll(blocks[entry][0], "/home/you", h.home))
}

// TestGuideSolverStaysInTheStudyFolder: inside is no opinion, everything else is
// refused; the tool is nobody's server, so no opinion means that a person is asked.
func TestGuideSolverStaysInTheStudyFolder(t *testing.T) {
	h := newHouse(t)
	h.rule(t, "study-folder-only.py")
	study := filepath.Join(h.dir, "study")
	for _, dir := range []string{study + "/case", study + "-evil", filepath.Join(h.dir, "out")} {
		must(t, os.MkdirAll(dir, 0o755))
	}
	for name, to := range map[string]string{"leads-out": filepath.Join(h.dir, "out"), "leads-to-cwd": "/proc/self/cwd", "leads-in": ".", "loop": "loop"} {
		must(t, os.Symlink(to, filepath.Join(study, name)))
	}
	for args, want := range map[string]int{
		`{"case_dir":"` + study + `/case"}`:                3,
		`{"case_dir":"` + study + `/new/one"}`:             3,
		`{"case_dir":"` + study + `-evil"}`:                2,
		`{"case_dir":"` + study + `/../out"}`:              2,
		`{"case_dir":"` + study + `/leads-out/new"}`:       2,
		`{"case_dir":"/etc"}`:                              2,
		`{"case_dir":"case"}`:                              2,
		`{"case_dir":"/proc/self/root` + study + `/case"}`: 2,
		`{"case_dir":"` + study + `/leads-to-cwd"}`:        2,
		`{"case_dir":"` + study + `/leads-to-cwd/case"}`:   2,
		`{"case_dir":"` + study + `/leads-in/case"}`:       3,
		`{"case_dir":"` + study + `/loop"}`:                2,
		`{"case_dir":""}`:                                  2,
		`{"case_dir":7}`:                                   2,
		`{"case_dir":null}`:                                2,
		`{}`:                                               2,
	} {
		call := callOf("kratos__run_case", canAsk, `"args":`+args, `"files":{"projectRoot":"`+study+`"}`)
		r := launch(t, h.gate("usher-gate"), call)
		if r.code != want || want == 2 && !strings.Contains(r.err, "hook study-folder-only: refused") {
			t.Errorf("%s: want %d: %v", args, want, r)
		}
	}
	for _, files := range []string{`{}`, `{"projectRoot":null}`} {
		r := launch(t, h.gate("usher-gate"), callOf("kratos__run_case", canAsk, `"args":{"case_dir":"/etc"}`, `"files":`+files))
		if r.code != 2 || !strings.Contains(r.err, "refused: “no project folder is open”") {
			t.Errorf("files %s: %v", files, r)
		}
	}
	r := launch(t, h.gate("usher-gate"), callOf("kratos__run_case", canAsk, `"args":{}`, `"files":{"projectRoot":"`+study+`"}`))
	if !strings.Contains(r.err, "case_dir must be a whole path without ..") {
		t.Errorf("no argument: %v", r)
	}
	if r := launch(t, h.gate("usher-gate"), callOf("kratos__show", canAsk)); r.code != 3 {
		t.Errorf("another tool: %v", r)
	}
}

// TestGuideStudyFolderKnowsPlacesOfAProcess: run in the study folder itself, where
// the hook's own look would find each of these paths inside.
func TestGuideStudyFolderKnowsPlacesOfAProcess(t *testing.T) {
	h := newHouse(t)
	h.rule(t, "study-folder-only.py")
	study := filepath.Join(h.dir, "study")
	must(t, os.MkdirAll(study+"/case", 0o755))
	must(t, os.Symlink("/proc/self/cwd", study+"/cwd"))
	must(t, os.Symlink("/", study+"/top"))
	for path, refused := range map[string]bool{
		study + "/case": false, study + "/top" + study: false, study + "/proc/self": false,
		"/proc/self/cwd": true, "/proc/self/cwd/x": true, "//proc/./self//cwd": true, "/proc/thread-self/cwd": true, "/dev/fd/3": true, "/dev/stdin": true,
		"/proc/self/root" + study: true, study + "/cwd/new": true, study + "/top/proc/self/cwd": true, study + "/top/dev/fd": true,
	} {
		c := exec.Command("/usr/bin/python3", "-I", filepath.Join(h.conf, "hooks", "study-folder-only.py"))
		c.Dir, c.Env = study, []string{"PATH=/usr/bin:/bin"}
		r := launch(t, c, `{"args":{"case_dir":"`+path+`"},"files":{"projectRoot":"`+study+`"}}`)
		if refused != (r.code == 2) || refused && !strings.Contains(r.err, "another process") {
			t.Errorf("%s: %v", path, r)
		}
	}
}

// TestGuideShowsTestsThatPass: the calls with hooks test that the page shows end as
// it says, the starter's and the rule's (SPEC H15).
func TestGuideShowsTestsThatPass(t *testing.T) {
	h := newHouse(t)
	page, err := os.ReadFile(hooksGuide)
	must(t, err)
	study := filepath.Join(h.home, "study")
	must(t, os.MkdirAll(study+"/case", 0o755))
	shown := 0
	for line := range strings.Lines(string(page)) {
		line, ok := strings.CutPrefix(strings.TrimSpace(line), "$ usher hooks ")
		if !ok || !strings.Contains(line, "study-folder-only") {
			continue
		}
		if strings.Contains(line, "/home/you/study") {
			h.rule(t, "study-folder-only.py")
		}
		want := 0
		if strings.Contains(line, "refused") || strings.Contains(line, "status 2") {
			want = 2
		}
		c := h.command("usher")
		shell := exec.Command("/bin/sh", "-c", `"$0" hooks `+strings.ReplaceAll(line, "/home/you", h.home), c.Path)
		shell.Dir, shell.Env = study, c.Env
		if r := launch(t, shell, ""); r.code != want {
			t.Errorf("%s: want %d: %v", line, want, r)
		}
		shown++
	}
	if shown != 5 {
		t.Errorf("the page shows %d calls", shown)
	}
}

// TestGuideNamesTheLayoutsThatAreRead: a trusted folder's hooks.json counts in each
// of the places that the page names, and the page names no other.
func TestGuideNamesTheLayoutsThatAreRead(t *testing.T) {
	page, err := os.ReadFile(hooksGuide)
	must(t, err)
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`(\\.[a-z]+/(?:[a-z]+/)?hooks\\.json)`").FindAllStringSubmatch(string(page), -1) {
		named[m[1]] = true
	}
	if len(named) != 2 {
		t.Errorf("the page names %v", named)
	}
	for file := range named {
		h := newHouse(t)
		project := filepath.Join(h.home, "project")
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(project, file)), 0o700))
		must(t, os.WriteFile(filepath.Join(project, file), []byte(`{"hooks":[{"name":"theirs","event":"Stop","command":"/bin/true"}]}`), 0o600))
		if r := h.usher(t, "trust", "show", project); r.code != 0 || !strings.Contains(r.out, "theirs") {
			t.Errorf("%s is not read: %v", file, r)
		}
	}
}

// TestGuideUnderscoredServersAreMetInOneSpelling: an id with an underscore is no
// server's here, so that the name of its tool is plain (SPEC H4).
func TestGuideUnderscoredServersAreMetInOneSpelling(t *testing.T) {
	for match, meets := range map[string]bool{
		"mcp__my_server__tool": true, "mcp__my_server__*": true, "my_server__tool": false, "my_server__*": false, "mcp.my_server.tool": false,
		"mcp_my_server_tool": false, "my-server__tool": false,
	} {
		h := newHouse(t)
		h.put(t, "hooks.json", `{"hooks":[{"name":"guard","event":"PreToolUse","match":"`+match+`","command":"/bin/sh","args":["-c","exit 2"]}]}`)
		if r := h.usher(t, "hooks", "test", "--tool", "mcp__my_server__tool"); meets != (r.code == 2) {
			t.Errorf("%s: %v", match, r)
		}
	}
}

// TestGuideAuditLogGetsEveryWrite: a line each, also of twenty at once.
func TestGuideAuditLogGetsEveryWrite(t *testing.T) {
	h := newHouse(t)
	h.rule(t, "audit.sh")
	var all []*running
	for i := range 20 {
		event := fmt.Sprintf(`{"tool":"mesh__save_model","args":{"n":%d,"pad":%q},"result":{"ok":true,"text":"saved"},"conversationId":"c1"}`, i, strings.Repeat("x", 9000))
		all = append(all, begin(t, h.command("usher", "hooks", "run", "PostToolUse"), event))
	}
	for _, r := range all {
		if e := r.end(t); e.code != 0 {
			t.Error(e)
		}
	}
	launch(t, h.command("usher", "hooks", "run", "PostToolUse"), `{"tool":"mesh__show","result":{"ok":true,"text":""}}`)
	data, err := os.ReadFile(filepath.Join(h.home, "audit.jsonl"))
	must(t, err)
	seen := map[int]bool{}
	for line := range strings.Lines(string(data)) {
		var l struct {
			Tool string
			OK   bool
			Args struct{ N int }
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil || l.Tool != "mesh__save_model" || !l.OK {
			t.Errorf("%v: %s", err, short(line))
		}
		seen[l.Args.N] = true
	}
	if len(seen) != 20 {
		t.Errorf("%d of 20 writes are in the log", len(seen))
	}
}

// TestGuideProductionMeshIsAskedAbout, however its path is spelled in JSON or in the
// file system, and where it is only open; a call that cannot be read is refused.
func TestGuideProductionMeshIsAskedAbout(t *testing.T) {
	h := newHouse(t)
	h.rule(t, "confirm-production.js")
	meshes := filepath.Join(h.home, "meshes")
	for _, dir := range []string{"/production", "/production-old", "/test"} {
		must(t, os.MkdirAll(meshes+dir, 0o755))
	}
	for name, to := range map[string]string{"/test/live": meshes + "/production", "/test/up": "..", "/fine": meshes + "/test", "/gone": meshes + "/production/new"} {
		must(t, os.Symlink(to, meshes+name))
	}
	for args, want := range map[string]int{
		`{"path":"MESHES/production/a.msh"}`:                        3,
		`{"deep":[{"p":"MESHES/\u0050roduction"}]}`:                 3,
		`{"MESHES/production":1}`:                                   3,
		`{"path":"MESHES/./production/a.msh"}`:                      3,
		`{"path":"MESHES//production"}`:                             3,
		`{"path":"MESHES/test/../production/a.msh"}`:                3,
		`{"path":"MESHES/test/up/../meshes/a.msh"}`:                 3,
		`{"path":"MESHES/test/live"}`:                               3,
		`{"path":"MESHES/test/live/new/a.msh"}`:                     3,
		`{"path":"meshes/production"}`:                              3,
		`{"path":"production/a.msh"}`:                               3,
		`{"path":"test/live/a.msh"}`:                                3,
		`{"path":"file://MESHES/%70roduction/a.msh"}`:               3,
		`{"path":"/proc/self/cwd/a.msh"}`:                           3,
		`{"path":"/dev/fd/3"}`:                                      3,
		`{"path":"MESHES/gone"}`:                                    2, // leads nowhere, so nobody can tell
		`{"path":"MESHES/test/a.msh"}`:                              0,
		`{"path":"MESHES/fine/a.msh"}`:                              0,
		`{"path":"MESHES/production-old/a.msh"}`:                    0,
		`{"path":"MESHES/test/production-notes.txt","scale":2}`:     0,
		`{"note":"` + strings.Repeat("long ", 2000) + `","n":null}`: 0,
	} {
		args = strings.ReplaceAll(args, "MESHES", meshes)
		if r := h.usher(t, "hooks", "test", "--tool", "mesh__mesh_transform", "--args", args); r.code != want {
			t.Errorf("%s: want %d: %v", short(args), want, r)
		}
	}
	open := `"files":{"activeMesh":"` + meshes + `/test/live/a.msh"}`
	if r := launch(t, h.gate("usher-gate"), callOf("mesh__show", canAsk, open)); r.code != 3 || !strings.Contains(r.out, `"by":"hook confirm-production"`) {
		t.Error(r)
	}
	if r := launch(t, h.gate("usher-gate"), callOf("mesh__show", open)); r.code != 2 {
		t.Errorf("nobody can be asked: %v", r)
	}
}

// TestGuideLicenceKeyIsNotSent: a host that fires the event is told no.
func TestGuideLicenceKeyIsNotSent(t *testing.T) {
	h := newHouse(t)
	h.rule(t, "licence-key.py")
	for message, denied := range map[string]bool{
		`"try ABCDE-12345-FGHIJ-67890"`: true, `"\u0041BCDE-12345-FGHIJ-67890"`: true, `"hello"`: false, `""`: false,
	} {
		r := launch(t, h.command("usher", "hooks", "run", "UserPromptSubmit"), `{"message":`+message+`}`)
		var a struct {
			Decision string
			Reasons  []struct{ By, Says string }
		}
		if err := json.Unmarshal([]byte(r.out), &a); err != nil {
			t.Fatalf("%v: %v", err, r)
		}
		switch {
		case denied && (r.code != 2 || a.Decision != "deny" || a.Reasons[0].By != "hook licence-key" || !strings.Contains(a.Reasons[0].Says, "holds a licence key")):
			t.Errorf("%s: %v", message, r)
		case !denied && (r.code != 0 || a.Decision != "none"):
			t.Errorf("%s: %v", message, r)
		}
	}
}

// TestGuideSaysWhatAnAnswerIs: one JSON object that stands alone on stdout (SPEC H6).
func TestGuideSaysWhatAnAnswerIs(t *testing.T) {
	const deny = `{"hookSpecificOutput":{"permissionDecision":"deny"}}`
	for stdout, outcome := range map[string]string{
		deny: "refused", `{"decision":"block"}`: "refused", `{"continue":false}`: "refused",
		"looked at it\n" + deny: "no opinion", "[" + deny + "]": "no opinion",
		deny + " done": "failed", `{"decision":`: "failed", `{"permissionDecision":"deny"}`: "failed",
		`{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"path":"/x"}}}`: "no opinion", `{"other":1}`: "no opinion",
	} {
		h := newHouse(t)
		h.put(t, "out", stdout)
		h.put(t, "hooks.json", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/bin/cat","args":["`+filepath.Join(h.conf, "out")+`"]}]}]}}`)
		if r := h.usher(t, "hooks", "test", "pretooluse-1"); !strings.Contains(r.out, "  pretooluse-1: "+outcome+" ") {
			t.Errorf("%s should be %s: %v", stdout, outcome, r)
		}
	}
}

// TestGuideSaysWhatLoadsFromClaudeCode: the rows of its last table, one file each.
func TestGuideSaysWhatLoadsFromClaudeCode(t *testing.T) {
	h := newHouse(t)
	file := filepath.Join(h.dir, "hooks.json")
	hook := func(members string) string {
		return `{"hooks":{"PreToolUse":[{"matcher":"x","hooks":[{` + members + `}]}]}}`
	}
	matcher := func(m string) string {
		return `{"hooks":{"PreToolUse":[{"matcher":"` + m + `","hooks":[{"type":"command","command":"/bin/true"}]}]}}`
	}
	event := func(e string) string {
		return `{"hooks":{"` + e + `":[{"hooks":[{"type":"command","command":"/bin/true"}]}]}}`
	}
	on := func(e, m string) string {
		return `{"hooks":{"` + e + `":[{"matcher":"` + m + `","hooks":[{"type":"command","command":"/bin/true"}]}]}}`
	}
	for text, loads := range map[string]bool{
		on("UserPromptSubmit", ""): true, on("UserPromptSubmit", "*"): true, on("Stop", ""): true, on("SessionStart", "*"): true,
		on("UserPromptSubmit", "Edit"): false, on("Stop", "x"): false, on("SessionStart", "startup"): false,
		matcher("Edit|Write"): true, matcher("mcp__files__.*"): true, matcher("^Bash$"): true, matcher("*"): true, matcher(""): true,
		matcher("mcp__.*__delete.*"): false, matcher("mcp__*__delete*"): true, matcher("Edit|(Write)"): false,
		hook(`"type":"command","command":"/bin/echo 'a b'"`):                  true,
		hook(`"type":"command","command":"~/guard.sh"`):                       false,
		hook(`"type":"command","command":"/bin/a && /bin/b"`):                 false,
		hook(`"type":"command","command":"/bin/a | /bin/b"`):                  false,
		hook(`"type":"command","command":"$CLAUDE_PROJECT_DIR/x"`):            false,
		hook(`"type":"command","command":"/bin/a && /bin/b","shell":true`):    true,
		hook(`"type":"command","command":"/bin/true","timeout":600`):          true,
		hook(`"type":"command","command":"/bin/true","timeout":601`):          false,
		hook(`"type":"command","command":"/bin/true","async":true`):           false,
		hook(`"type":"command","command":"/bin/true","if":"Bash(rm *)"`):      false,
		hook(`"type":"command","command":"/bin/true","once":true`):            false,
		hook(`"type":"command","command":"/bin/true","statusMessage":"wait"`): false,
		hook(`"type":"http","url":"https://x.example"`):                       false,
		hook(`"type":"prompt","prompt":"ok?"`):                                false,
		event("Stop"):                                                         true, event("SessionStart"): true, event("UserPromptSubmit"): true,
		event("SubagentStop"): false, event("Notification"): false, event("PreCompact"): false, event("SessionEnd"): false,
	} {
		must(t, os.WriteFile(file, []byte(text), 0o600))
		if r := h.usher(t, "hooks", "check", file); (r.code == 0) != loads {
			t.Errorf("loads should be %v: %s\n%v", loads, text, r)
		}
	}
	h.put(t, "hooks.json", event("SubagentStop"))
	if r := launch(t, h.gate("usher-gate"), callOf("Bash", canAsk)); r.code != 2 {
		t.Errorf("an event that is not known is no guard: %v", r)
	}
}
