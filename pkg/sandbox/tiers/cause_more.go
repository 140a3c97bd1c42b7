package tiers

import (
	"strings"

	"usher/pkg/sandbox"
)

// appArmorForbids: Ubuntu since 23.10 lets a program make a user namespace and
// takes everything from it there, so what fails is the step after.
func appArmorForbids(e Evidence, s Settings) bool {
	if e.says("setting up uid map: permission denied", "Failed RTM_NEWADDR: Operation not permitted") {
		return true
	}
	return s.AppArmorRestricted == "1" && e.denied() && e.Tier != sandbox.TierLandlock
}

func appArmorCause(e Evidence, s Settings) Cause {
	restricted := ""
	if s.AppArmorRestricted == "1" {
		restricted = " (kernel.apparmor_restrict_unprivileged_userns is 1)"
	}
	name, program := "usher-run", e.Program
	if e.Tier == sandbox.TierBubblewrap {
		name = "bwrap"
	}
	if !plainPath(program) {
		program = "/PATH/OF/" + name
	}
	return Cause{
		What: "AppArmor forbids " + name + " the namespaces of a sandbox" + restricted,
		Mend: []string{
			`printf 'abi <abi/4.0>,\ninclude <tunables/global>\nprofile ` + name + " " + program + ` flags=(unconfined) {\n  userns,\n}\n' | sudo tee /etc/apparmor.d/` + name,
			"sudo apparmor_parser -r /etc/apparmor.d/" + name,
		},
	}
}

// plainPath reports whether a path can stand in a shell's single quotes, in
// printf's format and in an AppArmor profile as it is.
func plainPath(path string) bool {
	const plain = "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+"
	return path != "" && strings.Trim(path, plain) == ""
}

func maskedProc(e Evidence, _ Settings) bool {
	return e.says("proc") && e.says("mount") && e.says("operation not permitted", "permission denied")
}

func maskedProcCause(Evidence, Settings) Cause {
	return Cause{All: true, What: "/proc is masked here, as in a container, so that a sandbox cannot have one of its own",
		Mend: []string{"start the container with --security-opt systempaths=unconfined (Docker) or --security-opt unmask=/proc/* (Podman)"}}
}

func containerForbids(e Evidence, s Settings) bool {
	return (s.Filtered || s.Container) && e.denied()
}

func containerCause(Evidence, Settings) Cause {
	return Cause{All: true, What: "usher runs in a container whose filter of system calls forbids the namespaces of a sandbox (unshare, clone, mount)",
		Mend: []string{"start the container with a seccomp profile that allows clone, clone3, unshare, setns, mount, umount2 and pivot_root: --security-opt seccomp=PROFILE.json"}}
}

func forbidden(e Evidence, _ Settings) bool {
	return e.denied() && e.Tier != sandbox.TierLandlock
}

func forbiddenCause(e Evidence, _ Settings) Cause {
	return Cause{What: "the kernel forbids the namespaces of a sandbox, and no setting that usher knows says why (" + e.Detail + ")",
		Mend: []string{"look for the refusal in the kernel's log: sudo dmesg | tail"}}
}

// unanswered: nobody outside can answer for the sandbox's connections, which takes
// more of the kernel than the sandbox itself (SPEC B5).
func unanswered(e Evidence, _ Settings) bool { return e.says("supervise: ") }

func unansweredCause(e Evidence, _ Settings) Cause {
	_, why, _ := strings.Cut(e.Detail, "supervise: ")
	c := Cause{What: why}
	switch {
	case e.says("older than linux"):
		c.Mend = []string{"start the computer with a newer kernel of your distribution"}
	case e.says("pidfd_getfd"):
		c.Mend = []string{"start the container with a seccomp profile that allows pidfd_getfd: --security-opt seccomp=PROFILE.json"}
	case e.says("ptrace_scope"):
		c.Mend = []string{"sudo sysctl -w kernel.yama.ptrace_scope=1"}
	}
	return c
}

// plain is the cause that the sign alone names.
func (e Evidence) plain() Cause {
	name, program, get := "usher-run", "", "install usher again, with usher-run of the same version beside it"
	if e.Tier == sandbox.TierBubblewrap {
		name, get = "bubblewrap", "sudo apt install bubblewrap"
	}
	if e.Program != "" {
		program = " (" + e.Program + ")"
	}
	switch e.Sign {
	case SignMissing:
		if e.Tier == sandbox.TierBubblewrap {
			return Cause{What: "bubblewrap is not installed (bwrap is in no folder of PATH)", Mend: []string{get}}
		}
		return Cause{What: "usher-run, which builds the sandbox, is missing beside usher", Mend: []string{get}}
	case SignUnsafe:
		return Cause{What: "the " + name + " found is not used: " + e.Detail, Mend: []string{"let it belong to root or you, and be writable by nobody else; or: " + get}}
	case SignForeign:
		if e.Tier == sandbox.TierBubblewrap {
			return Cause{What: "the bwrap found" + program + " is not bubblewrap: it answered " + quoted(e.Detail), Mend: []string{get}}
		}
		return Cause{What: "the usher-run beside usher" + program + " is of another version: it answered " + quoted(e.Detail), Mend: []string{get}}
	case SignOld:
		return Cause{What: "the " + name + " found" + program + " is too old: it lacks " + e.Detail, Mend: []string{get}}
	case SignHangs:
		return Cause{What: "the " + name + " found" + program + " did not end in time" + after(": ", e.Detail), Mend: []string{"see what it waits for: " + e.command()}}
	case SignOpen:
		return Cause{What: "a sandbox was built and did not hold: inside, " + e.Detail, Mend: []string{"tell its makers what was found"}}
	case SignStage, SignDied:
	}
	return Cause{What: "the sandbox could not be built, and no cause that usher knows explains it" + after(": ", e.Detail), Mend: []string{"try once more; if it stays so, tell its makers what was found"}}
}

func (e Evidence) command() string {
	if e.Tier == sandbox.TierBubblewrap && plainPath(e.Program) {
		return e.Program + " --help"
	}
	return "usher server list"
}

func after(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

func quoted(text string) string {
	if text == "" {
		return "nothing"
	}
	return `"` + text + `"`
}
