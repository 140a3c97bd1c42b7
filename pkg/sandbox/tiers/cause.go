package tiers

import (
	"strings"

	"usher/pkg/sandbox"
)

// Cause is what is missing, in words, and how to mend it: commands, or one
// sentence where there is none.
type Cause struct {
	What string
	Mend []string
	All  bool // no program can build a sandbox here, bubblewrap as little as usher
}

// Cause explains what was seen of a tier by the kernel's settings (SPEC B4).
// What nothing explains is given in the words of the program that failed.
func (e Evidence) Cause(s Settings) Cause {
	if short(e, s) {
		return shortCause(e, s)
	}
	if e.Tier != sandbox.TierSeatbelt && (e.Sign == SignStage || e.Sign == SignDied) {
		for _, row := range kernelCauses {
			if row.fits(e, s) {
				return row.cause(e, s)
			}
		}
	}
	return e.plain()
}

// kernelCauses are read from the top: a setting that forbids all comes before the
// words that could have several reasons.
var kernelCauses = [...]struct {
	fits  func(Evidence, Settings) bool
	cause func(Evidence, Settings) Cause
}{
	{noLandlock, landlockCause},
	{unanswered, unansweredCause},
	{noFilter, filterCause},
	{oldLandlock, oldLandlockCause},
	{noneAllowed, noneAllowedCause},
	{debianForbids, debianCause},
	{notBuiltIn, notBuiltInCause},
	{usedUp, usedUpCause},
	{appArmorForbids, appArmorCause},
	{maskedProc, maskedProcCause},
	{containerForbids, containerCause},
	{forbidden, forbiddenCause},
}

func noLandlock(e Evidence, s Settings) bool {
	return s.Landlock == 0 && (e.Tier == sandbox.TierLandlock || e.says("landlock"))
}

func landlockCause(_ Evidence, s Settings) Cause {
	if s.LandlockOff {
		return Cause{All: true, What: "Landlock is built into this kernel and was not switched on at boot",
			Mend: []string{"add landlock to the list lsm= of the kernel's command line, such as lsm=landlock,lockdown,yama,integrity,apparmor, and start the computer again"}}
	}
	return Cause{All: true, What: "this kernel has no Landlock (Linux 5.13 or later, with CONFIG_SECURITY_LANDLOCK)",
		Mend: []string{"start the computer with a newer kernel of your distribution"}}
}

func oldLandlock(e Evidence, s Settings) bool {
	return e.Tier == sandbox.TierLandlock && s.Landlock > 0 && s.Landlock < minLandlock
}

// minLandlock is the version that also guards truncate (Linux 6.2): without it a
// server could empty files that it may only read.
const minLandlock = 3

func oldLandlockCause(Evidence, Settings) Cause {
	return Cause{What: "Landlock in this kernel is too old to guard files on its own (Linux 6.2 or later)",
		Mend: []string{"start the computer with a newer kernel of your distribution"}}
}

func noFilter(e Evidence, s Settings) bool { return !s.Filter || e.says("seccomp") }

func filterCause(Evidence, Settings) Cause {
	return Cause{All: true, What: "this kernel cannot filter system calls (CONFIG_SECCOMP_FILTER), or forbids it here",
		Mend: []string{"start the computer with a kernel that has seccomp filters, or usher outside the container"}}
}

func noneAllowed(e Evidence, s Settings) bool {
	return s.MaxUserNamespaces == "0" && e.Tier != sandbox.TierLandlock
}

func noneAllowedCause(Evidence, Settings) Cause {
	return sysctl("the kernel setting user.max_user_namespaces is 0, so no program can make the namespaces of a sandbox", "user.max_user_namespaces=15000")
}

func debianForbids(e Evidence, s Settings) bool {
	return s.UnprivilegedClone == "0" && !s.Root && e.Tier != sandbox.TierLandlock
}

func debianCause(Evidence, Settings) Cause {
	return sysctl("the kernel setting kernel.unprivileged_userns_clone is 0, so only root can make the namespaces of a sandbox", "kernel.unprivileged_userns_clone=1")
}

func notBuiltIn(e Evidence, s Settings) bool {
	return !s.UserNamespaces && e.Tier != sandbox.TierLandlock
}

func notBuiltInCause(Evidence, Settings) Cause {
	return Cause{All: true, What: "this kernel has no user namespaces (CONFIG_USER_NS)",
		Mend: []string{"start the computer with a newer kernel of your distribution"}}
}

func usedUp(e Evidence, _ Settings) bool {
	return e.says("no space left on device", "max_*_namespaces exceeded", "ENOSPC")
}

func usedUpCause(_ Evidence, s Settings) Cause {
	now := s.MaxUserNamespaces
	if now == "" {
		now = "not shown here"
	}
	return sysctl("no more namespaces can be made: a kernel setting user.max_*_namespaces is reached or 0 (user.max_user_namespaces is "+now+"), or namespaces are nested too deeply",
		"user.max_user_namespaces=15000")
}

// sysctl is a setting to change: now, and for every boot.
func sysctl(what, setting string) Cause {
	name, _, _ := strings.Cut(setting, "=")
	return Cause{All: true, What: what, Mend: []string{
		"sudo sysctl -w " + setting,
		"for every boot: echo " + setting + " | sudo tee /etc/sysctl.d/60-usher.conf (and see that no other file there sets " + name + ")",
	}}
}
