package launch

import "usher/pkg/sandbox"

// What of the system every server sees, read-only: programs and libraries, and
// the pieces of /etc that these read to find names, zones and certificates.
// Nothing of it is a person's. Lists, not folders as a whole: /etc holds what
// only its owner may read, and inside a server may be that owner (pitfall 3).
var systemFolders = [...]string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"}

var etcFiles = [...]string{
	"/etc/alternatives", "/etc/ca-certificates", "/etc/crypto-policies", "/etc/fonts", "/etc/group", "/etc/hosts",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/locale.conf", "/etc/localtime", "/etc/mime.types",
	"/etc/nsswitch.conf", "/etc/os-release", "/etc/passwd", "/etc/pki", "/etc/protocols", "/etc/services", "/etc/ssl", "/etc/timezone",
}

// etcNetwork name other computers: for those who can reach them.
var etcNetwork = [...]string{"/etc/gai.conf", "/etc/host.conf", "/etc/resolv.conf"}

// etcHidden lie in the folders above and hold private keys.
var etcHidden = [...]string{"/etc/ssl/private", "/etc/pki/tls/private", "/etc/pki/CA/private", "/etc/pki/nssdb"}

var devices = [...]string{"full", "null", "random", "urandom", "zero"}

// openProc is what of the computer's own /proc a server may read where it has
// none of its own: itself, and numbers about the machine.
var openProc = [...]string{
	"/proc/self", "/proc/cpuinfo", "/proc/filesystems", "/proc/loadavg", "/proc/meminfo", "/proc/stat", "/proc/uptime", "/proc/version",
}

// procFixed stay as they are, although user 0 could write there without any
// capability (pitfall 3).
var procFixed = [...]string{
	"/proc/sys", "/proc/bus", "/proc/fs", "/proc/irq", "/proc/driver", "/proc/acpi", "/proc/dynamic_debug", "/proc/scsi",
}

// procHidden are not even read: the machine's memory, keys and messages.
var procHidden = [...]string{
	"/proc/kcore", "/proc/key-users", "/proc/keys", "/proc/kmsg", "/proc/latency_stats", "/proc/sched_debug",
	"/proc/sysrq-trigger", "/proc/timer_list",
}

// systemFiles are the pieces of /etc for a network.
func systemFiles(n sandbox.Network) []string {
	if n == sandbox.NetworkOn {
		return append(etcFiles[:len(etcFiles):len(etcFiles)], etcNetwork[:]...)
	}
	return etcFiles[:]
}
