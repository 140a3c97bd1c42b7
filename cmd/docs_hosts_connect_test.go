//go:build linux && !race

package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/hosts/files"
)

// TestTheHostsPageConnects: its commands run as they stand there, say what the page
// says, and at the end nothing of usher's is left (SPEC G10).
func TestTheHostsPageConnects(t *testing.T) {
	h := newHouse(t)
	settings := filepath.Join(h.home, ".claude", "settings.json")
	must(t, os.MkdirAll(filepath.Dir(settings), 0o700))
	must(t, os.WriteFile(settings, []byte("{\n  // mine\n  \"env\": {\"KEY\": \"hush\"}\n}\n"), 0o600))
	before := h.file(t, settings)
	page := map[string]string{}
	for _, e := range examples(t, hostsGuide, 17) {
		page[e.name] = e.text
	}
	for _, step := range []struct{ name, says string }{
		{"list", "claude     missing  missing"}, {"dry", `"KEY": "…"`}, {"write", "claude is connected"}, {"list", "claude     exact  exact"},
		{"check", "claude: all of it is proven"}, {"undo", "claude is disconnected"}, {"write", "claude is connected"}, {"all", "claude is disconnected"},
	} {
		c := exec.Command("/bin/sh", "-c", page["connect/"+step.name])
		c.Env, c.Dir = h.env, h.dir
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), step.says) || strings.Contains(string(out), "hush") {
			t.Errorf("%s: %v\n%s", step.name, err, out)
		}
	}
	if h.file(t, settings) != before {
		t.Error("the file is not what it was")
	}
	if _, err := os.Stat(filepath.Join(h.home, ".claude.json")); err == nil {
		t.Error("the file that was made is left")
	}
}

// TestTheHostsPageNamesEveryFile: the page's table is what the commands use, one row
// for each assistant.
func TestTheHostsPageNamesEveryFile(t *testing.T) {
	page := h2(t, hostsGuide, "## Where it is written")
	for _, row := range hostRows() {
		if !strings.Contains(page, row+"\n") {
			t.Errorf("the page lacks\n%s", row)
		}
	}
	if n := strings.Count(page, "\n| ") - 1; n != len(hostRows()) {
		t.Errorf("the page has %d rows, usher knows %d assistants", n, len(hostRows()))
	}
}

// h2 is a section of a page.
func h2(t *testing.T, file, title string) string {
	t.Helper()
	page, err := os.ReadFile(file)
	must(t, err)
	_, section, _ := strings.Cut(string(page), title+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

func hostRows() []string {
	var out []string
	hooked := map[files.Client]files.HookHost{}
	for _, k := range files.HookHosts() {
		if _, ok := files.Find(k.Client); ok {
			hooked[k.Client] = k
		}
	}
	for _, info := range files.Catalogue() {
		name, hooks := string(info.Client), files.HookFiles{}
		if k, ok := hooked[info.Client]; ok {
			name, hooks = k.Name, k.Files("linux", "~", unset)
		}
		servers := info.Files("linux", "~", unset)
		out = append(out, hostRow(info.Name, name, hookCell(hooks.User, hooks.Each), hookCell(hooks.Project, hooks.Each), servers.User, servers.Project))
	}
	for _, k := range files.HookHosts() {
		if _, ok := files.Find(k.Client); ok || k.Name == "claude-shape" {
			continue
		}
		hooks := k.Files("linux", "~", unset)
		out = append(out, hostRow(k.Name, k.Name, hookCell(hooks.User, hooks.Each), hookCell(hooks.Project, hooks.Each), nil, nil))
	}
	return out
}

func unset(string) string { return "" }

func hostRow(title, name string, user, project string, servers, projects []string) string {
	return "| " + strings.Join([]string{title, "`" + name + "`", user, project, cell(servers), cell(projects)}, " | ") + " |"
}

// hookCell is a cell of the table; of scripts for one event each it is their folder.
func hookCell(list []files.HookFile, each bool) string {
	if each && len(list) > 0 {
		return "`" + list[0].Path[:strings.LastIndex(list[0].Path, "/")+1] + "`, a script for each event"
	}
	var paths []string
	for _, f := range list {
		paths = append(paths, f.Path)
	}
	return cell(paths)
}

func cell(paths []string) string {
	if len(paths) == 0 {
		return "–"
	}
	return "`" + strings.Join(paths, "` or `") + "`"
}
