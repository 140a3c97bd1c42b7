//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The real filesystem server is told of two folders, and given one of them: that is
// all it sees, whatever it is asked for.
func TestFilesystemServerSeesWhatItWasGiven(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	top := filepath.Join(h.home, "papers")
	given, other := filepath.Join(top, "given"), filepath.Join(top, "other")
	for _, dir := range []string{given, other} {
		must(t, os.MkdirAll(dir, 0o755))
		must(t, os.WriteFile(filepath.Join(dir, "note.txt"), []byte("in "+filepath.Base(dir)+"\n"), 0o644))
	}
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	h.does(t, 0, "server", "add", "files", "--read", given, "--", "node", installed(t, scope+"server-filesystem"), given, other)
	h.approves(t, "files")
	h.grants(t, "files", "read_text_file", "list_directory", "write_file")
	says(t, h.does(t, 0, "call", "files__read_text_file", "--args", `{"path":"`+given+`/note.txt"}`), "in given")
	for _, c := range [][2]string{
		{"read_text_file", `{"path":"` + other + `/note.txt"}`}, {"list_directory", `{"path":"` + top + `"}`}, {"list_directory", `{"path":"` + other + `"}`},
		{"write_file", `{"path":"` + given + `/new","content":"x"}`},
	} {
		if r := h.does(t, 1, "call", "files__"+c[0], "--args", c[1]); strings.Contains(r.out, "in other") || strings.Contains(r.out, "[FILE]") {
			t.Error(r)
		}
	}
	says(t, h.does(t, 0, "call", "files__list_directory", "--args", `{"path":"`+given+`"}`), "[FILE] note.txt")
	if _, err := os.Stat(given + "/new"); err == nil {
		t.Error("it wrote into a folder that it may read")
	}
	h.gone(t)
}

// grants allows tools of a server without a question.
func (h *house) grants(t *testing.T, id string, tools ...string) {
	t.Helper()
	digest := h.launch(t, id)
	h.tools(t, id)
	for _, tool := range tools {
		h.does(t, 0, "grant", "set", id, tool, "--allow", "--digest", digest)
	}
}

// The real memory server keeps its file in its data folder from start to start; the
// folder is shown, stays with --keep-data, and is else deleted with the server.
func TestMemoryServerKeepsItsFile(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	data := filepath.Join(h.home, ".local", "share", "usher", "servers", "memory")
	file, main := filepath.Join(data, "memory.jsonl"), installed(t, scope+"server-memory")
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	for _, way := range []string{"--keep-data", ""} {
		h.put(t, "mcp.json", `{"servers":[{"id":"memory","command":"node","args":["`+main+`"],"env":{"MEMORY_FILE_PATH":"`+file+`"}}]}`)
		h.approves(t, "memory")
		h.grants(t, "memory", "create_entities", "search_nodes")
		if way != "" {
			h.does(t, 0, "call", "memory__create_entities", "--args", `{"entities":[{"name":"beam","entityType":"part","observations":["4 m"]}]}`)
		}
		says(t, h.does(t, 0, "call", "memory__search_nodes", "--args", `{"query":"beam"}`), "4 m")
		says(t, h.does(t, 0, "server", "show", "memory"), data)
		remove := []string{"server", "remove", "memory", "--yes"}
		if way != "" {
			remove = append(remove, way)
		}
		says(t, h.does(t, 0, remove...), data)
		if _, err := os.Stat(file); (err == nil) != (way != "") {
			t.Errorf("%v: %v", remove, err)
		}
	}
	if _, err := os.Stat(data); err == nil {
		t.Error("the data folder is left")
	}
	h.gone(t)
}

// The real server that has everything works in the sandbox, tool by tool.
func TestEverythingServerWorksInTheSandbox(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.put(t, "mcp.json", `{"servers":[{"id":"every","command":"node","args":["`+installed(t, scope+"server-everything")+`"]}]}`)
	h.approves(t, "every")
	calls := map[string][2]string{
		"echo": {`{"message":"hello"}`, "hello"}, "get-sum": {`{"a":40,"b":2}`, "42"}, "get-env": {`{}`, "USHER_SERVER_DATA"},
		"get-annotated-message": {`{"messageType":"success"}`, "success"}, "get-structured-content": {`{"location":"Chicago"}`, "temperature"},
		"get-resource-links": {`{"count":2}`, "resource"}, "get-resource-reference": {`{"resourceType":"Text","resourceId":1}`, "1"}, "get-tiny-image": {`{}`, "image"},
	}
	for tool, c := range calls {
		h.grants(t, "every", tool)
		r := h.does(t, 0, "call", "every__"+tool, "--args", c[0])
		says(t, r, c[1])
		if tool == "get-env" && (strings.Contains(r.out, h.conf) || strings.Contains(r.out, "USHER_TEST")) {
			t.Errorf("more than it is to have: %v", r)
		}
	}
	h.gone(t)
}

// A server of a virtual environment, and one of a Python that pyenv made, bring what
// they run on, and nothing beside it.
func TestPythonBringsWhatItRunsOn(t *testing.T) {
	h := newHouse(t)
	venv := filepath.Join(h.home, "venv")
	if r := launch(t, h.command("/usr/bin/python3", "-m", "venv", "--without-pip", venv), ""); r.code != 0 {
		t.Fatal(r)
	}
	site, err := filepath.Glob(venv + "/lib/python3*/site-packages")
	if must(t, err); len(site) != 1 {
		t.Fatalf("%v", site)
	}
	text := slurp(t, filepath.Join(reportedServers, "server-01-banner-on-stdout", "server.py"))
	must(t, os.WriteFile(site[0]+"/labserver.py", []byte(text), 0o644))
	must(t, os.WriteFile(filepath.Join(h.home, "beside"), nil, 0o644))
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	h.does(t, 0, "server", "add", "lab", "--", venv+"/bin/python3", "-m", "labserver")
	h.approves(t, "lab")
	h.grants(t, "lab", "lookup")
	h.does(t, 0, "call", "lab__lookup")
	pyenv, _ := filepath.Glob(filepath.Join(os.Getenv("HOME"), ".pyenv", "versions", "3*", "bin", "python3"))
	if len(pyenv) == 0 {
		t.Logf("no Python of pyenv's in %s: only the virtual environment was tried", os.Getenv("HOME"))
		return
	}
	script := filepath.Join(h.home, "lab.py")
	must(t, os.WriteFile(script, []byte(text), 0o644))
	h.does(t, 0, "server", "add", "py", "--", pyenv[0], script)
	h.approves(t, "py")
	h.grants(t, "py", "lookup")
	h.does(t, 0, "call", "py__lookup")
	h.gone(t)
}
