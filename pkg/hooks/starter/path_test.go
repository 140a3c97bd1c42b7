//go:build linux || darwin

package starter_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/hooks"
	"usher/pkg/hooks/starter"
)

// naive are first attempts at the same rule, as they are often written: a text
// that begins with the project folder's path is taken for a path inside it.
var naive = map[string]string{
	"sh": `call=$(cat)
root=$(printf '%s' "$call" | jq -r '.files.projectRoot // ""')
dir=$(printf '%s' "$call" | jq -r '.args.case_dir // .args.project_dir // ""')
case $dir in "$root"*) exit 0 ;; esac
[ -z "$root" ] || { echo "$dir is outside" >&2; exit 2; }
`,
	"python": `import json, sys
call = json.load(sys.stdin)
root, args = call["files"].get("projectRoot"), call["args"]
path = str(args.get("case_dir") or args.get("project_dir") or "")
if root and not path.startswith(root):
    sys.exit(2)
`,
	"node": `const call = JSON.parse(require("fs").readFileSync(0, "utf8"));
const path = String(call.args.case_dir ?? call.args.project_dir ?? "");
const root = call.files.projectRoot;
if (root && !path.startsWith(root)) process.exitCode = 2;
`,
}

const all = "sh python node"

// pathRow is a call: through are the languages whose naive script lets it go, and
// says is what ours refuses it with, "" where it has no opinion.
type pathRow struct{ name, call, through, says string }

// yard is a project folder with neighbours, and the calls about them.
func yard(t *testing.T) []pathRow {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	root := filepath.Join(top, "pr*j [1]")
	for _, dir := range []string{"/study", "-evil", "\n", "/../prxj 1", "/../out"} {
		must(t, os.MkdirAll(root+dir, 0o755))
	}
	must(t, os.WriteFile(root+"/file", nil, 0o600))
	for name, to := range map[string]string{
		"/leads-out": filepath.Join(top, "out"), "/leads-in": root + "/study", "/nowhere": filepath.Join(top, "gone"),
		"/loop": root + "/loop", "/odd": root + "\n",
	} {
		must(t, os.Symlink(to, root+name))
	}
	must(t, os.Symlink(root, filepath.Join(top, "alias")))
	call := func(root any, args string, values ...any) string {
		for _, v := range values {
			args = strings.Replace(args, "?", quoted(t, v), 1)
		}
		return `{"event":"PreToolUse","tool":"kratos__run_case","args":` + args + `,"files":{"projectRoot":` + quoted(t, root) + `}}`
	}
	at := func(path any) string { return call(root, `{"case_dir":?}`, path) }
	return []pathRow{
		{"in it", at(root + "/study"), all, ""},
		{"itself", at(root), all, ""},
		{"a name that is not there yet", at(root + "/study/run 7/out.txt"), all, ""},
		{"a link that stays inside", at(root + "/leads-in/x"), all, ""},
		{"the project folder through a link", call(filepath.Join(top, "alias"), `{"project_dir":?}`, root+"/study"), "", ""},
		{"two arguments, both inside", call(root, `{"path":?,"file_path":?}`, root, root+"/file"), "", ""},

		{"outside", at("/etc/passwd"), "", "is outside the project folder"},
		{"a sibling whose name begins alike", at(root + "-evil/x"), all, "is outside the project folder"},
		{"a sibling that the name matches as a pattern", at(filepath.Join(top, "prxj 1", "x")), "", "is outside the project folder"},
		{"dots that lead out", at(root + "/../out"), all, "holds .."},
		{"dots behind what is not there yet", at(root + "/new/../../out"), all, "holds .."},
		{"a link that leads out", at(root + "/leads-out"), all, "is outside the project folder"},
		{"below a link that leads out", at(root + "/leads-out/new/file"), all, "is outside the project folder"},
		{"a link to where nothing is", at(root + "/nowhere"), all, ""},
		{"a link to itself", at(root + "/loop/x"), all, ""},
		{"a link to a name with a line end", at(root + "/odd"), all, "is outside the project folder"},
		{"below a file", at(root + "/file/x"), all, ""},
		{"a relative path", at("study"), "", "is not a whole path"},
		{"a relative path and no folder", call(nil, `{"case_dir":"study"}`), all, "no project folder is open"},
		{"a line end in the path", at(root + "/a\n/etc/passwd"), all, "holds a control character"},
		{"an empty argument", at(""), "", "is empty"},
		{"no argument", call(root, `{"tries":3}`), "", "the call names no path"},
		{"no arguments at all", call(root, `null`), "", ""},
		{"a number", at(7), "", "is not a text"},
		{"null", at(nil), "", "is not a text"},
		{"a list", at([]string{root + "/study", "/etc"}), "node", "is not a text"},
		{"an object", at(map[string]string{"path": root}), "", "is not a text"},
		{"the second argument outside", call(root, `{"case_dir":?,"project_dir":"/etc"}`, root), all, "is outside the project folder"},
		{"no project folder", call(nil, `{"case_dir":"/etc"}`), all, "no project folder is open"},
		{"no word of a project folder", `{"args":{"case_dir":"/etc"},"files":{}}`, all, ""},
		{"a project folder that is no text", call(7, `{"case_dir":"7up"}`), "sh node", ""},
		{"a project folder that is gone", call(filepath.Join(top, "gone"), `{"case_dir":?}`, filepath.Join(top, "gone", "x")), all, "is not there"},
		{"no files", `{"args":{"case_dir":"/etc"}}`, "sh", ""},
		{"broken JSON", `{"args":{"case_dir":"/etc"}`, "sh", ""},
		{"nothing", ``, "sh", ""},
	}
}

