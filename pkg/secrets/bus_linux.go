package secrets

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"usher/pkg/secrets/wire"
)

const busVar = "DBUS_SESSION_BUS_ADDRESS"

// reachable is the variable that tells the helper where the session bus is, or
// wire.Absent where there is none: then no helper is started. The address is
// always given, for a helper without one would start dbus-launch before its
// main. Only a socket on this computer is taken, the person's own or root's,
// since values cross the bus as they are.
func reachable(environ []string) (env []string, code wire.Code) {
	address := variable(environ, busVar)
	if address == "" || strings.HasPrefix(address, "autolaunch:") {
		folder := variable(environ, "XDG_RUNTIME_DIR")
		if folder == "" {
			folder = filepath.Join("/run/user", strconv.Itoa(os.Geteuid()))
		}
		address = "unix:path=" + folder + "/bus"
	}
	for one := range strings.SplitSeq(address, ";") {
		if one == "" {
			continue
		}
		if !local(one) {
			return nil, wire.Absent
		}
	}
	return []string{busVar + "=" + address}, wire.OK
}

// local reports whether one address of a bus is a socket on this computer.
func local(address string) bool {
	rest, unix := strings.CutPrefix(address, "unix:")
	if !unix {
		return false
	}
	for pair := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(pair, "=")
		switch name {
		case "path":
			path, err := url.PathUnescape(value)
			return err == nil && filepath.IsAbs(path) && ownSocket(path)
		case "abstract":
			return value != ""
		}
	}
	return false
}

func ownSocket(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&fs.ModeSocket == 0 {
		return false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && (st.Uid == 0 || int(st.Uid) == os.Geteuid())
}

// variable is the last of a name, "" where there is none.
func variable(environ []string, name string) (value string) {
	for _, entry := range environ {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value = v
		}
	}
	return value
}
