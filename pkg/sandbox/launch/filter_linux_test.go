package launch

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// judge runs a plan's filter on one call, as the kernel would.
func judge(t *testing.T, p sandbox.Plan, arch uint32, call uintptr, args ...uint64) uint32 {
	t.Helper()
	raw, err := assemble(p)
	if err != nil {
		t.Fatal(err)
	}
	code, ok := bpf.Disassemble(raw)
	if !ok {
		t.Fatal("the filter has an instruction that is none")
	}
	vm, err := bpf.NewVM(code)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 64) // struct seccomp_data, each word as the machine here loads it
	word := func(at int, v uint32) {
		data[at], data[at+1], data[at+2], data[at+3] = byte(v>>24), byte(v>>16), byte(v>>8), byte(v)
	}
	word(offsetCall, uint32(call))
	word(offsetArch, arch)
	for i, a := range args {
		word(offsetArgs+8*i, uint32(a))
		word(offsetArgs+8*i+4, uint32(a>>32))
	}
	answer, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(answer)
}

// Facts 1.3: each pitfall of the filter, with the words it answers in.
func TestTheFilterAnswersEachPitfall(t *testing.T) {
	off, on := sandbox.Plan{Network: sandbox.NetworkOff}, sandbox.Plan{Network: sandbox.NetworkOn}
	alone := sandbox.Plan{Tier: sandbox.TierLandlock, Network: sandbox.NetworkOn}
	const high = 1 << 32
	for name, c := range map[string]struct {
		plan sandbox.Plan
		call uintptr
		args []uint64
		want uint32
	}{
		"read":                 {off, unix.SYS_READ, nil, answerAllow},
		"a plain clone":        {off, unix.SYS_CLONE, []uint64{unix.CLONE_VM | unix.CLONE_VFORK | 17}, answerAllow},
		"a thread":             {off, unix.SYS_CLONE, []uint64{unix.CLONE_VM | unix.CLONE_THREAD | unix.CLONE_SETTLS}, answerAllow},
		"a user namespace":     {off, unix.SYS_CLONE, []uint64{unix.CLONE_NEWUSER | 17}, refusal(unix.EPERM)},
		"one of the network":   {on, unix.SYS_UNSHARE, []uint64{unix.CLONE_NEWNET | unix.CLONE_FS}, refusal(unix.EPERM)},
		"one of the clock":     {off, unix.SYS_UNSHARE, []uint64{newTime}, refusal(unix.EPERM)},
		"a plain unshare":      {off, unix.SYS_UNSHARE, []uint64{unix.CLONE_FILES}, answerAllow},
		"clone3":               {off, unix.SYS_CLONE3, nil, refusal(unix.ENOSYS)},
		"io_uring":             {off, unix.SYS_IO_URING_SETUP, nil, refusal(unix.ENOSYS)},
		"keys":                 {off, unix.SYS_KEYCTL, nil, refusal(unix.EPERM)},
		"memory of others":     {off, unix.SYS_PROCESS_VM_READV, nil, refusal(unix.EPERM)},
		"a mount":              {off, unix.SYS_FSOPEN, nil, refusal(unix.EPERM)},
		"a set-user-ID file":   {on, unix.SYS_FCHMODAT, []uint64{0, 0, 0o4755}, refusal(unix.EPERM)},
		"by its descriptor":    {on, unix.SYS_FCHMOD, []uint64{3, 0o2755}, refusal(unix.EPERM)},
		"made as one":          {on, unix.SYS_OPENAT, []uint64{0, 0, unix.O_CREAT | unix.O_WRONLY, 0o4755}, refusal(unix.EPERM)},
		"made without a name":  {on, unix.SYS_OPENAT, []uint64{0, 0, unix.O_TMPFILE | unix.O_RDWR, 0o4755}, refusal(unix.EPERM)},
		"a mode nobody reads":  {on, unix.SYS_OPENAT, []uint64{0, 0, unix.O_RDONLY | unix.O_DIRECTORY, 0o4755}, answerAllow},
		"a plain mode":         {on, unix.SYS_FCHMODAT, []uint64{0, 0, 0o1777}, answerAllow},
		"a mode by a pointer":  {on, unix.SYS_OPENAT2, nil, refusal(unix.ENOSYS)},
		"typing for others":    {off, unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI}, refusal(unix.EPERM)},
		"typing, half high":    {off, unix.SYS_IOCTL, []uint64{0, high | unix.TIOCSTI}, refusal(unix.EPERM)},
		"the console":          {off, unix.SYS_IOCTL, []uint64{0, unix.TIOCLINUX}, refusal(unix.EPERM)},
		"a terminal's size":    {off, unix.SYS_IOCTL, []uint64{0, unix.TIOCGWINSZ}, answerAllow},
		"tcp":                  {off, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM}, answerAllow},
		"tcp 6":                {on, unix.SYS_SOCKET, []uint64{unix.AF_INET6, unix.SOCK_STREAM}, answerAllow},
		"a vsock":              {on, unix.SYS_SOCKET, []uint64{unix.AF_VSOCK, unix.SOCK_STREAM}, refusal(unix.EAFNOSUPPORT)},
		"the same, half high":  {on, unix.SYS_SOCKET, []uint64{high | unix.AF_VSOCK, unix.SOCK_STREAM}, refusal(unix.EAFNOSUPPORT)},
		"packets":              {on, unix.SYS_SOCKET, []uint64{unix.AF_PACKET, unix.SOCK_RAW}, refusal(unix.EAFNOSUPPORT)},
		"a pair":               {off, unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX, unix.SOCK_STREAM}, answerAllow},
		"a pair of another":    {off, unix.SYS_SOCKETPAIR, []uint64{unix.AF_TIPC, unix.SOCK_STREAM}, refusal(unix.EAFNOSUPPORT)},
		"routes":               {off, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_RAW, 0}, answerAllow},
		"the audit":            {on, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_AUDIT}, refusal(unix.EPROTONOSUPPORT)},
		"the kernel's events":  {on, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_KOBJECT_UEVENT}, refusal(unix.EPROTONOSUPPORT)},
		"mptcp without":        {off, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM, protocolMPTCP}, refusal(unix.EPROTONOSUPPORT)},
		"mptcp with a network": {on, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM, protocolMPTCP}, answerAllow},
		"a fast open":          {off, unix.SYS_SENDTO, []uint64{3, 0, 0, unix.MSG_FASTOPEN | unix.MSG_NOSIGNAL}, refusal(unix.EOPNOTSUPP)},
		"an ordinary message":  {off, unix.SYS_SENDMSG, []uint64{3, 0, unix.MSG_NOSIGNAL}, answerAllow},
		"a number of x32":      {off, x32Bit | unix.SYS_READ, nil, refusal(unix.ENOSYS)},
		"its own priority":     {alone, unix.SYS_SETPRIORITY, []uint64{unix.PRIO_PROCESS, 0, 5}, answerAllow},
		"everybody's priority": {alone, unix.SYS_SETPRIORITY, []uint64{unix.PRIO_USER, 0, 5}, refusal(unix.EPERM)},
		"everybody's disk":     {alone, unix.SYS_IOPRIO_SET, []uint64{3, 0, 3 << 13}, refusal(unix.EPERM)},
		"its own disk":         {alone, unix.SYS_IOPRIO_SET, []uint64{ioprioProcess, 0, 3 << 13}, answerAllow},
		"another's processor":  {alone, unix.SYS_SCHED_SETATTR, []uint64{7}, refusal(unix.EPERM)},
		"no number":            {off, uintptr(^uint32(0)), nil, refusal(unix.ENOSYS)},
	} {
		if got := judge(t, c.plan, nativeArch, c.call, c.args...); got != c.want {
			t.Errorf("%s: %#x, want %#x", name, got, c.want)
		}
	}
	for _, arch := range []uint32{unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM, 0} {
		if got := judge(t, off, arch, unix.SYS_READ); got != answerKill {
			t.Errorf("another processor's call: %#x", got)
		}
	}
	for _, call := range append(refusedCalls[:len(refusedCalls):len(refusedCalls)], refusedHere[:]...) {
		if got := judge(t, on, nativeArch, call); got != refusal(unix.EPERM) {
			t.Errorf("call %d: %#x", call, got)
		}
	}
}

