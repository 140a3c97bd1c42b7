package tiers

import (
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// settings reads the kernel's word, a few small files.
func settings() Settings {
	s := Settings{
		MaxUserNamespaces:  value("/proc/sys/user/max_user_namespaces"),
		UnprivilegedClone:  value("/proc/sys/kernel/unprivileged_userns_clone"),
		AppArmorRestricted: value("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
		UserNamespaces:     exists("/proc/self/ns/user"),
		Container:          exists("/.dockerenv") || exists("/run/.containerenv"),
		Root:               os.Geteuid() == 0,
	}
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno == 0 {
		s.Landlock = int(version)
	}
	s.LandlockOff = errors.Is(errno, unix.EOPNOTSUPP)
	status := value("/proc/self/status")
	s.Filter = strings.Contains(status, "\nSeccomp:")
	s.Filtered = strings.Contains(status, "\nSeccomp:\t2")
	return s
}

func value(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data[:min(len(data), 8192)]))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
