//go:build unix

package trust

import (
	"os"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A08, T4, trust-12: whoever swaps files while a folder is read gets no byte
// into a trusted folder: what is trusted holds the trusted bytes and no others,
// however the file was put there.
func TestSwappedFilesAreNeverTrusted_T4_A08(t *testing.T) {
	good := tree{
		".usher/mcp.json":          "node tools/x.js good\n",
		".usher/skills/s/SKILL.md": "good skill",
		"tools/x.js":               "good()",
	}
	evil := tree{
		".usher/mcp.json":          "node tools/y.js evil\n",
		".usher/skills/s/SKILL.md": "evil skill",
		"tools/x.js":               "evil()",
	}
	ways := map[string]func(path, text string) error{
		"rename": func(path, text string) error {
			return errFirst(os.WriteFile(path+".new", []byte(text), 0o644), os.Rename(path+".new", path))
		},
		"write over": func(path, text string) error { return os.WriteFile(path, []byte(text), 0o644) },
		"link": func(path, text string) error {
			return errFirst(os.WriteFile(path+".real", []byte(text), 0o644), os.Symlink(path+".real", path+".l"), os.Rename(path+".l", path),
				os.WriteFile(path+".new", []byte(text), 0o644), os.Rename(path+".new", path))
		},
		"FIFO": func(path, text string) error {
			return errFirst(syscall.Mkfifo(path+".p", 0o644), os.Rename(path+".p", path),
				os.WriteFile(path+".new", []byte(text), 0o644), os.Rename(path+".new", path))
		},
	}
	for way, swap := range ways {
		for name := range good {
			if name == ".usher/skills/s/SKILL.md" && way != "write over" {
				continue // the other files of the swap would count as the skill's own
			}
			t.Run(way+" "+name, func(t *testing.T) {
				dir := good.in(t, newFolder(t))
				l := trusted(t, dir)
				race(t, dir, good, l, func(i int) error {
					text := good[name]
					if i%2 == 0 {
						text = evil[name]
					}
					return swap(at(dir, name), text)
				})
			})
		}
	}
	t.Run("whole layout", func(t *testing.T) {
		dir := good.in(t, newFolder(t))
		l := trusted(t, dir)
		now, other := at(dir, ".usher"), at(dir, ".evil")
		for name, text := range evil {
			if name != "tools/x.js" {
				put(t, dir, ".evil"+name[len(".usher"):], text)
			}
		}
		race(t, dir, good, l, func(int) error {
			return errFirst(os.Rename(now, now+".1"), os.Rename(other, now), os.Rename(now+".1", other))
		})
	})
}

// race reads a folder again and again while swap is called without end.
func race(t *testing.T, dir string, good tree, l *Ledger, swap func(i int) error) {
	t.Helper()
	var wait sync.WaitGroup
	stop := make(chan struct{})
	wait.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := swap(i); err != nil {
				t.Error(err)
				return
			}
		}
	})
	defer wait.Wait()
	defer close(stop)
	seen := map[State]int{}
	for end := time.Now().Add(150 * time.Millisecond); time.Now().Before(end) || seen[Trusted] == 0 || len(seen) == 1; {
		f := ReadFolder(dir, words)
		s := l.FolderState(f)
		if seen[s]++; s == Trusted {
			wantBytes(t, f, good)
		}
		if time.Since(end) > 20*time.Second { // both must be seen, or nothing is proved
			t.Fatalf("saw only %v", seen)
		}
	}
}

func wantBytes(t *testing.T, f Folder, want tree) {
	t.Helper()
	if len(f.Files) != len(want) {
		t.Fatalf("a trusted folder holds %d files", len(f.Files))
	}
	for _, a := range f.Files {
		if string(a.Data) != want[a.Path] {
			t.Fatalf("a trusted folder holds %q in %s", a.Data, a.Path)
		}
	}
}