// allowed are the rows that ours has no opinion about; all others it refuses.
const allowed = 6

// TestPathStarterRefusesWhatNaiveOnesLetThrough: the starter of PreToolUse ends
// with 2 for every path that is not plainly inside the project folder, and so with
// a code that refuses (SPEC H6, H7); side by side with scripts that compare texts.
func TestPathStarterRefusesWhatNaiveOnesLetThrough(t *testing.T) {
	rows := yard(t)
	for _, lang := range starter.Words() {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			sideBySide(t, lang, rows)
		})
	}
}

func sideBySide(t *testing.T, lang string, rows []pathRow) {
	t.Helper()
	ours, first := plant(t, lang, hooks.PreToolUse), plantText(t, lang, naive[lang])
	opened := 0
	for i, row := range rows {
		code, said := ran(t, ours, row.call)
		switch {
		case i < allowed && code != 0:
			t.Errorf("%s: status %d, %q", row.name, code, said)
		case i >= allowed && (code != 2 || said == "" || !strings.Contains(said, row.says)):
			t.Errorf("%s: status %d, %q, want 2 and %q", row.name, code, said, row.says)
		}
		through := strings.Contains(row.through, lang)
		if code, _ := ran(t, first, row.call); through != (code == 0) {
			t.Errorf("%s: the naive script ends with %d", row.name, code)
		}
		if through && i >= allowed {
			opened++
		}
	}
	if opened < 15 {
		t.Errorf("the naive script lets only %d of these through", opened)
	}
}

// TestPathStarterRefusesPlacesOfAProcess: /proc/self/cwd is the hook's own folder
// when the hook looks, and the tool's when that opens it (SPEC H6). Here the hook
// runs in the project folder, so that a mere look would find each of these inside.
func TestPathStarterRefusesPlacesOfAProcess(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	must(t, os.MkdirAll(root+"/study", 0o755))
	for name, to := range map[string]string{
		"cwd": "/proc/self/cwd", "chain": "study/../cwd/study", "top": "/", "fd": "/dev/fd", "fine": root + "/study", "procs": root + "/study",
	} {
		must(t, os.Symlink(to, filepath.Join(root, name)))
	}
	call := func(root, path string) string {
		return `{"args":{"case_dir":` + quoted(t, path) + `},"files":{"projectRoot":` + quoted(t, root) + `}}`
	}
	refused := []string{
		"/proc/self/cwd", "/proc/self/cwd/x", "//proc/./self//cwd/study", "/proc/thread-self/cwd", "/proc/thread-self/cwd/study", "/proc/1/root" + root,
		"/proc/self/root" + root + "/study", "/proc", "/dev/fd", "/dev/fd/3", "/dev/stdin", "/dev/stdout", "/dev/stderr",
		root + "/cwd", root + "/cwd/study", root + "/cwd/new", root + "/chain/x", root + "/top/proc/self/cwd/study", root + "/fd/3", root + "/top/dev/stdin",
	}
	for _, lang := range starter.Words() {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			ours := plant(t, lang, hooks.PreToolUse)
			for _, path := range refused {
				code, said := ranAt(t, root, "/usr/bin:/bin", ours, call(root, path))
				if code != 2 || !strings.Contains(said, "passes through /") || !strings.Contains(said, "another process") {
					t.Errorf("%s: status %d, %q", path, code, said)
				}
			}
			if code, said := ranAt(t, root, "/usr/bin:/bin", ours, call("/proc/self/cwd", root+"/study")); code != 2 || !strings.Contains(said, "passes through /proc") {
				t.Errorf("as the project folder: status %d, %q", code, said)
			}
			for _, path := range []string{root + "/fine/x", root + "/procs", root + "/proc/self", root + "/top" + root + "/study", root + "/dev/fd"} {
				if code, said := ranAt(t, root, "/usr/bin:/bin", ours, call(root, path)); code != 0 {
					t.Errorf("%s: status %d, %q", path, code, said)
				}
			}
		})
	}
}

// TestShellStartersSayThatJqIsMissing and refuse, where a refusal counts.
func TestShellStartersSayThatJqIsMissing(t *testing.T) {
	for _, e := range []hooks.Event{hooks.PreToolUse, hooks.UserPromptSubmit} {
		code, said := ranIn(t, "/nonexistent", plant(t, "sh", e), payload(e))
		if code != 2 || !strings.Contains(said, "jq") {
			t.Errorf("%s: status %d, %q", e, code, said)
		}
	}
}

func quoted(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	must(t, err)
	return string(data)
}
