package launch

import "golang.org/x/sys/unix"

// probe is the trial, run as the server.
func probe(args []string) int {
	t, ok := readTrial(args)
	if !ok {
		return ByHand
	}
	for _, try := range [...]func(Trial) string{tryFiles, tryPrivileges, tryKernel, tryDescriptors, tryProcesses, tryNetwork} {
		if wrong := try(t); wrong != "" {
			_, _ = unix.Write(1, []byte(wrong+"\n"))
			return TrialFailed
		}
	}
	_, _ = unix.Write(1, []byte(TrialHeld))
	return 0
}

func tryFiles(t Trial) string {
	mark := t.Data + "/mark"
	fd, err := unix.Open(mark, unix.O_CREAT|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return "the server's own folder could not be written: " + err.Error()
	}
	_ = unix.Close(fd)
	if err := unix.Unlink(mark); err != nil {
		return "a file of its own could not be removed: " + err.Error()
	}
	if fd, err := unix.Open(t.Hidden, unix.O_RDONLY|unix.O_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		return "a hidden file could be read"
	}
	var st unix.Stat_t
	if t.Namespaces && unix.Stat(t.Hidden, &st) == nil {
		return "a hidden file could be seen"
	}
	outside := t.Hidden + ".made"
	if fd, err := unix.Open(outside, unix.O_CREAT|unix.O_EXCL|unix.O_WRONLY|unix.O_CLOEXEC, 0o600); err == nil {
		_ = unix.Close(fd)
		return "a file outside of its folders could be made"
	}
	return ""
}

func tryPrivileges(Trial) string {
	if n, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); err != nil || n != 1 {
		return "new privileges could be had"
	}
	if n, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0); err != nil || n != unix.SECCOMP_MODE_FILTER {
		return "system calls were not filtered"
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var caps [2]unix.CapUserData
	if err := unix.Capget(&head, &caps[0]); err != nil || caps[0].Effective|caps[1].Effective|caps[0].Permitted|caps[1].Permitted != 0 {
		return "capabilities were left"
	}
	return ""
}

func tryKernel(Trial) string {
	if unix.Unshare(unix.CLONE_NEWUSER) == nil {
		return "namespaces could be made"
	}
	if _, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, false); err == nil {
		return "the session's keyring could be reached"
	}
	return ""
}

// tryDescriptors looks at what a fork would hand on: this program's own are all
// closed when another is executed.
func tryDescriptors(Trial) string {
	for fd := uintptr(3); fd < 256; fd++ {
		if flags, err := unix.FcntlInt(fd, unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
			return "a descriptor of another program was open"
		}
	}
	return ""
}

// aloneBelow is beyond any process number that a fresh namespace has given out.
const aloneBelow = 64

func tryProcesses(t Trial) string {
	if t.Namespaces && unix.Getpid() >= aloneBelow {
		return "other processes could be seen"
	}
	return ""
}

func tryNetwork(t Trial) string {
	err := dial([4]byte{127, 0, 0, 1}, t.Port)
	switch {
	case t.Local && err != nil:
		return "this computer could not be reached: " + err.Error()
	case !t.Local && err == nil:
		return "this computer could be reached"
	}
	// An address that is kept for documents: nobody is there, and a sandbox without
	// a network does not even try.
	if err := dial([4]byte{192, 0, 2, 1}, 9); err == nil || err == unix.EINPROGRESS || err == unix.EAGAIN {
		return "another computer could be reached"
	}
	return trySocket(t.Socket)
}

// trySocket asks for a socket of another program by its name.
func trySocket(path string) string {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return ""
	}
	defer unix.Close(fd)
	if unix.Connect(fd, &unix.SockaddrUnix{Name: path}) == nil {
		return "another program's socket could be reached"
	}
	return ""
}

// dial connects without waiting where the network would have to answer.
func dial(host [4]byte, port int) error {
	kind := unix.SOCK_STREAM | unix.SOCK_CLOEXEC
	if host[0] != 127 {
		kind |= unix.SOCK_NONBLOCK
	}
	fd, err := unix.Socket(unix.AF_INET, kind, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Connect(fd, &unix.SockaddrInet4{Port: port, Addr: host})
}
