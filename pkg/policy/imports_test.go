package policy

import (
	"os/exec"
	"strings"
	"testing"
)

// A policy that could see the environment could be changed by whoever starts the
// process. The toolchain is asked, not a list: neither this package nor any of
// ours below it can reach os, syscall or viper (SPEC C1).
func TestNoEnvironmentVariableHasASay_C1(t *testing.T) {
	deps := goList(t, "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
	ours := 0
	for _, pkg := range deps {
		if strings.Contains(pkg, "viper") {
			t.Errorf("%s is linked", pkg)
		}
		if !strings.HasPrefix(pkg, "usher/") {
			continue
		}
		ours++
		for _, imported := range goList(t, "-f", "{{range .Imports}}{{.}}\n{{end}}", pkg) {
			switch imported {
			case "os", "os/exec", "os/user", "syscall", "unsafe", "plugin", "golang.org/x/sys/unix", "golang.org/x/sys/windows":
				t.Errorf("%s imports %s", pkg, imported)
			}
		}
	}
	if ours < 4 { // policy, names, fault, strictjson
		t.Errorf("only %d packages of ours were looked at: %v", ours, deps)
	}
}

func goList(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Fields(string(out))
}

// The same from the outside: names that viper or a shell would read change nothing.
func TestEnvironmentChangesNothing_C1(t *testing.T) {
	m, u := machineFile(`{"tools":{"deny":["a"]},"locked":["hooks.enabled"]}`), yourFile(`{"tools":{"ask":["b"]}}`)
	before := mustParse(t, m, u)
	for _, name := range []string{"TOOLS", "TOOLS_DENY", "USHER_TOOLS", "USHER_TOOLS_DENY", "USHER_POLICY", "USHER_HOOKS_ENABLED", "USHER_APPROVE_UNATTENDED"} {
		t.Setenv(name, "true")
	}
	after := mustParse(t, m, u)
	if len(after.ToolsDeny) != 1 || len(after.ToolsAsk) != 1 || after.ApproveUnattended != before.ApproveUnattended || after.HooksEnabled != before.HooksEnabled {
		t.Errorf("got %+v", after)
	}
}
