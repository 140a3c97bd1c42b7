//go:build linux && !race

package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"usher/pkg/effective"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

// freshHouse is a house with something of everything that a reading looks at.
func freshHouse(t *testing.T, dir string) *app {
	t.Helper()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string, mode fs.FileMode) {
		t.Helper()
		path := filepath.Join(dir, name)
		ok(os.MkdirAll(filepath.Dir(path), 0o700))
		ok(os.WriteFile(path, []byte(text), mode))
	}
	write("real/home/mcp.json", `{"servers":[{"id":"a","command":"prog","args":["linked.txt"]},{"id":"b","command":"/bin/cat","sandbox":{"read":["`+dir+`/grant"]}},{"id":"c","url":"https://example.com/mcp"}]}`, 0o600)
	write("real/home/hooks.json", `{"hooks":[{"name":"h","event":"PreToolUse","match":"x__*","command":"/bin/true"}]}`, 0o600)
	write("real/home/skills/one/SKILL.md", "---\ndescription: x\n---\n", 0o600)
	write("real/home/linked.txt.real", "", 0o600)
	ok(os.Symlink("linked.txt.real", filepath.Join(dir, "real/home/linked.txt")))
	write("grant/x", "", 0o600)
	write("bin2/prog.real", "#!/bin/sh\n", 0o755)
	ok(os.Symlink("prog.real", filepath.Join(dir, "bin2/prog")))
	ok(os.MkdirAll(filepath.Join(dir, "bin1"), 0o700))
	ok(os.Symlink("real", filepath.Join(dir, "way")))
	write("work/proj/.usher/mcp.json", `{"servers":[{"id":"p","command":"./tools/serve.sh","args":["--file=${workspace}/data.txt","later.txt"]}]}`, 0o600)
	write("work/proj/.usher/hooks.json", `{"hooks":[{"name":"g","event":"PreToolUse","match":"*","command":"./tools/guard.sh"}]}`, 0o600)
	write("work/proj/.usher/skills/two/SKILL.md", "---\ndescription: y\n---\n", 0o600)
	write("work/proj/tools/serve.sh", "#!/bin/sh\n", 0o700)
	write("work/proj/tools/guard.sh", "#!/bin/sh\n", 0o700)
	write("work/proj/data.txt", "x", 0o600)
	ok(os.MkdirAll(filepath.Join(dir, "work/proj/sub"), 0o700))
	ok(os.MkdirAll(filepath.Join(dir, "state"), 0o700))
	f := trust.ReadFolder(filepath.Join(dir, "work/proj"), effective.Refs)
	ok(trust.ChangeLedger(context.Background(), filepath.Join(dir, "state"), func(l *trust.Ledger) error { return l.TrustFolder(f, true, false) }))
	return &app{Env: Env{
		Environ: []string{"HOME=" + dir + "/me", "PATH=" + dir + "/bin1:" + dir + "/bin2:/usr/bin:/bin", "USHER_HOME=" + dir + "/way/home", "USHER_STATE=" + dir + "/state", "USHER_DATA=" + dir + "/data"},
		WorkDir: filepath.Join(dir, "work/proj/sub"), MachineDir: filepath.Join(dir, "machine"),
	}, detected: &detected{}}
}

// settled reads until nothing is so fresh that a change might be missed.
func (f *fresh) settled(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		g, err := f.ground()
		if err != nil {
			t.Fatal(err)
		}
		if f.marks.Same() {
			if len(g.Set.Servers) != 4 || g.Project.State != trust.Trusted || len(g.Blocks) > 0 {
				t.Fatalf("%d servers, the folder is %s, %v", len(g.Set.Servers), g.Project.State, g.Blocks)
			}
			return
		}
		if time.Now().After(deadline) {
			if _, exact := safefile.MarksOf([]safefile.Watch{{Path: f.app.WorkDir}}); exact { // nobody touched it since
				t.Fatal("nothing changes, and everything is read again and again")
			}
			t.Skip("this file system does not keep the times of changes exactly (see safefile.MarksOf), so everything is read each time")
		}
	}
}

