package term

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// maxArgs bounds what is read of a command line.
const maxArgs = 32 << 10

// process is what /proc says of one.
type process struct {
	pid, parent, session int
	tty                  uint32 // device number of the controlling terminal; 0 none
	comm                 string
	exe                  string   // "" where it may not be read: another user's, or a privileged one
	args                 []string // may be rewritten by the process itself
}

// procfs is a /proc folder.
type procfs string

func (p procfs) path(pid int, rest string) string {
	return filepath.Join(string(p), strconv.Itoa(pid), rest)
}

// read is false for a process that is gone or hidden.
func (p procfs) read(pid int) (process, bool) {
	stat, err := os.ReadFile(p.path(pid, "stat"))
	if err != nil || pid <= 0 {
		return process{}, false
	}
	// the name stands in parentheses and may hold any character, these included
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 0 || end < open {
		return process{}, false
	}
	fields := strings.Fields(string(stat[end+1:])) // state ppid pgrp session tty_nr …
	if len(fields) < 5 {
		return process{}, false
	}
	var n [4]int
	for i := range n {
		if n[i], err = strconv.Atoi(fields[i+1]); err != nil {
			return process{}, false
		}
	}
	q := process{pid: pid, parent: n[0], session: n[2], tty: uint32(int32(n[3])), comm: string(stat[open+1 : end])}
	if exe, err := os.Readlink(p.path(pid, "exe")); err == nil {
		q.exe = strings.TrimSuffix(exe, " (deleted)") // upgraded while it runs
	}
	q.args = p.args(pid)
	return q, true
}

func (p procfs) args(pid int) []string {
	f, err := os.Open(p.path(pid, "cmdline"))
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxArgs))
	if err != nil || len(data) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\x00"), "\x00")
}

// chain is a process and those above it, nearest first; it ends where one is
// hidden or belongs to an outer world (a container's first process).
func (p procfs) chain(pid int) []process {
	const deepest = 128
	var all []process
	for len(all) < deepest {
		q, ok := p.read(pid)
		if !ok {
			break
		}
		all = append(all, q)
		pid = q.parent
	}
	return all
}
