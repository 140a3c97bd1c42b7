package launch

import (
	"errors"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// The second wall: whatever the root shows, Landlock opens no other file. The
// first one could have a hole; and it does not know what belongs to a socket's
// name or to a signal.
const (
	landlockRead  = ll.AccessFSExecute | ll.AccessFSReadFile | ll.AccessFSReadDir
	landlockWrite = landlockRead | ll.AccessFSWriteFile | ll.AccessFSTruncate | ll.AccessFSRemoveDir | ll.AccessFSRemoveFile |
		ll.AccessFSMakeDir | ll.AccessFSMakeReg | ll.AccessFSMakeSock | ll.AccessFSMakeFifo | ll.AccessFSMakeSym | ll.AccessFSRefer
	landlockOwn    = landlockWrite | ll.AccessFSResolveUnix // sockets by name, where they are the server's own
	landlockDevice = ll.AccessFSReadFile | ll.AccessFSReadDir | ll.AccessFSWriteFile | ll.AccessFSTruncate | ll.AccessFSIoctlDev

	// landlockFile is what a right on a single file may be.
	landlockFile = ll.AccessFSExecute | ll.AccessFSReadFile | ll.AccessFSWriteFile | ll.AccessFSTruncate | ll.AccessFSIoctlDev | ll.AccessFSResolveUnix
)

// landlockKnown is how many rights each version of Landlock knows, of those on
// files, those on the network and those on other processes: all are asked for.
var landlockKnown = [...]struct{ files, net, scopes int }{
	1: {13, 0, 0}, 2: {14, 0, 0}, 3: {15, 0, 0}, 4: {15, 2, 0}, 5: {16, 2, 0},
	6: {16, 2, 2}, 7: {16, 2, 2}, 8: {16, 2, 2}, 9: {17, 2, 2}, 10: {17, 4, 2},
}

// What an older Landlock cannot keep away, and no other step does.
var errAbstract = errors.New("with the network on it takes Landlock of version 6 (Linux 6.12) to keep the sockets without a file away")
var errTruncate = errors.New("without namespaces it takes Landlock of version 3 (Linux 6.2) to keep files from being emptied")

// landlock restricts this thread, and what is forked or executed from it, to the
// files of the plan.
func landlock(p sandbox.Plan) error {
	abi, err := ll.LandlockGetABIVersion()
	switch {
	case err != nil:
		return failed(stepLandlock, "", err)
	case p.Network == sandbox.NetworkOn && abi < 6:
		return failed(stepLandlock, "", errAbstract)
	case p.Tier == sandbox.TierLandlock && abi < 3:
		return failed(stepLandlock, "", errTruncate)
	}
	attr := handled(p, abi)
	fd, err := ll.LandlockCreateRuleset(&attr, 0)
	if err != nil {
		return failed(stepLandlock, "", err)
	}
	defer unix.Close(fd)
	for _, g := range grants(p) {
		if err := allow(fd, g, attr.HandledAccessFS); err != nil {
			return failed(stepLandlock, g.path, err)
		}
	}
	return failed(stepLandlock, "", ll.LandlockRestrictSelf(fd, 0))
}

// handled is everything that this kernel's Landlock can refuse. The network is
// refused only where no namespace keeps it away: inside an empty one the server
// may talk to itself.
func handled(p sandbox.Plan, abi int) ll.RulesetAttr {
	known := landlockKnown[min(abi, len(landlockKnown)-1)]
	attr := ll.RulesetAttr{HandledAccessFS: 1<<known.files - 1, Scoped: 1<<known.scopes - 1}
	if p.Tier == sandbox.TierLandlock && p.Network != sandbox.NetworkOn {
		attr.HandledAccessNet = 1<<known.net - 1
	}
	return attr
}

// grant is a path and what may be done there and below.
type grant struct {
	path     string
	rights   uint64
	optional bool // nothing is lost where it does not exist
}

// grants are the paths of the plan. Where the root is one of ours, all that it
// shows besides is the system's own and may be listed. A folder given below /tmp has
// the rights of /tmp too, for Landlock takes nothing out of a grant: there only the
// first wall, its mount, keeps it as it was given.
func grants(p sandbox.Plan) []grant {
	var out []grant
	add := func(optional bool, rights uint64, paths ...string) {
		for _, path := range paths {
			out = append(out, grant{path, rights, optional})
		}
	}
	add(true, landlockRead, systemFolders[:]...)
	add(true, landlockRead, systemFiles(p.Network)...)
	if p.Tier == sandbox.TierLandlock {
		add(true, landlockRead, openProc[:]...)
		for _, name := range devices {
			add(true, landlockDevice, "/dev/"+name)
		}
	} else {
		add(false, ll.AccessFSReadDir, "/")
		add(false, landlockRead, "/proc")
		add(false, landlockDevice, "/dev")
		add(false, landlockOwn, "/tmp", "/dev/shm")
	}
	add(false, landlockOwn, p.Data)
	add(false, landlockWrite, p.Write...)
	add(false, landlockRead, p.Read...)
	add(false, landlockRead, p.Runtimes...)
	add(false, landlockRead, p.Files...)
	return out
}

// allow adds one rule; what a path is decides which rights it can have.
func allow(ruleset int, g grant, known uint64) error {
	fd, err := unix.Open(g.path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err == unix.ENOENT && g.optional {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	rights := g.rights & known
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= landlockFile
	}
	return ll.LandlockAddPathBeneathRule(ruleset, &ll.PathBeneathAttr{AllowedAccess: rights, ParentFd: fd}, 0)
}