// SPEC V4: whatever a decision rests on, a change of it is seen by the next call; and
// as long as nothing changes nothing is read again.
func TestEveryChangeIsSeenByTheNextCall_V4(t *testing.T) {
	t.Parallel()
	steps := map[string]func(dir string) error{}
	for _, name := range []string{
		"real/home/mcp.json", "real/home/hooks.json", "state/ledger.json", "work/proj/.usher/mcp.json", "work/proj/.usher/hooks.json",
		"work/proj/.usher/skills/two/SKILL.md", "work/proj/tools/serve.sh", "work/proj/tools/guard.sh", "work/proj/data.txt", "real/home/skills/one/SKILL.md",
	} {
		steps["written over in place, same size: "+name] = func(dir string) error {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return err
			}
			at, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer at.Close()
			info, _ := at.Stat()
			if _, err := at.Write(data); err != nil {
				return err
			}
			return os.Chtimes(filepath.Join(dir, name), time.Time{}, info.ModTime()) // its time put back
		}
		steps["mode: "+name] = func(dir string) error { return os.Chmod(filepath.Join(dir, name), 0o666) }
		steps["gone: "+name] = func(dir string) error { return os.Remove(filepath.Join(dir, name)) }
		steps["replaced: "+name] = func(dir string) error {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path+".new", nil, 0o600); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		}
	}
	for _, name := range []string{
		"machine/policy.json", "real/home/policy.json", "real/home/settings.json", "real/home/prompts/x.md", "work/proj/.mcp.json", "work/proj/.kkss/assistant/hooks.json",
		"work/proj/.claude/skills/z/SKILL.md", "work/proj/.usher/skills/two/more.txt", "work/proj/later.txt", "bin1/prog", "real/home/skills/new/SKILL.md",
	} {
		steps["new: "+name] = func(dir string) error {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return err
			}
			return os.WriteFile(path, []byte("{}"), 0o700)
		}
	}
	for _, name := range []string{"real/home", "work/proj", "work", "state", "real", "work/proj/.usher", "work/proj/tools"} {
		steps["another folder in the place of "+name] = func(dir string) error {
			path := filepath.Join(dir, name)
			if err := os.Rename(path, path+".old"); err != nil {
				return err
			}
			return os.CopyFS(path, os.DirFS(path+".old"))
		}
		steps["open to all: "+name] = func(dir string) error { return os.Chmod(filepath.Join(dir, name), 0o777) }
	}
	for link, to := range map[string]string{"way": "elsewhere", "real/home/linked.txt": "x", "bin2/prog": "/bin/false"} {
		steps["another link: "+link] = func(dir string) error {
			path := filepath.Join(dir, link)
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Symlink(to, path)
		}
	}
	steps["the program changed"] = func(dir string) error {
		return os.WriteFile(filepath.Join(dir, "bin2/prog.real"), []byte("#!/bin/bash\n"), 0o755)
	}
	steps["a granted folder is a link now"] = func(dir string) error {
		if err := os.Rename(filepath.Join(dir, "grant"), filepath.Join(dir, "grant2")); err != nil {
			return err
		}
		return os.Symlink("grant2", filepath.Join(dir, "grant"))
	}
	for what, step := range steps {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			f := &fresh{app: freshHouse(t, dir)}
			f.settled(t)
			before := f.last.Standing
			if g, err := f.ground(); err != nil || g.Standing != before {
				t.Fatalf("read again though nothing changed: %v", err)
			}
			if err := step(dir); err != nil {
				t.Fatal(err)
			}
			if g, err := f.ground(); err == nil && g.Standing == before {
				t.Error("what was read before is used")
			}
		})
	}
}

// freshChild has the test's program read once under strace.
const freshChild = "USHER_TEST_FRESH"

