//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// What of the conformance suite does not pass, or is not run, by the names that
// testdata/conformance/expected.txt has for the reasons.
var reasons = map[string]string{
	"sampling":  "a server may not use the assistant's model: sampling is not announced to it (Q7)",
	"questions": "a server may not ask the person through usher: elicitation, sampling and roots are not announced to it, and what it asks is passed on to nobody (Q7)",
	"own-code":  "a server's own error is passed as it is, and this one speaks an older version, where the code is another",
	"polling":   "streams are not resumed: the suite has nothing to check",
	"extension": "an extension that usher does not announce",
}

// The conformance suite of MCP, as its makers publish it, against gateways with a
// server behind them that has what the suite looks for. Every scenario that it has for
// servers is run in every version it has it for, and comes out as it is listed, or is
// listed with the reason why not; one that vanishes fails the test (SPEC V1, V3, V7).
func TestConformance_V3(t *testing.T) {
	t.Parallel()
	suite := client(t, "conformance", "dist/index.js")
	here, err := filepath.Abs("testdata/conformance")
	must(t, err)
	h := newHouse(t)
	h.copies(t, "testdata/conformance")
	h.put(t, "mcp.json", `{"servers":[{"id":"conf","command":"python3","args":["-I","-S","server.py"]}]}`)
	h.approves(t, "conf")
	digest := h.launch(t, "conf")
	h.does(t, 0, "server", "tools", "conf", "--refresh")
	for _, tool := range []string{"*", "resources/read", "prompts/get"} {
		h.does(t, 0, "grant", "set", "conf", tool, "--allow", "--digest", digest)
	}
	h.put(t, "policy.json", `{"serve":{"allowedTools":["conf__*"],"prompts":true,"resources":true}}`)
	runs := func(args ...string) ran {
		return h.node(t, append([]string{"--import", filepath.Join(here, "node20.mjs"), suite}, args...)...)
	}
	var all sync.Mutex
	var got []string
	versions := []string{"2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}
	fan(t, 2, versions, func(v string) string { return v }, func(t *testing.T, version string) {
		// Each its own gateway: what a server logs while two sessions call it is told to neither.
		p := newHelper(t, "conf")
		g := h.servesHTTP(t, "--origin", "http://"+p.addr)
		p.between(t, g)
		to := filepath.Join(h.dir, "results", version)
		r := runs("server", "--url", p.url, "--suite", "all", "--spec-version", version, "-o", to)
		lines := came(t, version, to)
		if strings.Contains(r.out+r.err+g.end(t), g.token) {
			t.Error("the token is printed")
		}
		if len(lines) == 0 {
			t.Errorf("%v", r)
		}
		all.Lock()
		defer all.Unlock()
		got = append(got, lines...)
	})
	for _, known := range regexp.MustCompile(`(?m)^ +- (\S+) \[extension\]`).FindAllStringSubmatch(runs("list", "--server").out, -1) {
		got = append(got, "not-run "+known[1])
	}
	expects(t, got)
	h.gone(t)
}

// came is how the scenarios of one run came out, a line for each: the number of checks
// that passed, and the names of the others.
func came(t *testing.T, version, dir string) (lines []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	must(t, err)
	stamp := regexp.MustCompile(`-\d{4}-\d\d-\d\dT[^/]*$`)
	for _, f := range files {
		var checks []struct{ ID, Status string }
		data, err := os.ReadFile(f)
		must(t, err)
		must(t, json.Unmarshal(data, &checks))
		passed, others := 0, []string{}
		for _, c := range checks {
			switch c.Status {
			case "SUCCESS":
				passed++
			case "INFO":
			default:
				others = append(others, c.ID)
			}
		}
		slices.Sort(others)
		name := strings.TrimPrefix(stamp.ReplaceAllString(filepath.Base(filepath.Dir(f)), ""), "server-")
		line := fmt.Sprintf("%s %s: %d passed", version, name, passed)
		if len(others) > 0 {
			line += ", not: " + strings.Join(slices.Compact(others), " ")
		}
		lines = append(lines, line)
	}
	return lines
}

// expects holds what came against the list; each line of that which has a reason names it.
func expects(t *testing.T, got []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/conformance/expected.txt")
	must(t, err)
	var want []string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		line, why, explained := strings.Cut(line, " # ")
		short := strings.Contains(line, " not: ") || strings.HasPrefix(line, "not-run ") || strings.HasSuffix(line, ": 0 passed")
		if explained == (reasons[why] == "") || short != explained {
			t.Errorf("%s: the reason %q is none", line, why)
		}
		want = append(want, line)
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("this did not come: %s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("this is not listed: %s", line)
		}
	}
}
