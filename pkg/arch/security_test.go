package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityPageNamesRealTests: a promise whose test is gone is no promise.
func TestSecurityPageNamesRealTests(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	exist := map[string]bool{}
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllStringSubmatch(string(data), -1) {
			exist[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(string(page), -1)
	if len(named) < 20 {
		t.Fatalf("the page names only %d tests", len(named))
	}
	for _, m := range named {
		if !exist[m[1]] {
			t.Errorf("SECURITY.md names %s, which does not exist", m[1])
		}
	}
	for _, line := range strings.Split(string(page), "\n") {
		if strings.HasPrefix(line, "| **") && !strings.Contains(line, "`Test") && !strings.Contains(line, "`Fuzz") {
			t.Errorf("a promise without a test: %s", line)
		}
	}
}
