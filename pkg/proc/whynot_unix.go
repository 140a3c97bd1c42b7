//go:build unix

package proc

import (
	"os"
	"strings"
	"syscall"
)

// errnoWords says an error of starting a process in words.
func errnoWords(errno syscall.Errno) string {
	switch errno {
	case syscall.EAGAIN:
		return "the limit on processes is reached"
	case syscall.ENOMEM:
		return "there is not enough memory"
	case syscall.EMFILE, syscall.ENFILE:
		return "the limit on open files is reached"
	case syscall.E2BIG:
		return "its arguments and environment are too long for this system"
	}
	return errno.Error()
}

// whyNot says in its own words why nothing was started (SPEC H9). The system
// gives one number for many causes, so the files are looked at afterwards.
func whyNot(s Spec, errno syscall.Errno) string {
	switch errno {
	case syscall.EAGAIN, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE, syscall.E2BIG:
		return errnoWords(errno)
	case syscall.ETXTBSY:
		return "the program " + s.Path + " is open for writing (text file busy)"
	}
	for _, look := range []func() string{
		func() string { return whyNotDir(s.Dir) },
		func() string { return whyNotFile("program", s.Path) },
		func() string { return whyNotFormat(s.Path, errno) },
	} {
		if why := look(); why != "" {
			return why
		}
	}
	return "the program " + s.Path + " could not be started: " + errno.Error()
}

func whyNotDir(dir string) string {
	what := "the working directory " + dir
	st, err := os.Stat(dir)
	switch {
	case err != nil:
		return what + whyNotReached(err)
	case !st.IsDir():
		return what + " is not a directory"
	case syscall.Access(dir, 1) != nil:
		return what + " cannot be entered: permission denied"
	}
	return ""
}

// whyNotFile says why a file cannot be executed, as far as its kind and mode go.
func whyNotFile(kind, path string) string {
	what := "the " + kind + " " + path
	st, err := os.Stat(path)
	switch {
	case err != nil:
		if to, linkErr := os.Readlink(path); linkErr == nil && os.IsNotExist(err) {
			return what + " is a link to " + to + ", which does not exist"
		}
		return what + whyNotReached(err)
	case st.IsDir():
		return what + " is a directory"
	case !st.Mode().IsRegular():
		return what + " is not a regular file"
	case st.Mode()&0o111 == 0 || syscall.Access(path, 1) != nil:
		return what + " is not executable"
	}
	return ""
}

func whyNotReached(err error) string {
	var errno syscall.Errno
	if e, ok := err.(*os.PathError); ok {
		errno, _ = e.Err.(syscall.Errno)
	}
	switch errno {
	case syscall.ENOENT:
		return " does not exist"
	case syscall.ENOTDIR:
		return " does not exist: a part of its path is not a directory"
	case syscall.ELOOP:
		return " cannot be reached: its links go round in a circle"
	case syscall.EACCES:
		return " cannot be reached: permission denied"
	}
	return " cannot be reached: " + errno.Error()
}

// whyNotFormat looks at the first bytes of a file that is executable.
func whyNotFormat(path string, errno syscall.Errno) string {
	head, err := firstBytes(path)
	if err != nil {
		return ""
	}
	const bom = "\xef\xbb\xbf"
	switch {
	case len(head) == 0:
		return "exec format error: " + path + " is empty"
	case strings.HasPrefix(head, "#!"):
		return whyNotInterpreter(path, firstLine(head))
	case strings.HasPrefix(head, bom+"#!"):
		return "exec format error: " + path + " has a byte order mark before its interpreter line"
	case strings.HasPrefix(head, "\x7fELF") && errno == syscall.ENOENT:
		return "the program " + path + " needs a loader that does not exist on this system"
	case strings.HasPrefix(head, "\x7fELF") && errno == syscall.ENOEXEC:
		return "exec format error: " + path + " is made for another kind of computer, or is damaged"
	case errno == syscall.ENOEXEC:
		return "exec format error: " + path + " has no interpreter line (#!)"
	}
	return ""
}

func whyNotInterpreter(path, line string) string {
	if strings.HasSuffix(line, "\r") {
		return "the program " + path + " cannot run: its first line ends in CR LF"
	}
	fields := strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' || c == 0 })
	if len(fields) == 0 {
		return "exec format error: " + path + " names no interpreter in its first line"
	}
	if why := whyNotFile("interpreter", fields[0]); why != "" {
		return "the program " + path + " cannot run: its" + strings.TrimPrefix(why, "the")
	}
	return ""
}

// whyUnfound explains an ending that looks like a hook's own failure and is not:
// env did not find an interpreter whose name ends in CR.
func whyUnfound(s Spec, code int) string {
	if code != 126 && code != 127 {
		return ""
	}
	head, err := firstBytes(s.Path)
	if line := firstLine(head); err == nil && strings.HasPrefix(head, "#!") && strings.HasSuffix(line, "\r") {
		return "the program " + s.Path + " cannot run: its first line ends in CR LF"
	}
	return ""
}

// firstLine is the line after "#!", with the CR of a CR LF.
func firstLine(head string) string {
	line, _, _ := strings.Cut(strings.TrimPrefix(head, "#!"), "\n")
	return line
}

// firstBytes reads what the kernel looks at; it does not wait for a FIFO.
func firstBytes(path string) (string, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer syscall.Close(fd)
	buf := make([]byte, 512)
	n, err := syscall.Read(fd, buf)
	return string(buf[:max(n, 0)]), err
}