// callsRole is a server that tries the network: its own loopback, and the port
// that is in its environment.
func callsRole() {
	own, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		_, err = net.Dial("tcp", own.Addr().String())
	}
	fmt.Println("own="+strconv.FormatBool(err == nil), err)
	_, err = net.Dial("tcp", os.Getenv("OUTSIDE"))
	fmt.Println("outside=" + strconv.FormatBool(err == nil))
	os.Exit(0)
}

// SPEC B1: without a network a server reaches itself and nobody else; with one it
// reaches this computer's too.
func TestTheNetworkIsThePlans(t *testing.T) {
	ordinary(t)
	outside, err := net.Listen("tcp", "127.0.0.1:0")
	noError(err)
	defer outside.Close()
	for network, reached := range map[sandbox.Network]string{sandbox.NetworkOff: "false", sandbox.NetworkOn: "true"} {
		p := planOf(t, "")
		p.Network, p.Program, p.Argv0, p.Args = network, myself(t), "calls", []string{"role:calls"}
		p.Files = []string{p.Program}
		p.Env = append(p.Env, "OUTSIDE="+outside.Addr().String())
		got := launched(t, p, "")
		if said := answers(got.out); got.status != 0 || said["own"] != "true <nil>" || said["outside"] != reached {
			t.Errorf("%s: %+v", network, got)
		}
	}
}