// SPEC V4: what is watched is all that a reading looks at, asked of the system itself.
func TestAllThatIsLookedAtIsWatched_V4(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv(freshChild); dir != "" {
		f := &fresh{app: &app{}}
		if err := json.Unmarshal([]byte(os.Getenv(freshChild+"_ENV")), &f.app.Env); err != nil {
			t.Fatal(err)
		}
		f.app.detected = &detected{}
		_, _ = os.Lstat("/begin-here")
		_, paths, err := f.read()
		_, _ = os.Lstat("/end-here")
		if err != nil || paths == nil {
			t.Fatalf("%v %v", paths, err)
		}
		out, _ := json.Marshal(paths)
		if err := os.WriteFile(filepath.Join(dir, "watched"), out, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a := freshHouse(t, dir)
	env, _ := json.Marshal(Env{Environ: a.Environ, WorkDir: a.WorkDir, MachineDir: a.MachineDir})
	log := filepath.Join(dir, "strace.log")
	c := exec.Command("/usr/bin/strace", "-f", "-y", "-qq", "-s", "4096", "-o", log, "-e", "trace=%file,openat,openat2,newfstatat,readlinkat,getdents64,fgetxattr",
		os.Args[0], "-test.run=^TestAllThatIsLookedAtIsWatched_V4$")
	c.Env = []string{"PATH=/usr/bin:/bin", freshChild + "=" + dir, freshChild + "_ENV=" + string(env), rootVarOf(dir)}
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "watched"))
	if err != nil {
		t.Fatal(err)
	}
	watched := map[string]bool{}
	if err := json.Unmarshal(data, &watched); err != nil {
		t.Fatal(err)
	}
	trace, _ := os.ReadFile(log)
	_, part, ok := strings.Cut(string(trace), `"/begin-here"`)
	part, _, ok2 := strings.Cut(part, `"/end-here"`)
	if !ok || !ok2 {
		t.Fatalf("the reading is not in the trace:\n%.2000s", trace)
	}
	call := regexp.MustCompile(`(?m)^\d+ +\w+\((?:(AT_FDCWD)(?:<[^>]*>)?, |\d+<([^>]*)>, )?"((?:[^"\\]|\\.)*)"`)
	looked, self := 0, filepath.Dir(os.Args[0]) // where usher and its siblings lie: whether a program is usher itself
	for _, m := range call.FindAllStringSubmatch(part, -1) {
		path := m[3]
		if !filepath.IsAbs(path) {
			path = filepath.Join(m[2], path)
		}
		path = filepath.Clean(path)
		switch {
		case strings.HasPrefix(path, "/proc/"), strings.HasPrefix(path, "/sys/"), strings.HasPrefix(path, "/etc/"), // the process, and who its groups are
			strings.HasPrefix(path+"/", self+"/"), path == filepath.Dir(self):
			continue
		}
		looked++
		if !covered(watched, path) {
			t.Errorf("looked at and not watched: %s", path)
		}
	}
	if looked < 60 {
		t.Errorf("%d looks in the trace:\n%s", looked, part)
	}
}

// covered: watched itself, below something that is watched as absent or as a file, or
// absent in a folder whose names are watched.
func covered(watched map[string]bool, path string) bool {
	if _, ok := watched[path]; ok {
		return true
	}
	if place, ok := watched[filepath.Dir(path)]; ok && !place {
		if _, err := os.Lstat(path); os.IsNotExist(err) {
			return true
		}
	}
	for at := filepath.Dir(path); at != "/"; at = filepath.Dir(at) {
		if _, ok := watched[at]; ok {
			info, err := os.Lstat(at)
			return err != nil || !info.IsDir()
		}
	}
	return false
}

// rootVarOf keeps TestMain from building the programs once more.
func rootVarOf(dir string) string { return fmt.Sprintf("USHER_TEST_ROOT=%s", dir) }
