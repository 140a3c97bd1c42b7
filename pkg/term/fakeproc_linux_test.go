package term

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// made is a process of a made-up /proc.
type made struct {
	pid, parent, session int
	pts                  int // its terminal is /dev/pts/N; -1 none, -2 a console, -3 a BSD pseudo-terminal
	comm, exe            string
	args                 []string
	masters              []int // it holds the other side of these
	hidden               bool  // what it has open may not be seen, nor its file
}

func (m made) tty() int {
	switch m.pts {
	case -1:
		return 0
	case -2:
		return 4<<8 | 1
	case -3:
		return 3<<8 | 7
	}
	return 136<<8 | m.pts&0xff | m.pts&^0xff<<12
}

// madeProc writes a /proc with these processes.
func madeProc(t *testing.T, all []made) string {
	t.Helper()
	root := t.TempDir()
	put := func(path, text string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, path string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
	}
	put(filepath.Join(root, "uptime"), "1 1\n")
	for _, m := range all {
		dir := filepath.Join(root, strconv.Itoa(m.pid))
		put(filepath.Join(dir, "stat"), fmt.Sprintf("%d (%s) S %d %d %d %d -1 4194304 0\n", m.pid, m.comm, m.parent, m.session, m.session, m.tty()))
		args := ""
		if len(m.args) > 0 {
			args = strings.Join(m.args, "\x00") + "\x00"
		}
		put(filepath.Join(dir, "cmdline"), args)
		if m.hidden {
			put(filepath.Join(dir, "fd"), "a file here cannot be listed, also not by root")
			continue
		}
		if m.exe != "" {
			link(m.exe, filepath.Join(dir, "exe"))
		}
		link("/dev/null", filepath.Join(dir, "fd/0"))
		put(filepath.Join(dir, "fdinfo/0"), "pos:\t0\nflags:\t0100000\n")
		for i, n := range m.masters {
			fd := strconv.Itoa(i + 5)
			link("/dev/ptmx", filepath.Join(dir, "fd", fd))
			put(filepath.Join(dir, "fdinfo", fd), fmt.Sprintf("pos:\t0\nflags:\t02\nmnt_id:\t23\nino:\t9\ntty-index:\t%d\n", n))
		}
	}
	return root
}

func writeStat(t *testing.T, root, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root, "100/stat"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
