//go:build unix

package safefile

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// child is what this binary does as another process.
func child(what string, args []string) int {
	var err error
	switch what {
	case "add": // path, line: adds one line
		err = add(args[0], args[1])
	case "grow": // path: adds numbered blocks for ever; dies by a signal
		for err == nil {
			err = grow(args[0])
		}
	case "hold": // path: takes the lock, says so, and keeps it until stdin ends
		err = hold(args[0])
	case "private": // umask, dir, path: makes a folder and a file in it
		err = umasked(args)
	case "full": // path: a file size limit of 0 lets nothing be written
		err = limited(args[0])
	default:
		err = fmt.Errorf("no child does %q", what)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func add(path, line string) error {
	return Update(context.Background(), Change{Path: path, Wait: patience}, func(old []byte, _ bool) ([]byte, error) {
		return append(old, line+"\n"...), nil
	})
}

// block is one generation of the crash test's file: its first line is the
// generation, the rest repeats it, so that a part of one is never taken for whole.
func block(n int) string { return strings.Repeat(strconv.Itoa(n)+"\n", 3000) }

func grow(path string) error {
	return Update(context.Background(), Change{Path: path, Wait: patience}, func(old []byte, exists bool) ([]byte, error) {
		n, err := generation(string(old), exists)
		return []byte(block(n + 1)), err
	})
}

// generation is the number of a whole block; 0 for no file.
func generation(text string, exists bool) (int, error) {
	if !exists {
		return 0, nil
	}
	first, _, _ := strings.Cut(text, "\n")
	n, err := strconv.Atoi(first)
	if err != nil || n < 1 || text != block(n) {
		return 0, fmt.Errorf("the file is a part: %d bytes", len(text))
	}
	return n, nil
}

func hold(path string) error {
	return Update(context.Background(), Change{Path: path}, func([]byte, bool) ([]byte, error) {
		fmt.Println("held")
		var b [1]byte
		_, _ = os.Stdin.Read(b[:])
		return nil, nil
	})
}

func umasked(args []string) error {
	mask, err := strconv.ParseInt(args[0], 8, 32)
	if err != nil {
		return err
	}
	syscall.Umask(int(mask))
	if err := Private(args[1]); err != nil {
		return err
	}
	for range 2 { // the second finds what the first made
		if err := add(args[2], "x"); err != nil {
			return err
		}
	}
	return nil
}

func limited(path string) error {
	none := syscall.Rlimit{Cur: 0, Max: 0}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &none); err != nil {
		return err
	}
	return Update(context.Background(), Change{Path: path, Wait: time.Second}, func([]byte, bool) ([]byte, error) {
		return []byte("new"), nil
	})
}
