//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheUnitsOfTheDeployPage_V7: systemd finds no fault in the units of docs/deploy.md
// and rates them as the page says; what would keep servers from their sandbox is not
// set; and the token is read as the unit reads it.
func TestTheUnitsOfTheDeployPage_V7(t *testing.T) {
	t.Parallel()
	page := deployPage(t)
	h := newHouse(t)
	for _, name := range []string{"usher-otel", "find"} { // that they are there is all that is asked
		must(t, os.WriteFile(filepath.Join(h.bin, name), []byte("#!/bin/sh\n"), 0o755))
	}
	units := filepath.Join(h.dir, "units")
	must(t, os.Mkdir(units, 0o755))
	var names []string
	for name, text := range page {
		if unit, ok := strings.CutPrefix(name, "/etc/systemd/system/"); ok {
			names = append(names, filepath.Join(units, unit))
			text = strings.ReplaceAll(text, "/usr/bin/", h.bin+"/")
			must(t, os.WriteFile(filepath.Join(units, unit), []byte(text), 0o644))
		}
	}
	if len(names) != 4 {
		t.Fatalf("units: %q", names)
	}
	if r := launch(t, h.command("systemd-analyze", append([]string{"verify"}, names...)...), ""); r.code != 0 || r.out+r.err != "" {
		t.Errorf("%v", r)
	}
	text, err := os.ReadFile("../docs/deploy.md")
	must(t, err)
	rated := regexp.MustCompile("`(usher[a-z-]*\\.service)` at (\\d\\.\\d)").FindAllStringSubmatch(string(text), -1)
	if len(rated) != 2 {
		t.Errorf("the page rates %q", rated)
	}
	for _, one := range rated {
		r := launch(t, h.command("systemd-analyze", "security", "--no-pager", "--offline=true", filepath.Join(units, one[1])), "")
		if !strings.Contains(r.out, "Overall exposure level for "+one[1]+": "+one[2]+" ") {
			t.Errorf("the page says %s: %s", one[2], r.out[max(0, len(r.out)-200):])
		}
	}
	unit := page["/etc/systemd/system/usher.service"]
	for _, breaks := range []string{"DynamicUser=yes", "RestrictSUIDSGID=yes", "RestrictNamespaces=yes", "ProtectHostname=yes"} {
		if strings.Contains(unit, breaks) || !strings.Contains(string(text), "`"+breaks+"`") {
			t.Errorf("%s: the unit must not have it, and the page must say so", breaks)
		}
	}
	h.readsToken(t, unit)
}

// readsToken runs the command line of the unit, with its credential and on a free port.
func (h *house) readsToken(t *testing.T, unit string) {
	t.Helper()
	line := regexp.MustCompile(`(?m)^ExecStart=(/usr/bin/usher serve .*--token-file %d/token)$`).FindStringSubmatch(unit)
	if line == nil {
		t.Fatal("the unit starts no gateway with its credential")
	}
	must(t, os.WriteFile(filepath.Join(h.dir, "token"), []byte(fleetToken+"\n"), 0o600))
	script := strings.NewReplacer("%d", h.dir, "/usr/bin/", h.bin+"/", ":8765", ":0").Replace(line[1])
	g := listens(t, h.command("/bin/sh", "-c", script))
	c := &fleetClient{t: t, url: g.url}
	c.begins()
	c.wants(200, `"app__skill_load"`, c.older("tools/list", "{}"))
}
