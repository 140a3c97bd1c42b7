package launch

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// inside looks at files as a process of the cage sees them.
type inside struct {
	root   int    // its root folder
	folder string // its working directory, from there
}

// lookAgain bounds how often a look-up is repeated that a rename broke up.
const lookAgain = 16

func enter(pid int) (in inside, errno unix.Errno) {
	at := "/proc/" + strconv.Itoa(pid)
	root, err := unix.Open(at+"/root", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return in, unix.EACCES
	}
	// The text may be old when it is used. What counts is where the file lies that
	// is found by it.
	folder, err := os.Readlink(at + "/cwd")
	if err != nil {
		folder = "/"
	}
	return inside{root, folder}, 0
}

func (in inside) leave() { _ = unix.Close(in.root) }

// open finds a file without opening it. No link of any kind leads out of the root.
func (in inside) open(path string) (int, unix.Errno) {
	if path[0] != '/' {
		path = in.folder + "/" + path
	}
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_IN_ROOT | unix.RESOLVE_NO_MAGICLINKS}
	for range lookAgain {
		fd, err := unix.Openat2(in.root, path, &how)
		if err == nil {
			return fd, 0
		}
		if err != unix.EAGAIN && err != unix.EINTR {
			return -1, errnoOf(err)
		}
	}
	return -1, unix.EAGAIN
}

// mount is the root of the mount that is at a path; false: no mount begins there.
func (in inside) mount(path string) (unix.Statx_t, bool) {
	fd, errno := in.open(path)
	if errno != 0 {
		return unix.Statx_t{}, false
	}
	defer unix.Close(fd)
	at, ok := look(fd)
	return at, ok && at.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
}

// look says what an open file is and in which mount it was found.
func look(fd int) (at unix.Statx_t, ok bool) {
	err := unix.Statx(fd, "", unix.AT_EMPTY_PATH, unix.STATX_INO|unix.STATX_MNT_ID, &at)
	return at, err == nil && at.Mask&unix.STATX_MNT_ID != 0
}

func sameDevice(a, b unix.Statx_t) bool {
	return a.Dev_major == b.Dev_major && a.Dev_minor == b.Dev_minor
}

// process is the number of the process that a thread is of; 0: not to be found.
func process(thread int) int {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(thread) + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "\nTgid:\t")
	line, _, _ := strings.Cut(rest, "\n")
	pid, _ := strconv.Atoi(line)
	return pid
}
