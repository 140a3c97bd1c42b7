//go:build unix

package safefile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// F5, config-19: twenty processes that write at once lose nothing.
func TestTwentyWritersLoseNothing(t *testing.T) {
	dir := realDir(t)
	path := filepath.Join(dir, "mcp.json")
	write(t, path, "", 0o640)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	const writers = 20
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			if out, err := spawn(ctx, "add", path, "s-"+strconv.Itoa(i)).CombinedOutput(); err != nil {
				t.Errorf("writer %d: %v: %s", i, err, out)
			}
		})
	}
	all.Wait()
	lines := strings.Fields(content(t, path))
	seen := map[string]bool{}
	for _, l := range lines {
		seen[l] = true
	}
	if len(lines) != writers || len(seen) != writers {
		t.Errorf("%d lines, %d different: %q", len(lines), len(seen), lines)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
	wantEntries(t, dir, content(t, path), path)
}

// F5: goroutines of one process exclude each other like processes do.
func TestGoroutinesLoseNothing(t *testing.T) {
	path := filepath.Join(realDir(t), "f")
	var all sync.WaitGroup
	for i := range 10 {
		all.Go(func() {
			if err := add(path, strconv.Itoa(i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(strings.Fields(content(t, path))); n != 10 {
		t.Errorf("%d lines, want 10", n)
	}
}

// F5: killed at any moment, an Update leaves the old or the new file; the next
// one needs no repair and clears what was left.
func TestKilledUpdateLeavesOldOrNew(t *testing.T) {
	dir := realDir(t)
	path := filepath.Join(dir, "ledger.json")
	last := 0
	for round := range 25 {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		cmd := spawn(ctx, "grow", path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitForGrowth(t, path, last)
		for range round * 4 { // another moment each time
			_, _ = os.ReadFile(path)
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		cancel()
		n, err := generation(content(t, path), true)
		if err != nil || n <= last {
			t.Fatalf("after kill %d: generation %d after %d: %v", round, n, last, err)
		}
		last = n
		if n := countEntries(t, dir); n > 3 { // the file, the lock, one new file
			t.Fatalf("after kill %d there are %d entries", round, n)
		}
	}
	if err := grow(path); err != nil {
		t.Fatal(err)
	}
	wantEntries(t, dir, block(last+1), path)
}

// waitForGrowth returns once the file shows a later generation than last. What
// it reads on the way must always be whole: readers take no lock.
func waitForGrowth(t *testing.T, path string, last int) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		data, err := os.ReadFile(path)
		if os.IsNotExist(err) && last == 0 {
			continue
		}
		n := 0
		if err == nil {
			n, err = generation(string(data), true)
		}
		if err != nil {
			t.Error(fmt.Errorf("a reader saw: %w", err))
			return
		}
		if n > last {
			return
		}
	}
	t.Error("the file does not grow")
}

func countEntries(t *testing.T, dir string) int {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}
